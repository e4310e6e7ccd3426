"""What `devrun packets` and `devrun code` say of packets, and a packet coded by a model."""
