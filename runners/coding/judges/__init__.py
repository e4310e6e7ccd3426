"""Models as judges: what they are asked, what they answer, and their logs."""
