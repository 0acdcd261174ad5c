"""Settings of control-plane identities: branch ``controlPlaneIdentities`` of the stack file."""
