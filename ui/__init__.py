"""The screens: everything that hands touch. They hold no arithmetic, no SQL and no rules."""
