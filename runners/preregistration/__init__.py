"""What is settled before a model is asked, sealed, and held against what was done."""
