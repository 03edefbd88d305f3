"""Records beside the night: hold, and what the law wants written down.

about   what forms share that are about a quarter, a bank, a tournament
screen  the pages of the place
banks   ideal cash banks, reconciliations, audits, rent
contests  tournaments and poker occasions
hold    hold by table and dealer as small charts, beside what luck explains
chart   one chart of them
inspect  an agent is let read the book
video   hold of a quarter, reviews of video, what the gaming division is told
"""
