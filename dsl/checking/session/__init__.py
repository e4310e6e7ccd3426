"""The session: what is said and asked, in which order, for every combination of levels."""
