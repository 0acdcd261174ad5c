"""Identities of components on Azure."""
