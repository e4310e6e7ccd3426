"""Tables of banks of items, and of many models that answered them."""
