"""Objects of a fleet as plain data, one module per purpose."""
