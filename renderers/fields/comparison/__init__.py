"""The figures of what `devrun compare` compares, and of what scores vary by."""
