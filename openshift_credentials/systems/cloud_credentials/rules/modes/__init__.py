"""Modes: the effective one, its consequences, and the operator's reports."""
