"""Modes: which one is in effect, what follows from it, what the operator reports."""
