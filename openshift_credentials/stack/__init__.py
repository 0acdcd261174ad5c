"""The configuration tree of a stack: models, problems, loading, and the registry of systems."""
