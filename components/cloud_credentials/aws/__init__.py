"""IAM users of cloud credentials."""
