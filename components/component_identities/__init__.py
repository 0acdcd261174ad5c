"""Identities of components, whole."""
