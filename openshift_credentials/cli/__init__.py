"""Command line: ``main`` runs one verb."""

from .program import PROGRAM, VERBS, main

__all__ = ["PROGRAM", "VERBS", "main"]
