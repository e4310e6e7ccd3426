"""What is printed, as plain rows of exact figures, without words about them."""
