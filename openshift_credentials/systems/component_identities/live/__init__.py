"""Secrets of component identities in a live cluster."""

OPERATION = None
"""Its own verbs read the cluster."""
