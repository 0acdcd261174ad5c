"""The policy pack: rules of the packages, for any Pulumi stack that creates such resources."""
