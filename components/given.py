"""Providers that the consumer of a facade hands over, in place of those that it would make."""

import pulumi


def given_provider(
    package: str, opts: pulumi.ResourceOptions | None
) -> pulumi.ProviderResource | None:
    """The provider for a package among those of the parent; a stack of this program has none."""
    parent = opts.parent if opts else None
    return parent.get_provider(f"{package}:index:Resource") if parent else None
