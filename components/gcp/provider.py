"""The provider of a project, and its custom roles."""

from typing import Protocol

import pulumi
import pulumi_gcp as gcp

from openshift_credentials.base.errors import ContractError

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


def check_not_deleted(role: gcp.projects.IAMCustomRole) -> None:
    """Stop where the state says that somebody has deleted the role.

    Google Cloud keeps a deleted role for 7 days, and so the provider reads it, with ``deleted``, and restores it
    never (hashicorp/terraform-provider-google ``resource_google_project_iam_custom_role.go``).
    """

    def check(found: list[object]) -> None:
        deleted, role_id, project = found
        if deleted is True:
            raise ContractError(
                f"custom role {role_id} was deleted outside the stack, so nobody has its permissions; run 'gcloud iam "
                f"roles undelete {role_id} --project {project}', and then 'pulumi up --refresh'"
            )

    pulumi.Output.all(role.deleted, role.role_id, role.project).apply(check)
