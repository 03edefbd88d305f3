"""The cage.

screen  redeem, tips, exchange, checks, chips that are refused
"""
