"""What each rule about Google Cloud refuses and cannot know yet."""

import json

from openshift_credentials.platforms.resource_types import WORKLOAD_IDENTITY_PROVIDER
from tests.policies.changed_stack import changed
from tests.policies.compliant_google import ACCOUNT_KEY, POOL, USER, google
from tests.policies.compliant_stack import good

WHOLE_POOL = f"principalSet://iam.googleapis.com/{POOL}/*"
FOREIGN = "https://issuer.example.com/all"


def _with_policy(member: str) -> str:
    return json.dumps({"bindings": [{"role": USER, "members": ["user:a@b.c", member]}]})


GOOGLE_NON_COMPLIANT = [
    ("google-account-key", [*good(), google(ACCOUNT_KEY, {})], "does not expire"),
    (
        "google-account-key",
        [google(ACCOUNT_KEY, {}, within="gcp:GrantedServiceAccount")],
        "Workload Identity",
    ),
    (
        "google-principal-public",
        changed("google-readers", "role", to="roles/storage.objectAdmin"),
        "allUsers has roles/storage.objectAdmin",
    ),
    (
        "google-principal-public",
        changed("google-users", "members", to=["allAuthenticatedUsers"]),
        "allAuthenticatedUsers",
    ),
    ("google-principal-public", changed("google-member", "member", to="allUsers"), "allUsers"),
    (
        "google-principal-public",
        [google("gcp:storage/bucketIAMPolicy:BucketIAMPolicy",
                {"bucket": "b", "policyData": _with_policy("allUsers")})],
        "allUsers",
    ),
    (
        "google-principal-public",
        [google("gcp:storage/bucketAccessControl:BucketAccessControl",
                {"bucket": "b", "role": "READER", "entity": "allUsers"})],
        "allUsers has READER",
    ),
    (
        "google-principal-public",
        [google("gcp:storage/bucketACL:BucketACL", {"roleEntities": ["READER:allUsers"]})],
        "allUsers has READER",
    ),
    ("google-pool-open", changed("google-users", "members", to=[WHOLE_POOL]), USER),
    (
        "google-pool-open",
        [google("gcp:projects/iAMPolicy:IAMPolicy", {"policyData": _with_policy(WHOLE_POOL)})],
        "name a subject",
    ),
    ("google-account-broad", changed("google-member", "role", to="roles/owner"), "roles/owner"),
    ("google-account-broad", changed("google-member", "role", to="roles/editor"), "custom role"),
    (
        "google-bucket-access",
        changed("google-documents", "uniformBucketLevelAccess", to=False),
        "is not true",
    ),
    (
        "google-bucket-access",
        changed("google-documents", "uniformBucketLevelAccess", to=None),
        "is not true",
    ),
    (
        "google-provider-audience",
        changed("google-provider", "oidc", "allowedAudiences", to=[]),
        "name the audience",
    ),
    (
        "google-provider-audience",
        changed("google-provider", "oidc", "allowedAudiences", to=None),
        "name the audience",
    ),
    (
        "google-provider-unconditional",
        changed("google-provider", "attributeCondition", to=None),
        "every token of the issuer",
    ),
    (
        "google-provider-foreign",
        [google(WORKLOAD_IDENTITY_PROVIDER, {"oidc": {"issuerUri": FOREIGN}})],
        "is not of this stack",
    ),
]  # fmt: skip

GOOGLE_UNKNOWN_VALUES = [
    ("google-account-key", "google-key", ("serviceAccountId",)),
    ("google-principal-public", "google-readers", ("member",)),
    ("google-principal-public", "google-users", ("members",)),
    ("google-principal-public", "google-users", ("members", 0)),
    ("google-pool-open", "google-users", ("members", 0)),
    ("google-account-broad", "google-member", ("role",)),
    ("google-account-broad", "google-member", ("member",)),
    ("google-bucket-access", "google-documents", ("uniformBucketLevelAccess",)),
    ("google-provider-audience", "google-provider", ("oidc", "allowedAudiences")),
    ("google-provider-audience", "google-provider", ("oidc",)),
    ("google-provider-unconditional", "google-provider", ("attributeCondition",)),
    ("google-provider-foreign", "google-provider", ("attributeCondition",)),
    ("google-provider-foreign", "google-provider", ("oidc", "issuerUri")),
]
