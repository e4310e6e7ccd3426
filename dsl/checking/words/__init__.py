"""Words with braces: names looked up, words put in, and what cannot be put in."""
