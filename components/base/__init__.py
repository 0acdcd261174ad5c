"""What every component may use: options, adoption, errors, messages."""
