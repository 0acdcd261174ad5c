"""Permissions of components in each cloud, from the documentation, kept in ``documented.json``.

For a real upgrade read the CredentialsRequests of the release instead. Those of the operator itself
are in ``manifests`` of openshift/cloud-credential-operator.
"""

from functools import cache
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from openshift_credentials.base.package_data import package_text
from openshift_credentials.platforms.credentials_requests import StatementEntry

_GRANT_CONDITION: Final = {"Bool": {"kms:GrantIsForAWSResource": True}}

Names = Annotated[tuple[str, ...], Field(default=())]


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)


class AWSComponent(_Data):
    """A component on AWS; ``grants`` are allowed for AWS resources only, all on resource ``*``."""

    component: str
    request: str
    actions: Names
    grants: Names

    @property
    def statements(self) -> tuple[StatementEntry, ...]:
        """The same as statements of a CredentialsRequest."""
        plain = StatementEntry(effect="Allow", action=self.actions, resource="*")
        if not self.grants:
            return (plain,)
        grants = StatementEntry(
            effect="Allow", action=self.grants, resource="*", policy_condition=_GRANT_CONDITION
        )
        return plain, grants


class AzureComponent(_Data):
    """A component on Azure: permissions and data permissions, or a built-in role."""

    component: str
    request: str
    permissions: Names
    data_permissions: Names
    roles: Names


class OpenStackAccount(_Data):
    """What the account needs in its project."""

    roles: Names


class Documented(_Data):
    """The tables of the documentation; privileges of vSphere are by category."""

    source: str
    aws: tuple[AWSComponent, ...]
    azure: tuple[AzureComponent, ...]
    openstack: OpenStackAccount
    vsphere: dict[str, tuple[str, ...]]


@cache
def documented_permissions() -> Documented:
    """The tables, read once."""
    return Documented.model_validate_json(
        package_text(__name__.rpartition(".")[0], "documented.json")
    )
