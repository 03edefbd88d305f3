"""Head office: takes in the signed documents of many sites, verifies them, and says what is missing.

Raw documents are one thing: exact texts, appended and never changed. What is derived from verified ones
is another, and can be derived anew at any time. README.md says how a head office begins.

append   where a site's documents go, and how one is appended
reading  whether a document is right in itself, and the rows derived from it
readers  reading many documents on every core
chain    which documents of a site stand, which conflict
rows     the rows that are derived
store    what is read from the database and written to it
words    what its errors say in the house's words
roles    beginning a head office, and what only its owner may do
receive  takes documents in
verify   everything again from the raw documents
status   what is missing, changed or late
report   what reports are made of
"""
