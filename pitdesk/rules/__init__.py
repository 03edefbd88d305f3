"""The rules: what the law says and since when, and what checks it. README.md says how one is changed.

book    a rule, and the rulebook of one regulator, read from its file
check   what a check sees, and how it is registered
checklist  what is looked over before a table opens
retention  for how long papers are kept
video   whether a site needs video, and by when
checks  the checks themselves
rows    the trace: what each subsection asks, and what of PitDesk does it
"""
