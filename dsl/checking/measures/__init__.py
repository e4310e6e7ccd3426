"""Measures: passes and totals, as a script declares them."""
