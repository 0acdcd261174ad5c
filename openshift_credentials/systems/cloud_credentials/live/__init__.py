"""The Cloud Credential Operator in a live cluster."""

OPERATION = None
"""Its own verbs read the cluster."""
