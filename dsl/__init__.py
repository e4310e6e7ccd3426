"""What an experiment is: grammar, checking and expansion of `.dev` scripts.

The lowest floor. It reads the script and the files that it names, and does no other input or
output; everything above it works on what this package hands up.
"""

__devrun__ = "0.1.0"
