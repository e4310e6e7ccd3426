"""Settling disagreements, on a screen and in plain lines."""
