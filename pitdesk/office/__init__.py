"""Head office: takes in the signed documents of many sites, verifies them, and says what is missing.

Raw documents are one thing: exact texts, appended and never changed. What is derived from verified ones
is another, and can be derived anew at any time. README.md says how a head office begins.
"""
