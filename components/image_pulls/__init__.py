"""Image pulls: the facade of the system, and its own components."""
