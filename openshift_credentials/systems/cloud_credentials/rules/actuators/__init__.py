"""Actuators: what the operator writes for a CredentialsRequest."""
