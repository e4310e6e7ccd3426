"""How many items a bank has; read by the command line, which loads nothing else for it."""

FEWEST, MOST = 40, 10_000
"""So many items an ability: with fewer, habits cannot be balanced; more are read by no script."""

MOST_ASKED = 1000
"""Of each ability: a bank asks at most 10,000 items. Of more, the script asks a sample."""

SHIPPED_ITEMS, SHIPPED_SEED = 44, 1
"""Of the bank that comes with devrun."""
