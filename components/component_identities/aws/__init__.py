"""Identities of components on AWS."""
