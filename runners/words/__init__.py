"""Novel words: making them, and judging whether they are novel enough."""
