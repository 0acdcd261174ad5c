"""Permissions: required ones, missing ones, and changes in a new release."""
