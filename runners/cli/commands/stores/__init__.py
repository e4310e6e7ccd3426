"""Commands about stores and the studies in them."""
