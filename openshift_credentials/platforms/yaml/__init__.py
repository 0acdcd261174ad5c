"""Dialects of YAML, as the programs that read the files have them."""
