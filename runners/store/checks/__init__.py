"""Whether a store still says what was put into it."""
