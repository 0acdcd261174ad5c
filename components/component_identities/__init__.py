"""Identities of components."""
