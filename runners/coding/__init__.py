"""Coding between the store and the coders: packets out, logs home, judgements for scoring."""
