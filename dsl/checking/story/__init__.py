"""The story so far: `now` lines, and the keys that are checked against them."""
