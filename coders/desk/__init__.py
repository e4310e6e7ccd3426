"""Where a packet is coded: the packet, a log of judgements, and what is to be judged next."""
