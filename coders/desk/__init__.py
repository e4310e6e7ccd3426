"""The desk a coder sits at: a packet, a log of judgements, and what is to be judged next."""
