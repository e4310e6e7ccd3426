"""What coders disagree on, in which order it is settled, and what a rule alone can settle."""
