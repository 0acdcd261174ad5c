"""Permissions that the deployer of a stack needs, derived from the resources it registers."""
