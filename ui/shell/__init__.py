"""The shell: the program and its window.

app      which book, which looks, which window; what happens when we are wrong
window   the frame: places, keys, what is told
screens  which screen stands in which place
signin   pick the name, then the PIN; the lock
find     Ctrl K: anything by a few letters
watch    what is told of paper
broken   when we are wrong
garbage  collects in the window's thread alone
"""
