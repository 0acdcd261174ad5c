"""The service account of cloud credentials."""
