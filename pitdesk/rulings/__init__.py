"""Rulings: a round as somebody types it, and what the rules of its game say, in words.

typed  a round as somebody types it
told   a settled round in words
"""
