"""Checks of a fleet before anything is rendered or run."""
