"""Rules between the settings of the IAM role, and between them and cluster and bucket."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.aws.arns import issuer_problem, partition_of
from openshift_credentials.platforms.aws.policies.document import (
    INLINE_POLICIES_LIMIT,
    ROLE_NAME_LIMIT,
    TRUST_POLICY_LIMIT,
)
from openshift_credentials.stack.problems import invalid

from ..plan.aws import uploading_role
from ..rules.modes import CredentialMode
from ..settings import EtcdBackupSettings, S3Storage, S3Upload
from .tree import CREDENTIALS, S3, BackupTree


def iam_takes_the_issuer(tree: BackupTree) -> Iterator[Notice]:
    """IAM can have an OIDC provider for the issuer."""
    if tree.cluster is None or tree.effective_mode is not CredentialMode.AWS_STS:
        return
    if problem := issuer_problem(tree.cluster.oidc_issuer):
        yield tree.problem(
            "cluster.oidcIssuer",
            problem,
            "use a cluster with an issuer that IAM accepts, or set etcdBackup.credentials.mode to aws-static",
        )


def boundary_is_of_the_account(s3: S3Storage, tree: BackupTree) -> Iterator[Notice]:
    """The permissions boundary is a policy of the role's own account and partition."""
    arn = tree.credentials.permissions_boundary
    if arn is None:
        return
    path, own = f"{CREDENTIALS}.permissionsBoundary", partition_of(s3.region)
    _, partition, _, _, owner, _ = arn.split(":", 5)
    if partition != own:
        yield tree.problem(
            path, f"is in partition {partition}, but the role is in {own}", "use a policy of that partition"
        )
    elif owner not in (s3.account_id, "aws"):
        yield tree.problem(
            path,
            f"is a policy of account {owner}, but the role is in {s3.account_id}",
            "use a policy of that account, or a policy that AWS manages",
        )


_WRITTEN: Final = ("extraStatements", "permissionsBoundary", "settleSeconds")
"""Settings of what the stack writes on the upload role, and on no other."""


def existing_role_is_used_as_it_is(tree: BackupTree) -> Iterator[Notice]:
    """A role that exists has a name, and no setting of what the stack would write on it."""
    credentials = tree.credentials
    if not credentials.existing_role or tree.effective_mode is not CredentialMode.AWS_STS:
        return
    name = tree.value(f"{CREDENTIALS}.roleName")
    if name is None:
        yield tree.problem(f"{CREDENTIALS}.roleName", "is required when existingRole is true", "set it")
    elif isinstance(name, str) and len(name) > ROLE_NAME_LIMIT:
        yield tree.problem(
            f"{CREDENTIALS}.roleName",
            f"must be the name of a role that exists, and IAM accepts {ROLE_NAME_LIMIT} characters",
            "use the name of the role",
        )
    for setting in _WRITTEN:
        if tree.value(f"{CREDENTIALS}.{setting}") is not None:
            yield tree.problem(
                f"{CREDENTIALS}.{setting}",
                "has no effect: the role exists, and the stack never changes it",
                "remove it and change the role itself, or set existingRole to false",
            )


def documents_fit(settings: EtcdBackupSettings) -> Iterator[Notice]:
    """Trust and permission policy are within IAM's size limits."""
    upload = settings.upload
    if not isinstance(upload, S3Upload) or (role := uploading_role(settings, upload)) is None:
        return
    if role.existing:
        return
    storage = upload.storage
    if (size := len(role.trust_policy)) > TRUST_POLICY_LIMIT:
        yield invalid(
            f"{CREDENTIALS}.serviceAccounts",
            f"results in a trust policy of {size} characters, and IAM accepts {TRUST_POLICY_LIMIT}",
            "name fewer service accounts, or shorter ones",
        )
    key_arn = storage.kms_key_arn or (aws_rules.KMS_KEY_ARN.example if storage.makes_key else None)
    if (size := len(role.permission_policy(key_arn))) > INLINE_POLICIES_LIMIT:
        yield invalid(
            f"{CREDENTIALS}.extraStatements" if role.extra else f"{S3}.keyPrefix",
            f"results in a permission policy of {size} characters, and IAM accepts {INLINE_POLICIES_LIMIT}",
            "use fewer statements" if role.extra else "use fewer asterisks, which take four characters each",
        )
