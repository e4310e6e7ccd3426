"""Questions: their choices, scales and keys."""
