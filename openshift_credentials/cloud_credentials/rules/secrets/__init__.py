"""Secrets: their formats, what they are, what is wrong with them, and what becomes of the root."""
