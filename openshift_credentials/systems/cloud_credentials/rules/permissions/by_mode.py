"""Permissions that each mode needs in each cloud."""

from collections.abc import Sequence

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, StatementEntry

from ..releases import Release
from . import operator_permissions
from .by_component import needs_by_component
from .needed import Needed, OperatorCloud, PermissionMode, merge


def permissions_of_mode(
    cloud: OperatorCloud,
    mode: PermissionMode,
    requests: Sequence[CredentialsRequest] | None = None,
    release: Release = Release.CURRENT,
) -> Needed:
    """The permissions that a mode needs; without ``requests``, those of the documentation.

    Raises :class:`UnusableInputError` for a mode that the cloud does not have, and for requests
    that cannot be read.
    """
    if mode is PermissionMode.MINT:
        return _mint(cloud)
    parts = needs_by_component(cloud, mode, requests)
    tested = _tests_in_passthrough(cloud, release) if mode is PermissionMode.PASSTHROUGH else None
    return merge(_source(cloud, requests, tested), [*([tested] if tested else []), *parts.values()])


def _mint(cloud: OperatorCloud) -> Needed:
    if cloud is OperatorCloud.AWS:
        entry = StatementEntry(effect="Allow", action=operator_permissions.AWS_MINT_ACTIONS, resource="*")
        return Needed(source="the operator, to mint credentials", statements=(entry,))
    if cloud is OperatorCloud.GCP:
        return Needed(source="the operator, to mint credentials", permissions=operator_permissions.GCP_MINT_PERMISSIONS)
    raise unusable_input(
        f"--mode mint: {cloud} does not support mint mode, only AWS and Google Cloud do",
        "use another mode; docs/cco.md lists those of each platform",
    )


def _tests_in_passthrough(cloud: OperatorCloud, release: Release) -> Needed | None:
    """What the operator tests of a root credential in passthrough mode."""
    if cloud is OperatorCloud.AWS:
        actions = operator_permissions.aws_passthrough_tested(release)
        entry = StatementEntry(effect="Allow", action=actions, resource="*")
        return Needed(statements=(entry,))
    if cloud is OperatorCloud.GCP:
        return Needed(permissions=operator_permissions.GCP_PASSTHROUGH_TESTED)
    return None


def _source(cloud: OperatorCloud, requests: Sequence[CredentialsRequest] | None, tested: Needed | None) -> str:
    if requests is not None and cloud is not OperatorCloud.OPENSTACK:
        more = ", and the permissions that the operator tests" if tested else ""
        return f"the CredentialsRequests{more}"
    if cloud is OperatorCloud.GCP:
        return "the permissions that the operator tests; pass the requests of your release for the others"
    if cloud is OperatorCloud.VSPHERE:
        return "table 19.2 of the documentation"
    return "the tables of the documentation; pass the requests of your release for exact permissions"
