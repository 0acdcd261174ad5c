"""Inventories: files of rows that describe a fleet."""

from openshift_credentials.fleet.inventory.load import Loaded, load_inventory

__all__ = ["Loaded", "load_inventory"]
