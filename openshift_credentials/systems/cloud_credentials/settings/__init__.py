"""Settings of the Cloud Credential Operator: branch ``cloudCredentials`` of the stack file."""
