"""Vaults, secrets, identities and exports of a stack before anything exists."""
