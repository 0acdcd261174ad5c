"""Providers from the consumer of a facade, which replace the facade's own."""

import pulumi


def provider_of_parent(package: str, opts: pulumi.ResourceOptions | None) -> pulumi.ProviderResource | None:
    """The parent's provider for a package; the stacks of this program have none."""
    parent = opts.parent if opts else None
    return parent.get_provider(f"{package}:index:Resource") if parent else None
