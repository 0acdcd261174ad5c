"""What each rule refuses and misses, and what it cannot know yet."""

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from openshift_credentials.platforms.resource_types import WORKLOAD_IDENTITY_PROVIDER
from policies.resources import StackResource
from tests.policies.compliant_stack import HTTPS, JOB, POOL, POOL_USER, TRUST, backup, good, resource, secret


def changed(name: str, *path: str | int, to: object) -> list[StackResource]:
    """The good stack with one value of one resource changed, or taken away by ``None``."""
    return list(_changed(name, path, to))


def _changed(name: str, path: Sequence[str | int], to: object) -> Iterator[StackResource]:
    for each in good():
        if each.name != name:
            yield each
            continue
        props: Any = copy.deepcopy(dict(each.props))
        at = props
        for part in path[:-1]:
            at = at[part]
        if to is None:
            at.pop(path[-1])
        else:
            at[path[-1]] = to
        yield replace(each, props=props)


def without(name: str) -> list[StackResource]:
    return [each for each in good() if each.name != name]


def _trust(**condition: Mapping[str, str]) -> list[StackResource]:
    statement = json.loads(TRUST)["Statement"][0]
    policy = json.dumps({"Statement": {**statement, "Condition": condition}})
    return changed("role", "assumeRolePolicy", to=policy)


def _with_policy(member: str) -> str:
    return json.dumps({"bindings": [{"role": POOL_USER, "members": ["user:a@b.c", member]}]})


AUD: Final = "oidc.example.com/mc:aud"
SUB: Final = "oidc.example.com/mc:sub"
STS: Final = "sts.amazonaws.com"
EVERYBODY: Final = {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "s3:GetObject"}
PUBLIC: Final = json.dumps({"Statement": [*json.loads(HTTPS)["Statement"], EVERYBODY]})
WHOLE_POOL: Final = f"principalSet://iam.googleapis.com/{POOL}/*"
FOREIGN: Final = {"oidc": {"issuerUri": "https://issuer.example.com/all"}}

REFUSED: Final = [
    ("snapshot-bucket-public", changed("bucket", "acl", to="public-read"), "public ACL"),
    ("snapshot-bucket-public", changed("block", "blockPublicAcls", to=False), "blockPublicAcls"),
    ("snapshot-bucket-public", changed("policy", "policy", to=PUBLIC), "allows public access"),
    ("snapshot-bucket-public", without("block"), "no BucketPublicAccessBlock"),
    ("role-trust-open", _trust(StringEquals={SUB: JOB}), "does not compare aud"),
    ("role-trust-open", _trust(StringEquals={AUD: STS}), "does not compare sub"),
    (
        "role-trust-open",
        _trust(StringEquals={AUD: STS}, StringLike={SUB: "system:*"}),
        "wildcard",
    ),
    ("role-trust-open", _trust(StringEquals={AUD: "x", SUB: JOB}), "aud is x"),
    ("role-trust-open", _trust(StringNotEquals={AUD: STS, SUB: JOB}), "does not compare sub"),
    ("role-trust-open", changed("role", "assumeRolePolicy", to="{"), "not a policy document"),
    ("snapshot-container-public", changed("container", "publicAccess", to="Blob"), "Blob"),
    ("federation-audience", changed("federation", "audiences", to=[STS]), "audiences"),
    ("federation-audience", changed("federation", "audiences", to=None), "audiences"),
    (
        "backup-subject-elsewhere",
        changed("federation", "subject", to=JOB.replace("hypershift", "clusters-a")),
        "backups run as",
    ),
    (
        "backup-subject-elsewhere",
        changed("role", "assumeRolePolicy", to=TRUST.replace("hypershift", "clusters-a")),
        "backups run as",
    ),
    ("backup-refused", changed("nightly", "spec", "storage", "s3", "bucket", to="A"), "bucket"),
    ("backup-refused", changed("nightly", "spec", to=None), "spec"),
    ("backup-changed", [*good(), backup(bucket="other-bucket")], "immutable"),
    (
        "backup-secret-misread",
        [*without("cloud-credentials"), secret("cloud-credentials", {"credential": "arn:x"})],
        "s3-no-credentials",
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
    (
        "google-principal-public",
        [resource("gcp:projects/iAMMember:IAMMember", {"role": "r", "member": "allUsers"})],
        "allUsers",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketIAMPolicy:BucketIAMPolicy",
                  {"bucket": "b", "policyData": _with_policy("allUsers")})],
        "allUsers",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketAccessControl:BucketAccessControl",
                  {"bucket": "b", "role": "READER", "entity": "allUsers"})],
        "allUsers has READER",
    ),
    (
        "google-principal-public",
        [resource("gcp:storage/bucketACL:BucketACL", {"roleEntities": ["READER:allUsers"]})],
        "allUsers has READER",
    ),
    ("google-pool-open", changed("google-users", "members", to=[WHOLE_POOL]), POOL_USER),
    (
        "google-pool-open",
        [resource("gcp:projects/iAMPolicy:IAMPolicy", {"policyData": _with_policy(WHOLE_POOL)})],
        "name a subject",
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
        "google-provider-foreign",
        [resource(WORKLOAD_IDENTITY_PROVIDER, FOREIGN)],
        "is not of this stack",
    ),
]  # fmt: skip

NOT_KNOWN: Final = [
    ("snapshot-bucket-public", "bucket", ("acl",)),
    ("snapshot-bucket-public", "bucket", ("bucket",)),
    ("snapshot-bucket-public", "block", ("blockPublicAcls",)),
    ("snapshot-bucket-public", "block", ("bucket",)),
    ("snapshot-bucket-public", "policy", ("policy",)),
    ("role-trust-open", "role", ("assumeRolePolicy",)),
    ("snapshot-container-public", "container", ("publicAccess",)),
    ("federation-audience", "federation", ("audiences",)),
    ("federation-audience", "federation", ("audiences", 0)),
    ("backup-subject-elsewhere", "federation", ("subject",)),
    ("backup-refused", "nightly", ("spec", "storage", "s3", "bucket")),
    ("backup-changed", "nightly", ("spec", "storage")),
    ("backup-secret-misread", "cloud-credentials", ("data", "credentials")),
    ("google-principal-public", "google-readers", ("member",)),
    ("google-principal-public", "google-users", ("members",)),
    ("google-principal-public", "google-users", ("members", 0)),
    ("google-pool-open", "google-users", ("members", 0)),
    ("google-provider-audience", "google-provider", ("oidc", "allowedAudiences")),
    ("google-provider-audience", "google-provider", ("oidc",)),
    ("google-provider-foreign", "google-provider", ("attributeCondition",)),
    ("google-provider-foreign", "google-provider", ("oidc", "issuerUri")),
]
