"""The files that belong to a script: what it includes, and the pictures that it shows."""
