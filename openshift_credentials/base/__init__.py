"""Parts that know nothing of the product: notices, errors, text rules, files, YAML, terminal."""
