"""IAM role that the backup Job assumes with its ServiceAccount token."""

from dataclasses import dataclass

import pulumi
from pulumi_aws import iam

from components.errors import stopping_the_program
from hcpbackup.contract.aws import assert_same_role, partition_of, role_arn
from hcpbackup.contract.names import service_account_subject
from hcpbackup.contract.policies import trust_policy, upload_policy


@dataclass(frozen=True, kw_only=True)
class UploadRoleArgs:
    """Who may assume the role, and where it may upload."""

    role_name: str
    account_id: str
    region: str
    issuer: str
    operator_namespace: str
    bucket: str
    key_prefix: str
    kms_key_arn: str | None = None


class UploadRole(pulumi.ComponentResource):
    """A role that only ``etcd-backup-job`` of the operator's namespace may assume.

    Its ARN is computed, so that the Secret is certain before the role exists; on update it is
    compared with the ARN that AWS returns.
    """

    expected_arn: str
    role: iam.Role
    settled: pulumi.Resource

    def __init__(
        self, name: str, args: UploadRoleArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("hcp-etcd-backup:aws:UploadRole", name, None, opts)
        partition = partition_of(args.region)
        self.expected_arn = role_arn(partition, args.account_id, args.role_name)
        self.role = iam.Role(
            name,
            name=args.role_name,
            description=f"Uploads etcd snapshots to s3://{args.bucket}/{args.key_prefix}",
            assume_role_policy=trust_policy(
                partition,
                args.account_id,
                args.issuer,
                [service_account_subject(args.operator_namespace)],
            ),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.settled = iam.RolePolicy(
            f"{name}-upload",
            role=self.role.name,
            name="upload-etcd-snapshots",
            policy=upload_policy(
                partition, args.region, args.bucket, args.key_prefix, args.kms_key_arn
            ),
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({"roleArn": self.role_arn})

    @property
    def role_arn(self) -> pulumi.Output[str]:
        """ARN of the role: the computed one at preview, on update the one AWS returned.

        The update stops where the two differ.
        """
        if pulumi.runtime.is_dry_run():
            return pulumi.Output.from_input(self.expected_arn)
        return self.role.arn.apply(self._same_as_expected)

    def _same_as_expected(self, arn: str) -> str:
        with stopping_the_program():
            return assert_same_role(self.expected_arn, arn)
