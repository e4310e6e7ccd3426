"""Agreement between coders: codings laid side by side as ratings, and what is printed of them."""
