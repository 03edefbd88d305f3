"""Head office: receives the signed documents of many sites, verifies them, and says what is missing.

Raw documents are exact texts, appended and never changed. What is derived from the verified ones can be
derived again at any time. README.md describes both.

append   where a site's documents go, and how one is appended
reading  whether a document is right in itself, and the rows derived from it
readers  reading many documents on every core
chain    which documents of a site stand, which conflict
rows     the rows that are derived
store    what is read from the database and written to it
words    a database's errors in plain words
roles    setting up a head office, and what only its owner may do
closing  closing what anybody might do in the database
receive  receives documents
verify   checks everything again from the raw documents
status   what is missing, changed or late
report   what reports are made of
"""
