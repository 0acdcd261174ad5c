"""IAM role that service accounts assume with their tokens."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import iam

from components.base.adoption import taken_over
from components.base.errors import stopping_the_program
from components.base.options import child_options
from components.base.settle import settled
from openshift_credentials.platforms.aws.arns import assert_same_role
from openshift_credentials.platforms.aws.policies.document import policy_digest


@dataclass(frozen=True, kw_only=True)
class ServiceAccountRoleArgs:
    """The role's computed ARN, its policies, and the wait until they are effective.

    ``oidc_provider_arn`` is set if the stack creates the provider: a new provider makes backups
    wait again. ``policy_name`` is the name of the inline policy. With ``import_id``, the existing
    role is imported unchanged.
    """

    role_name: str
    path: str
    expected_arn: str
    description: str
    trust_policy: str
    permission_policy: pulumi.Input[str]
    policy_name: str = "upload-etcd-snapshots"
    max_session_duration: int = 3600
    permissions_boundary: str | None = None
    oidc_provider_arn: pulumi.Input[str] | None = None
    settle_seconds: int = 0
    import_id: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class ServiceAccountRole(pulumi.ComponentResource):
    """A role that only the service accounts of its trust policy can assume.

    Its ARN is computed, so that the Secret is known before the role exists: :attr:`role_arn` is the
    computed ARN at preview, and on update the one that AWS returned; the update stops if they
    differ. Backups must wait for :attr:`settled`.
    """

    role_arn: pulumi.Output[str]

    def __init__(
        self, name: str, args: ServiceAccountRoleArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:ServiceAccountRole", name, None, opts)
        self._expected_arn = args.expected_arn
        child = child_options(self, opts)
        self.role = iam.Role(
            name,
            name=args.role_name,
            path=args.path,
            description=args.description,
            assume_role_policy=args.trust_policy,
            max_session_duration=args.max_session_duration,
            permissions_boundary=args.permissions_boundary,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(child, taken_over(args.import_id)),
        )
        self.policy = iam.RolePolicy(
            f"{name}-permissions",
            role=self.role.name,
            name=args.policy_name,
            policy=args.permission_policy,
            opts=child,
        )
        self.settled = settled(
            f"{name}-settle",
            args.settle_seconds,
            after=[self.role, self.policy],
            triggers={
                "boundary": args.permissions_boundary or "none",
                "permissions": pulumi.Output.from_input(args.permission_policy).apply(
                    policy_digest
                ),
                "role": self.role.unique_id,
                "trust": policy_digest(args.trust_policy),
                **({"provider": args.oidc_provider_arn} if args.oidc_provider_arn else {}),
            },
            opts=child,
        )
        if pulumi.runtime.is_dry_run():
            self.role_arn = pulumi.Output.from_input(args.expected_arn)
        else:
            self.role_arn = self.role.arn.apply(self._same_as_expected)
        self.register_outputs({"roleArn": self.role_arn})

    def _same_as_expected(self, arn: str) -> str:
        with stopping_the_program():
            return assert_same_role(self._expected_arn, arn)
