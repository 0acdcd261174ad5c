"""Objects of a fleet as plain data, one module per thing that they make work."""
