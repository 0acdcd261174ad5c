"""Rules between settings of control-plane identities, and what they promise."""
