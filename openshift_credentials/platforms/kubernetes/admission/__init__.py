"""Admission of custom resources by the API server: schemas as data, and the checks."""
