"""A study opened: its scripts, participants and finished trials, for coding and results."""
