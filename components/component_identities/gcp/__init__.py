"""Service accounts of components on Google Cloud."""
