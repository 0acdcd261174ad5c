"""The facades of all systems as a Pulumi package, for programs in any language of Pulumi."""
