"""The plan of backups to S3: the IAM role with its policies, and statements about it for policies of others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, assert_never

from pydantic import SecretStr

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws import names as aws
from openshift_credentials.platforms.aws.names import OIDC_CLIENT_IDS, STS_AUDIENCE, UNKNOWN_KEY_ID, bucket_arn
from openshift_credentials.platforms.aws.policies import (
    Statement,
    account_of,
    document,
    literal,
    one_or_many,
    trust_policy,
)
from openshift_credentials.platforms.kubernetes.names import subject, within
from openshift_credentials.stack.explanation import Way
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules import oadp, payloads
from ..rules.adopted import UploadToken
from ..rules.modes import CREDENTIALS_KEY
from ..rules.names import VELERO_SERVICE_ACCOUNT, service_account_subject
from ..rules.payloads import SecretContent
from ..rules.policies import ActionPurpose, actions_for, upload_policy
from ..settings import AwsIdentity, AwsStatic, AwsSts, S3Storage
from .base import BackupPlan, readable_or_example


@dataclass(frozen=True, kw_only=True)
class StatementsElsewhere(Outputs):
    """Policy documents for others to apply."""

    statements_for_the_bucket: Annotated[
        str | None, About("Bucket policy for the owner of a bucket in another account.")
    ]
    statements_for_the_key: Annotated[str | None, About("Key policy for the owner of a key in another account.")]


@dataclass(frozen=True, eq=False)
class PlannedRole:
    """Everything about the role that is known before it exists.

    Of an ``existing`` one, the policies are what its own policies must at least allow.
    """

    plan: "S3Plan"
    identity: AwsSts

    @property
    def name(self) -> str:
        return self.plan.identity_name

    @property
    def arn(self) -> str:
        return self.plan.role_arn

    @property
    def existing(self) -> bool:
        return self.identity.existing_role

    @property
    def description(self) -> str:
        return f"Uploads etcd snapshots of {self.plan.settings.cluster.name} to {self.plan.storage.bucket}"

    @property
    def issuer(self) -> str:
        return self.plan.settings.cluster.oidc_issuer

    @cached_property
    def provider_arns(self) -> tuple[str, ...]:
        """ARNs of the OIDC provider: more than one if its name is not certain (:func:`oidc_provider_arns`)."""
        return aws.oidc_provider_arns(self.plan.partition, self.plan.storage.account_id, self.issuer)

    @cached_property
    def trusted(self) -> tuple[UploadToken, ...]:
        """Who can assume it.

        The token of Velero is projected by OADP for ``openshift`` or by the pod identity webhook for
        ``sts.amazonaws.com``. Source: openshift/oadp-operator ``internal/controller/velero.go``, volume
        ``bound-sa-token``.
        """
        cluster, identity = self.plan.settings.cluster, self.identity
        backup_job = service_account_subject(cluster.operator_namespace)
        velero = subject(cluster.oadp_namespace, VELERO_SERVICE_ACCOUNT)
        whys = [(backup_job, "the backup Job uploads with it")]
        if identity.restore:
            whys.append((velero, "OADP's plugin signs restores with it (etcdBackup.credentials.restore)"))
        taken = [known for known, _ in whys]
        for index, account in enumerate(identity.service_accounts):
            if (extra := subject(*account.split("/"))) not in taken:
                whys.append((extra, f"etcdBackup.credentials.serviceAccounts[{index}]"))
        return tuple(
            UploadToken(known, OIDC_CLIENT_IDS if known == velero else (STS_AUDIENCE,), why) for known, why in whys
        )

    @cached_property
    def trust_policy(self) -> str:
        velero = [token.subject for token in self.trusted if len(token.audiences) > 1]
        others = [token.subject for token in self.trusted if len(token.audiences) == 1]
        account_id = self.plan.storage.account_id
        return trust_policy(self.plan.partition, account_id, self.issuer, others, with_either_audience=velero)

    def permission_policy(self, kms_key_arn: str | None) -> str:
        """The permission policy of the role; the ARN of a new key is known only later."""
        storage = self.plan.storage
        return upload_policy(
            self.plan.partition,
            storage.region,
            storage.bucket,
            self.plan.upload_prefixes,
            kms_key_arn=kms_key_arn,
            restore=self.identity.restore,
            resource_account=storage.bucket_account_id or storage.account_id,
            extra=self.identity.extra_statements,
        )

    @property
    def bucket_statement(self) -> Statement:
        """What the policy of a bucket in another account has to allow."""
        actions = actions_for(ActionPurpose.UPLOAD)
        if self.identity.restore:
            actions += actions_for(ActionPurpose.RESTORE)
        arn = bucket_arn(self.plan.partition, self.plan.storage.bucket)
        return {
            "Sid": "UploadFromElsewhere1",
            "Effect": "Allow",
            **account_of(self.arn),
            "Action": one_or_many(actions),
            "Resource": one_or_many(
                f"{arn}/{literal(prefix.removesuffix('/'))}/*" for prefix in self.plan.upload_prefixes
            ),
        }

    @property
    def key_statement(self) -> Statement:
        """What the policy of a key has to allow; ``*`` is the key itself."""
        return {
            "Sid": "EncryptFromElsewhere1",
            "Effect": "Allow",
            **account_of(self.arn),
            "Action": one_or_many(actions_for(ActionPurpose.ENCRYPT)),
            "Resource": "*",
        }


@dataclass(frozen=True, eq=False)
class S3Plan(BackupPlan[S3Storage, AwsIdentity]):
    PLATFORM = oadp.Platform.AWS
    SETTLE_SECONDS = 30
    """AWS states no bound ("Changes that I make are not always immediately visible", IAM User Guide);
    reports mention 5 to 15 seconds."""

    @cached_property
    def partition(self) -> str:
        return aws.partition_of(self.storage.region)

    @cached_property
    def identity_name(self) -> str:
        return within(64, self.settings.credentials.role_name or self.default_identity_name)

    @cached_property
    def role_arn(self) -> str:
        """ARN of the role, if there is one."""
        path = self.settings.credentials.role_path
        return aws.role_arn(self.partition, self.storage.account_id, self.identity_name, path)

    @cached_property
    def role(self) -> PlannedRole | None:
        """The role that uploads; static keys have none."""
        match self.identity:
            case AwsSts():
                return PlannedRole(self, self.identity)
            case AwsStatic():
                return None
            case _:
                assert_never(self.identity)

    @property
    def ways(self) -> Sequence[Way]:
        role = self.role
        if role is None:
            return ()
        return [Way(role.issuer, each.subject, " or ".join(each.audiences), each.why) for each in role.trusted]

    def content(self, assigned: str | None = None) -> SecretContent:
        match identity := self.identity:
            case AwsSts():
                return payloads.aws_sts(self.role_arn if assigned is None else assigned)
            case AwsStatic(credentials_file=SecretStr() as file) if not is_sealed(file):
                return {CREDENTIALS_KEY: file.get_secret_value()}
            case AwsStatic():
                token = identity.session_token
                return payloads.aws_static(
                    readable_or_example(identity.access_key_id, payloads.ACCESS_KEY_ID),
                    readable_or_example(identity.secret_access_key, payloads.SECRET_ACCESS_KEY),
                    None if token is None else readable_or_example(token, payloads.SESSION_TOKEN),
                )
            case _:
                assert_never(identity)

    def upload_target(self, common: Mapping[str, object]) -> dict[str, object]:
        storage = self.storage
        key = {"kmsKeyARN": storage.kms_key_arn} if storage.kms_key_arn else {}
        return {"bucket": storage.bucket, "region": storage.region, **common, **key}

    @property
    def velero_bucket(self) -> tuple[str, str, dict[str, str]]:
        # Without ``region``, the plugin's CR is rejected.
        return "aws", self.storage.bucket, {"region": self.storage.region}

    @property
    def store_names(self) -> Mapping[str, str]:
        storage = self.storage
        if storage.existing:
            return {}
        names = {"s3.bucket": storage.bucket, "s3.region": storage.region, "s3.accountId": storage.account_id}
        if storage.kms and storage.makes_key:
            names |= {"s3.kms.create": "true", "s3.kms.alias": storage.kms.alias or storage.bucket.replace(".", "-")}
        return names

    @property
    def example_key_arn(self) -> str | None:
        """The key of the bucket; AWS assigns the ID of a new one."""
        if not self.storage.makes_key:
            return self.storage.kms_key_arn
        return f"arn:{self.partition}:kms:{self.storage.region}:{self.storage.account_id}:key/{UNKNOWN_KEY_ID}"

    @property
    def statements_elsewhere(self) -> StatementsElsewhere:
        """Policy documents for others to apply; a role needs the same rights by its own policy."""
        storage, role = self.storage, self.role
        is_elsewhere = role and storage.bucket_account_id is not None
        needs_key = role and storage.kms_key_arn and (is_elsewhere or (role.existing and not storage.existing))
        return StatementsElsewhere(
            statements_for_the_bucket=document(role.bucket_statement) if role and is_elsewhere else None,
            statements_for_the_key=document(role.key_statement) if role and needs_key else None,
        )

    @property
    def key_statements(self) -> Sequence[Statement]:
        """Statements of the policy of a new key, in addition to the account's IAM.

        Nobody knows its ARN before, so that only this policy can let an existing role use it.
        """
        return [self.role.key_statement] if self.role and self.role.existing else []

    def assert_role_stays(self, created: Collection[str]) -> None:
        """Raise :class:`ContractError` if an existing role is one that the stack has created itself.

        ``created`` are the ARNs of the roles in the state: the engine deletes what the settings do not create any more.
        """
        if self.role and self.role.existing and self.role.arn in created:
            raise ContractError(
                f"openshift-credentials:etcdBackup.credentials.existingRole: this stack has created "
                f"{self.role.arn}, so the update would delete the role that it is about to use. Nothing was "
                "changed: remove existingRole, name another role, or first remove role and policy from "
                "the state with 'pulumi state delete', which leaves them in AWS"
            )
