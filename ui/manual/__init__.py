"""The manual.

screen  contents, a page, a search over all
"""
