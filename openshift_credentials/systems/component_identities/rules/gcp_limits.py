"""What IAM of Google Cloud refuses in the service account of a request, although ccoctl sends it.

Sources: IAM API reference (``projects.serviceAccounts.create``, ``projects.roles``), IAM
documentation, "Quotas and limits", "Roles and permissions" and "Create and manage custom roles".
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.errors import input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, GCPProviderSpec
from openshift_credentials.platforms.gcp.identifiers import ROLE_BYTES, ROLE_PERMISSIONS, role_size
from openshift_credentials.platforms.gcp.text_rules import SERVICE_ACCOUNT_ID

PRINCIPALS_LIMIT: Final = 1500
"""Principals in an allow policy; one that occurs in several bindings counts in each of them."""

_ROLE: Final = re.compile(
    r"roles/[\w.-]+|(projects/(?P<project>[^/\s]+)|organizations/[0-9]+)/roles/[\w.]{3,64}", re.ASCII
)
_PERMISSION: Final = re.compile(r"[a-z][A-Za-z0-9/-]*(\.[A-Za-z0-9/-]+){2,}")
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_SHOWN: Final = 3


def iam_refusals(
    request: CredentialsRequest, spec: GCPProviderSpec, project: str, account_id: str | None, texts: Sequence[str]
) -> Iterator[Notice]:
    """Why IAM refuses the account of a request, its roles or its bindings.

    ``account_id`` is ``None`` if it does not follow from names. ``texts`` are title and description
    of the custom role.
    """
    if not _NAME.fullmatch(request.name):
        yield input_problem(
            f"metadata.name {request.name!a} is not a valid Kubernetes name",
            "use lower-case letters, digits, '.' and '-'",
        )
    elif account_id and (why := SERVICE_ACCOUNT_ID.problem(account_id)):
        yield input_problem(
            f"the ID {account_id!a}, which starts as both names do, {why}",
            "change the start of metadata.name or componentIdentities.name",
        )
    yield from _refused_roles(spec.predefined_roles, project)
    yield from _refused_permissions(spec.permissions, texts)
    if (count := len(set(request.service_accounts))) > PRINCIPALS_LIMIT:
        yield input_problem(
            f"spec.serviceAccountNames has {count:,} names, but the policy of a service account "
            f"accepts {PRINCIPALS_LIMIT:,} principals",
            "use fewer",
        )


def _refused_roles(roles: Sequence[str], project: str) -> Iterator[Notice]:
    for index, role in enumerate(roles):
        field = f"spec.providerSpec.predefinedRoles[{index}] {role!a}"
        found = _ROLE.fullmatch(role)
        if found is None:
            yield input_problem(
                f"{field} is not the name of a role",
                f"write roles/NAME, projects/{project}/roles/ID or organizations/NUMBER/roles/ID",
            )
        elif found["project"] not in (None, project):
            yield input_problem(
                f"{field} belongs to project {found['project']}, and a custom role can be granted "
                "in its own project only",
                f"create it in {project}",
            )


def _refused_permissions(permissions: Sequence[str], texts: Sequence[str]) -> Iterator[Notice]:
    field = "spec.providerSpec.permissions"
    if wrong := [name for name in permissions if not _PERMISSION.fullmatch(name)]:
        listed = ", ".join(f"{name!a}" for name in wrong[:_SHOWN])
        more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        yield input_problem(
            f"{field} contains {listed}{more}, which no custom role can have",
            "write each as SERVICE.RESOURCE.VERB, without wildcards",
        )
    distinct = set(permissions)
    size = role_size((*texts, *distinct))
    if len(distinct) > ROLE_PERMISSIONS:
        yield input_problem(
            f"{field} has {len(distinct):,} names, but a custom role accepts {ROLE_PERMISSIONS:,} permissions",
            "split the request",
        )
    elif size > ROLE_BYTES:
        yield input_problem(
            f"{field}, with title and description of the custom role, has {size:,} bytes, but a "
            f"custom role accepts {ROLE_BYTES:,}",
            "split the request",
        )
