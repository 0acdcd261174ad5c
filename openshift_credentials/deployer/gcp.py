"""Custom roles for the deployer, from the permissions that the provider of Google Cloud uses.

Sources: hashicorp/terraform-provider-google ``google/services``, the create, read, update and
delete functions of each resource, and for the permissions of their requests "IAM permissions
reference" and "IAM permissions for JSON methods" (cloud.google.com/iam/docs,
cloud.google.com/storage/docs); IAM documentation, "Create and manage custom roles" (files of
``gcloud iam roles create``), "Set limits on granting roles" (condition).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.resource_types import GOOGLE_CUSTOM_ROLE

from .registered import Call, Registered

PROJECT_MEMBER: Final = "gcp:projects/iAMMember:IAMMember"
ACCOUNT_BINDING: Final = "gcp:serviceaccount/iAMBinding:IAMBinding"
_UNKNOWN_PROJECT: Final = "PROJECT"

_Permissions = Mapping[Call, tuple[str, ...]]


def _of_a_resource(service: str, **more: tuple[str, ...]) -> _Permissions:
    """A permission per call; ``more`` are those that a call also needs, by the call's name."""
    verbs = {Call.READ: "get", Call.CREATE: "create", Call.UPDATE: "update", Call.DELETE: "delete"}
    return {call: (f"{service}.{verb}", *more.get(call, ())) for call, verb in verbs.items()}


def _of_a_policy(service: str) -> _Permissions:
    """A binding is changed by writing the whole allow policy that was read before."""
    read, write = f"{service}.getIamPolicy", f"{service}.setIamPolicy"
    changes = dict.fromkeys((Call.CREATE, Call.UPDATE, Call.DELETE), (read, write))
    return {Call.READ: (read,), **changes}


_ROLES: Final = "iam.roles"
_OBJECTS: Final = "storage.objects"

PERMISSIONS: Final[Mapping[str, _Permissions]] = {
    resource_types.WORKLOAD_IDENTITY_POOL: _of_a_resource("iam.workloadIdentityPools"),
    resource_types.WORKLOAD_IDENTITY_PROVIDER: _of_a_resource("iam.workloadIdentityPoolProviders"),
    # A role that was deleted is restored and updated when it is created again.
    resource_types.GOOGLE_CUSTOM_ROLE: _of_a_resource(
        _ROLES, create=(f"{_ROLES}.undelete", f"{_ROLES}.update"), update=(f"{_ROLES}.undelete",)
    ),
    PROJECT_MEMBER: _of_a_policy("resourcemanager.projects"),
    resource_types.GOOGLE_SERVICE_ACCOUNT: _of_a_resource(
        "iam.serviceAccounts", update=("iam.serviceAccounts.enable",)
    ),
    ACCOUNT_BINDING: _of_a_policy("iam.serviceAccounts"),
    # A key is never changed.
    resource_types.GOOGLE_ACCOUNT_KEY: {
        Call.READ: ("iam.serviceAccountKeys.get",),
        Call.CREATE: ("iam.serviceAccountKeys.create",),
        Call.UPDATE: (),
        Call.DELETE: ("iam.serviceAccountKeys.delete",),
    },
    resource_types.GOOGLE_BUCKET: _of_a_resource("storage.buckets", delete=(f"{_OBJECTS}.list",)),
    resource_types.GOOGLE_BUCKET_MEMBER: _of_a_policy("storage.buckets"),
    # To overwrite an object is to delete it and to create another one.
    "gcp:storage/bucketObject:BucketObject": _of_a_resource(
        _OBJECTS, update=(f"{_OBJECTS}.create", f"{_OBJECTS}.delete")
    ),
}
"""By type token. Every change also reads."""


def project_of(resource: Registered) -> str:
    return resource.text("project") or str(resource.provider.get("project") or _UNKNOWN_PROJECT)


def permissions(resource: Registered, calls: frozenset[Call]) -> Iterator[str]:
    """The permissions that the provider needs for these calls in the project of the resource.

    Raises :class:`KeyError` for a type that the table does not have.
    """
    table = PERMISSIONS[resource.type]
    for call in {*calls, Call.READ} if calls else ():
        yield from table[call]


_ATTRIBUTE: Final = "iam.googleapis.com/modifiedGrantsByRole"
_TITLE_LIMIT: Final = 100


def role(name: str, permissions: Iterable[str]) -> Mapping[str, object]:
    """A custom role of a project, as ``gcloud iam roles create --file`` takes it."""
    return {
        "title": name[:_TITLE_LIMIT],
        "description": "Runs Pulumi on a stack of openshift-credentials.",
        "stage": "GA",
        "includedPermissions": sorted(set(permissions)),
    }


def condition(resources: Iterable[Registered]) -> str | None:
    """Lets the deployer grant and revoke only the stack's roles in a project.

    ``None`` if the stack grants no role in a project.
    """
    grants = [resource for resource in resources if resource.type == PROJECT_MEMBER]
    made = [role for grant in grants for role in grant.sources("role", GOOGLE_CUSTOM_ROLE)]
    names = {f"projects/{project_of(role)}/roles/{name}" for role in made if (name := role.text("roleId"))}
    names |= {given for grant in grants if (given := grant.text("role"))}
    roles = ", ".join(f"'{name}'" for name in sorted(names))
    return f"api.getAttribute('{_ATTRIBUTE}', []).hasOnly([{roles}])" if roles else None
