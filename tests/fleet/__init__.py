"""Tests of fleets: inventories, rendered objects, checks, status and simulation."""
