"""Past days, and the night as a picture.

screen    each day with its report as it prints
calendar  the days as a calendar, by state
answer    the answer of the day that is chosen
night     where every chip came from and is, at any moment of a day
bands     that picture, painted
trays     each tray over the night
"""
