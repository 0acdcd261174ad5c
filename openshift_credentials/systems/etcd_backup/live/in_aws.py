"""Compare role, OIDC provider and bucket in AWS with the plan of the stack.

Source: IAM and Amazon S3 API references for the answers; "Amazon S3 API: HeadBucket" for a name of
another account.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import is_object, object_member, text_items
from openshift_credentials.live.check import Check, Purpose, failure, success, warning
from openshift_credentials.live.cloud import AwsCall
from openshift_credentials.live.managed import absent, existing
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.arns import OIDC_CLIENT_IDS, STS_AUDIENCE
from openshift_credentials.platforms.kubernetes.names import canonical_json
from openshift_credentials.systems.etcd_backup.live.bucket_in_aws import BUCKET_READS, bucket_checks
from openshift_credentials.systems.etcd_backup.live.copy_in_aws import copy_calls, copy_checks
from openshift_credentials.systems.etcd_backup.live.existing_role import (
    ROLE,
    existing_role_checks,
    policy_calls,
    role_calls,
)
from openshift_credentials.systems.etcd_backup.plan.aws import (
    ROLE_POLICY_NAME,
    PlannedRole,
    uploading_role,
)
from openshift_credentials.systems.etcd_backup.settings import (
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)

CALLER: Final = "AWS caller"
POLICY: Final = "AWS role policy"


def calls(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[AwsCall]:
    """Requests to AWS: everything by name, no lists."""
    storage = upload.storage

    def call(name: str, service: str, method: str, **parameters: str) -> AwsCall:
        return AwsCall(
            name=name, service=service, method=method, region=storage.region, parameters=parameters
        )

    yield call(CALLER, "sts", "get_caller_identity")
    if planned := uploading_role(settings, upload):
        if planned.existing:
            yield from role_calls(planned, storage.region)
        else:
            yield call(ROLE, "iam", "get_role", RoleName=planned.name)
            yield call(
                POLICY, "iam", "get_role_policy", RoleName=planned.name, PolicyName=ROLE_POLICY_NAME
            )
        for arn in planned.provider_arns:
            yield call(
                _provider(arn), "iam", "get_open_id_connect_provider", OpenIDConnectProviderArn=arn
            )
    if storage.bucket_account_id is None:
        for name, method in BUCKET_READS.items():
            yield call(name, "s3", method, Bucket=storage.bucket)
    yield from copy_calls(storage)


def more_calls(
    settings: EtcdBackupSettings, upload: S3Upload, observed: Observed
) -> Iterator[AwsCall]:
    """Requests that depend on answers: the policies of an existing role."""
    planned = uploading_role(settings, upload)
    if planned and planned.existing:
        yield from policy_calls(planned, upload.storage.region, observed)


def _provider(arn: str) -> str:
    return f"AWS OIDC provider {arn}"


def judge(
    settings: EtcdBackupSettings, upload: S3Upload, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    """Account, provider, role, bucket and an existing bucket of copies, in this order."""
    storage = upload.storage
    caller = observed.one(CALLER)
    if caller is not None:
        account = str(caller.get("Account"))
        if account != storage.account_id:
            yield failure(
                "cloud-account",
                f"account {account}",
                f"the credentials belong to account {account}, and the stack to "
                f"{storage.account_id}",
                "sign in to that account, or correct etcdBackup.storage.s3.accountId",
            )
            return
        yield success("cloud-account", f"account {account}", "the account of the stack")
    if planned := uploading_role(settings, upload):
        yield from _providers(settings, planned, observed, purpose)
        if planned.existing:
            providers = _accepted_providers(planned, observed)
            yield from existing_role_checks(planned, storage, providers, observed)
        else:
            yield from _role(settings, planned, storage, observed, purpose)
    if storage.bucket_account_id is None:
        yield from bucket_checks(settings, storage, observed, purpose)
    yield from copy_checks(storage, observed)


def _providers(
    settings: EtcdBackupSettings, planned: PlannedRole, observed: Observed, purpose: Purpose
) -> Iterator[Check]:
    names = [(arn, _provider(arn)) for arn in planned.provider_arns]
    if not observed.were_read(*(name for _, name in names)):
        return
    found = [(arn, one) for arn, name in names if (one := observed.one(name)) is not None]
    makes = settings.credentials.create_oidc_provider
    if not found:
        if purpose is Purpose.PREFLIGHT and makes:
            yield success("cloud-provider", planned.provider_arns[0], "the update creates it")
            return
        yield failure(
            "cloud-no-provider",
            planned.provider_arns[0],
            f"the account has no IAM OIDC provider of issuer {planned.issuer}",
            "set etcdBackup.credentials.createOidcProvider, or create it yourself",
        )
        return
    for arn, provider in found:
        if makes and purpose is Purpose.PREFLIGHT:
            yield existing(
                observed, resource_types.OIDC_PROVIDER, arn, "leave createOidcProvider out"
            )
        yield _audiences(settings, arn, provider)


def _accepted_providers(planned: PlannedRole, observed: Observed) -> Sequence[str]:
    """The providers from which tokens come; all that are possible while there is none."""
    found = [arn for arn in planned.provider_arns if observed.one(_provider(arn)) is not None]
    return found or planned.provider_arns


def _audiences(settings: EtcdBackupSettings, arn: str, provider: Mapping[str, object]) -> Check:
    """Whether a provider accepts the tokens of the backup Job and of Velero, if it has a role."""
    audiences = text_items(provider, "ClientIDList")
    missing = [audience for audience in OIDC_CLIENT_IDS if audience not in audiences]
    if STS_AUDIENCE in missing:
        return failure(
            "cloud-provider-audience",
            arn,
            f"its client IDs are {', '.join(audiences) or 'none'}, without {STS_AUDIENCE}",
            f"add {STS_AUDIENCE} to its client IDs",
        )
    if missing and (settings.credentials.restore or settings.oadp.velero.create_identity):
        return warning(
            "cloud-provider-audience-of-oadp",
            arn,
            f"its client IDs are {', '.join(audiences)}, without {', '.join(missing)}, for which "
            "OADP projects the token of Velero",
            f"add {', '.join(missing)} to its client IDs",
        )
    return success("cloud-provider", arn, f"it accepts tokens for {STS_AUDIENCE}")


def _role(
    settings: EtcdBackupSettings,
    planned: PlannedRole,
    storage: S3Storage,
    observed: Observed,
    purpose: Purpose,
) -> Iterator[Check]:
    answer = observed.one(ROLE)
    if answer is None:
        if observed.obstacle(ROLE) is Obstacle.ABSENT:
            yield absent("role", planned.arn, purpose)
        return
    role = object_member(answer, "Role")
    if purpose is Purpose.PREFLIGHT:
        yield existing(
            observed,
            resource_types.IAM_ROLE,
            planned.name,
            "set another etcdBackup.credentials.roleName",
        )
    differing = [
        what
        for what, wished, real in _pairs(settings, planned, storage, observed, role)
        if _canonical(wished) != _canonical(real)
    ]
    if not differing:
        if observed.were_read(POLICY):
            compared = "trust and permissions are" if _permissions(planned, storage) else "trust is"
            yield success("cloud-role", planned.arn, f"{compared} as planned")
        return
    tell = warning if purpose is Purpose.PREFLIGHT else failure
    yield tell(
        "cloud-role-differs",
        planned.arn,
        f"its {', '.join(differing)} differs from the plan",
        "'explain' prints the plan; 'pulumi up' corrects the role",
    )


def _pairs(
    settings: EtcdBackupSettings,
    planned: PlannedRole,
    storage: S3Storage,
    observed: Observed,
    role: Mapping[str, object],
) -> Iterator[tuple[str, object, object]]:
    """Compare the plan of a role with AWS, without parts that could not be read."""
    boundary = object_member(role, "PermissionsBoundary")
    yield "trust policy", planned.trust_policy, role.get("AssumeRolePolicyDocument")
    yield "path", planned.path, role.get("Path")
    yield (
        "permissions boundary",
        settings.credentials.permissions_boundary,
        boundary.get("PermissionsBoundaryArn"),
    )
    wanted, policy = _permissions(planned, storage), observed.one(POLICY)
    if wanted and observed.were_read(POLICY):
        yield "permission policy", wanted, policy.get("PolicyDocument") if policy else None


def _permissions(planned: PlannedRole, storage: S3Storage) -> str | None:
    """The policy, unless it contains a key whose ARN is known only to the state."""
    copy = storage.replication
    if storage.makes_key or (copy and copy.restore and copy.create_key):
        return None
    return planned.permission_policy(storage.kms_key_arn)


def _canonical(document: object) -> object:
    """A policy in a normal form, from text or object; other strings unchanged."""
    if isinstance(document, str) and document.startswith("{"):
        document = json.loads(document)
    return canonical_json(document) if is_object(document) else document
