"""What runs, but will not show what it is meant to show."""
