"""The cage.

drawer   a drawer changes hands: each counts alone, then both initial
opening  the cash drawer is opened and no cash is due
reverse  an entry of tonight, taken back by two
screen   redeem, tips, exchange, checks, chips that are refused
"""
