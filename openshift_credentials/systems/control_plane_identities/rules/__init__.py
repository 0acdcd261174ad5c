"""What HyperShift, the Secrets Store CSI driver and Azure do with control-plane identities."""
