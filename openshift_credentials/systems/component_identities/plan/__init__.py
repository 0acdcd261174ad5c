"""Identities and files of a stack before anything exists."""
