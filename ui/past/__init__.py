"""Past days.

screen  each day with its report as it prints
"""
