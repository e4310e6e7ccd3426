"""The variance of scores by source: its components, their shares, and intervals of both."""
