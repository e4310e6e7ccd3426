"""Batches: calls written to files, sent to a provider's batch endpoint, and their results read."""
