"""Prices of models: dated, from a file that the user edits, never from the network."""
