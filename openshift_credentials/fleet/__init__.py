"""Fleets: one inventory of management clusters, and the objects by which others run its stacks."""
