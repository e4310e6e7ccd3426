"""What commands do with batches, and what they print of it."""
