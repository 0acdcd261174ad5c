"""The offline preview: the real program on the Pulumi SDK's mock runtime."""
