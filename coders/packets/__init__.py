"""What a coder receives: items without names, and what is needed to judge them."""
