"""Slips and reports onto paper: layout, bytes, drivers, spool."""
