"""Vaults, secrets, identities and exports of a stack before anything exists."""

from .references import shares

__all__ = ["shares"]
