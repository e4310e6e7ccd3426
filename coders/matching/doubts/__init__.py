"""What speaks against taking an answer as it stands: hedges, refusals, other answers left open."""
