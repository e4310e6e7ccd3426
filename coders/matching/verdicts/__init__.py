"""From what a reply says to its mark, by the key."""
