"""The cage.

drawer   a drawer changes hands: each counts alone, then both initial
reverse  an entry of tonight, taken back by two
screen   redeem, tips, exchange, checks, chips that are refused
"""
