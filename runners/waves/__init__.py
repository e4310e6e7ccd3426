"""Ratings in waves: those of a study, and how far participants and people agree."""
