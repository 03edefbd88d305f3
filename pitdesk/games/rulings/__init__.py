"""Rulings: a round as somebody types it, and what the rules of its game say, in words.

typed    a round as somebody types it
told     a settled round in words
dealt    rounds dealt by chance, to practice
shown    a round as the table shows it, in lines
trainee  who is paid what: what was right, and which mistakes
asked    rounds of the games that are asked question by question
pot      a hand of poker typed, and who gets what of its pots
posted   what a table posts, from the rounds that are settled
"""
