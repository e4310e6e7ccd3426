"""Coding between the store and the coders: packets are made, logs imported, judgements read."""
