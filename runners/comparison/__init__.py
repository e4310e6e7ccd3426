"""Comparisons of conditions, models, guessing and wordings, and tests of the declared ones."""
