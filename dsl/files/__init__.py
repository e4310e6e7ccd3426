"""The files beside a script: what it includes, and the pictures that it shows."""
