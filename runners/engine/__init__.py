"""The engine: tells trials to participants, and keeps every reply before it is built upon."""
