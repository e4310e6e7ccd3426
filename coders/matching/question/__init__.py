"""What is known of a question before any reply is read: its answers, in all their wordings."""
