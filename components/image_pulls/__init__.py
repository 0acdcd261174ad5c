"""Image pulls: the facade of the system, and what only it makes."""
