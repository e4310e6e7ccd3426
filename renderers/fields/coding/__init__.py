"""The figures of coders, of their agreement, and of its coefficients."""
