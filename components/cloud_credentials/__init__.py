"""Mode, root secret and component secrets of the Cloud Credential Operator."""
