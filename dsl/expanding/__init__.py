"""From the resolved steps of a script to the words and keys of one trial."""
