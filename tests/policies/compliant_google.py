"""Resources on Google Cloud that break no rule."""

from collections.abc import Mapping
from typing import Any, Final

from openshift_credentials.platforms.resource_types import (
    GOOGLE_ACCOUNT_KEY as ACCOUNT_KEY,
    GOOGLE_BUCKET,
    WORKLOAD_IDENTITY_PROVIDER,
)
from policies.resources import StackResource

ACCOUNT_BINDING: Final = "gcp:serviceaccount/iAMBinding:IAMBinding"
BUCKET_MEMBER: Final = "gcp:storage/bucketIAMMember:BucketIAMMember"
PROJECT_MEMBER: Final = "gcp:projects/iAMMember:IAMMember"
READER: Final = "roles/storage.objectViewer"
USER: Final = "roles/iam.workloadIdentityUser"
POOL: Final = "projects/1/locations/global/workloadIdentityPools/mycluster"
SUBJECT: Final = f"principal://iam.googleapis.com/{POOL}/subject/system:serviceaccount:a:b"
ACCOUNT: Final = "serviceAccount:registry@my-project.iam.gserviceaccount.com"


def google(
    type_: str, props: Mapping[str, Any], name: str = "google", *, within: str = ""
) -> StackResource:
    """A resource, below a component of the type ``within``."""
    front = f"openshift-credentials:{within}$" if within else ""
    return StackResource(
        type=type_, name=name, urn=f"urn:pulumi:s::p::{front}{type_}::{name}", props=props
    )


def on_google_cloud() -> list[StackResource]:
    """An issuer with its documents, an identity of a component, and a root account."""
    return [
        google(
            GOOGLE_BUCKET,
            {"name": "mycluster-oidc", "uniformBucketLevelAccess": True},
            "google-documents",
            within="gcp:DocumentBucket",
        ),
        google(
            BUCKET_MEMBER,
            {"bucket": "mycluster-oidc", "role": READER, "member": "allUsers"},
            "google-readers",
            within="gcp:DocumentBucket",
        ),
        google(
            WORKLOAD_IDENTITY_PROVIDER,
            {
                "attributeCondition": "google.subject != ''",
                "oidc": {
                    "issuerUri": "https://storage.googleapis.com/mycluster-oidc",
                    "allowedAudiences": ["openshift"],
                },
            },
            "google-provider",
        ),
        google(ACCOUNT_BINDING, {"role": USER, "members": [SUBJECT]}, "google-users"),
        google(PROJECT_MEMBER, {"role": "roles/storage.admin", "member": ACCOUNT}, "google-member"),
        google(ACCOUNT_KEY, {"serviceAccountId": "root"}, "google-key", within="gcp:RootAccount"),
    ]
