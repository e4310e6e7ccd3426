"""The world: the command line, participants, the engine and the store."""

__devrun__ = "0.1.0"
