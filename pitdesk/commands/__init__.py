"""The commands: everything a script or an auditor needs, with no screen. They alone call the printers.

arguments  what commands are given: how one is added to the command line
addresses  an address on the network, as it is typed
once       an option that may be given once
answers    what commands read and say, and the exit status
shifts     replay, demo
day        day, slips, report, check-slip
night      night
book       balance, verify, backup, follow, restore, recover, support
chips      chips, chip-set, inventory, notice
reports    summary, tax, deposits, due, retention, export, pack, manual
ledgers    hold, banks, rent, tournament, inspect
rules      rules
games      settle
training   trainee, odds
trace      what `rules --trace` shows
sending    send
stations   serve, pair, join, station, stations
office     head office itself
"""
