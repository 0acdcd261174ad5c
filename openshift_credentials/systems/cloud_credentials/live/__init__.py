"""The Cloud Credential Operator in a live cluster."""
