"""Identities of image pulls on Azure."""
