"""What the API server says to a custom resource: its schema as data, and the checks."""
