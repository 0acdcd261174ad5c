"""Permissions: what is needed, what a policy lacks, what a new release changes."""
