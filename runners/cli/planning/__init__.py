"""What is counted, promised and asked before anything is run."""
