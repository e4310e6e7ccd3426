"""Agreement, intervals and tests, on plain arrays: numpy and scipy, and nothing of experiments."""
