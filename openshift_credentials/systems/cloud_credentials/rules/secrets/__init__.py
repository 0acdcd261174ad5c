"""Secrets: formats, detection, findings, and processing of the root secret."""
