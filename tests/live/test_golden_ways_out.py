"""What is told of a resource that was refused because its name is taken, whole.

Compared with what was last read and found right.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from openshift_credentials.live.taken_names import Refused, way_out
from tests.kit import tokens
from tests.kit.golden import REFRESH, Golden
from tests.live import test_taken_google_names as google
from tests.live.test_taken_names import ACCOUNT, EXISTS

FILE: Final = Path(__file__).parent / "golden" / "ways-out.txt"
SECRET: Final = {"kind": "Secret", "metadata": {"name": "creds", "namespace": "ho"}}
CONFLICT: Final = 'conflict with "them" using v1: .data.credentials'
IN_ACCOUNT: Final = f"{ACCOUNT}/providers/Microsoft.Authorization/roleAssignments/a"
CASES: Final[Mapping[str, tuple[str, Mapping[str, object], str]]] = {
    "a bucket": ("aws:s3/bucket:Bucket", {"bucket": "b"}, EXISTS),
    "a role": ("aws:iam/role:Role", {"name": "a role"}, EXISTS),
    "a policy without a name": ("aws:iam/policy:Policy", {}, EXISTS),
    "a distribution": ("aws:cloudfront/distribution:Distribution", {}, EXISTS),
    "a bucket of somebody else": ("aws:s3/bucket:Bucket", {}, "the name is already in use"),
    "a storage account": (
        "azure-native:storage:StorageAccount",
        {},
        f"cannot create already existing resource '{ACCOUNT}'",
    ),
    "an assignment": (
        "azure-native:authorization:RoleAssignment",
        {},
        f"cannot create already existing subresource '{IN_ACCOUNT}'",
    ),
    "an assignment of another name": (
        "azure-native:authorization:RoleAssignment",
        {},
        "already exists: the existing role assignment is 716c4d159bc8476da3c16ccb70082517",
    ),
    "a deleted vault": ("azure-native:keyvault:Vault", {}, "a vault of that name already exists in deleted state."),
    "a deleted key": ("azure-native:keyvault:Key", {"vaultName": "v"}, "DeletedButRecoverable"),
    "a Secret of somebody else": ("kubernetes:core/v1:Secret", SECRET, CONFLICT),
    "an object without a name": ("kubernetes:core/v1:Secret", {}, CONFLICT),
    "a pool": (tokens.GCP_POOL, google.POOL, google.EXISTS),
    "a provider of a pool": (tokens.GCP_POOL_PROVIDER, google.PROVIDER, google.EXISTS),
    "a bucket on Google Cloud": (tokens.GCP_BUCKET, {"project": "p", "name": "b"}, google.EXISTS),
    "a custom role": (tokens.GCP_CUSTOM_ROLE, google.ROLE, google.ROLE_EXISTS),
    "a deleted custom role": (
        tokens.GCP_CUSTOM_ROLE,
        google.ROLE,
        "You can't create a role_id (a_b) which has been marked for deletion.",
    ),
    "a public bucket": (
        tokens.GCP_BUCKET_MEMBER,
        {"bucket": "b"},
        "Error 412: public access prevention is enforced., conditionNotMet",
    ),
}


def told(type_: str, inputs: Mapping[str, object], error: str, *, is_bound: bool) -> str:
    refused = Refused(
        stack="prod",
        type=type_,
        name="one",
        parent="urn:pulumi:prod::p::a:b:C::etcd-backup" if is_bound else None,
        provider="urn:pulumi:prod::p::pulumi:providers:x::x" if is_bound else None,
        inputs=inputs,
        error=error,
        account_id="123456789012" if is_bound else None,
        region="us-gov-west-1" if is_bound else None,
    )
    return way_out(refused) or "(nothing)"


def test_every_way_out_of_a_taken_name_is_as_last_found_right(golden: Golden) -> None:
    parts = [f"# Written by: {REFRESH}"]
    for case, (type_, inputs, error) in CASES.items():
        bound, free = (told(type_, inputs, error, is_bound=each) for each in (True, False))
        parts += [f"## {case}", bound, *([] if free == bound else ["without a parent:", free])]
    golden(FILE, "\n".join(parts) + "\n")
