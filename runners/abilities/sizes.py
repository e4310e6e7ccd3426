"""How many items a bank has; read by the command line, which loads nothing else for it."""

FEWEST, MOST = 40, 1000
"""So many items an ability: with fewer, habits cannot be balanced; a bank has at most 10,000."""

SHIPPED_ITEMS, SHIPPED_SEED = 44, 1
"""Of the bank that comes with devrun."""
