"""From stored replies to figures: judging, scoring, and one row a cell."""
