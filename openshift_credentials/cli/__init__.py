"""Command line: ``main`` runs one verb."""

from openshift_credentials.cli.program import PROGRAM, VERBS, main

__all__ = ["PROGRAM", "VERBS", "main"]
