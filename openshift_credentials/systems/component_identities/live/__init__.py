"""Secrets of component identities in a live cluster."""
