"""Checking: from a tree to an experiment with every name resolved, and everything wrong with it."""

from dsl.checking.checking import Checked, check

__all__ = ["Checked", "check"]
