"""Pulumi component resources, one per file; documents and names come from the package."""
