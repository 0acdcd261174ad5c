"""The provider of a project."""

from typing import Protocol

import pulumi
import pulumi_gcp as gcp

from ..base.component import provider_of_parent


class Project(Protocol):
    """Settings that name a project."""

    @property
    def project(self) -> str:
        """Project ID."""
        ...

    @property
    def universe(self) -> str:
        """Domain of the universe of Google Cloud."""
        ...


def project_provider(name: str, of: Project, opts: pulumi.ResourceOptions) -> pulumi.ProviderResource:
    """The provider from the consumer of a facade, or one for exactly this project.

    Region and zone are set because the SDK otherwise takes them from the environment of whoever
    runs the program, and they would stay in the state; nothing here has either. The provider
    refuses empty ones (hashicorp/terraform-provider-google ``google/provider/provider.go``,
    ``ValidateEmptyStrings``).
    """
    return provider_of_parent("gcp", opts) or gcp.Provider(
        name,
        project=of.project,
        region="global",
        zone="global",
        universe_domain=of.universe,
        add_pulumi_attribution_label=False,
        opts=opts,
    )
