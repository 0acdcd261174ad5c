"""Kubernetes manifests from files and standard input, read for the verbs."""
