"""Head office, as a site sees it.

screen       where documents go, what waits, what became of each
deposits     deposits owed and made, the statement beside them
summaries    a day to a quarter in figures, and the tax
corrections  what is put right of a sealed day, and the key
"""
