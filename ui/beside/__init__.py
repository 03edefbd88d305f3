"""Beside: work that the window does not wait for.

lane    one thread: what it is asked is done in order, and answered in the window's thread
timers  timers, whatever the language of the system
"""
