"""Identities of a hosted control plane on Azure."""
