"""Kubernetes manifests from files and standard input, for the verbs."""
