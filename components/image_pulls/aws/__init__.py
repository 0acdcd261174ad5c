"""Identities of image pulls on AWS."""
