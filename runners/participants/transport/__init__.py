"""How a server is reached: its address, the key, connections, and what headers tell of limits."""
