"""Fleets: one inventory of management clusters, and objects for the tools that run its stacks."""
