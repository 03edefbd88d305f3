"""What leaves the site: documents for head office, and money for the bank.

document      one signed, canonical text for each sealed day, correction, deposit or key
outbox        which documents a target has not answered for yet
targets       where documents go: a folder is one
deposits      what each sealed day owes the gaming account, and what was made
statement     the bank's statement, held against the deposits
undocumented  what has no document yet
evidence      verify, with what was signed held against the chain
"""
