"""Scores of single questions: kinds of score other than the LRS, shares, even questions."""
