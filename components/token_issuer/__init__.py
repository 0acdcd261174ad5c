"""Token issuers."""
