"""Token issuers, whole."""
