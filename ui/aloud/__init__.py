"""Aloud: what those hear who work with a screen reader.

roles  what a widget is, where its class does not say it
voice  what the reader says of itself, wherever the focus is; a bell with what is refused, wrong or asked
keys   keys in their order, and those of a secret for nobody else
"""
