"""Inventories: files of rows, and what they say of a fleet."""

from openshift_credentials.fleet.inventory.load import Loaded, load_inventory

__all__ = ["Loaded", "load_inventory"]
