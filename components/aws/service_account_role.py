"""IAM role that service accounts assume with their tokens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_aws import iam

from openshift_credentials.platforms.aws.arns import assert_same_role
from openshift_credentials.platforms.aws.policies.document import policy_digest

from ..base.component import Adoption, child_options, wait_until_effective
from ..base.engine import runs_on_an_engine
from ..base.errors import stopping_the_program

_SESSION_SECONDS: Final = 3600
"""What the uploader requests, and the shortest that IAM accepts."""

_OF_THE_ROLE: Final = ("assumeRolePolicy", "description", "maxSessionDuration", "path", "permissionsBoundary", "tags")
"""Inputs of a role that stay as they are on an adopted one; its inline policies are no input."""


@dataclass(frozen=True, kw_only=True)
class ServiceAccountRoleArgs:
    """The role's computed ARN, its policies, and the wait until they are effective.

    ``oidc_provider_arn`` is set if the stack creates the provider: a new provider makes what uses
    the role wait again. ``policy_name`` is the name of the inline policy.
    """

    role_name: str
    path: str = "/"
    expected_arn: str
    description: str
    trust_policy: pulumi.Input[str]
    permission_policy: pulumi.Input[str]
    policy_name: str
    permissions_boundary: str | None = None
    oidc_provider_arn: pulumi.Input[str] | None = None
    settle_seconds: int = 0
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class ServiceAccountRole(pulumi.ComponentResource):
    """A role that only the service accounts of its trust policy can assume.

    Its ARN is computed, so that the Secret is known before the role exists: :attr:`role_arn` is the
    computed ARN at preview, and on update the one that AWS returned; the update stops if they
    differ. What uses the role must wait for :attr:`settled`.
    """

    role_arn: pulumi.Output[str]

    def __init__(self, name: str, args: ServiceAccountRoleArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:ServiceAccountRole", name, None, opts)
        self._expected_arn = args.expected_arn
        child = child_options(self, opts)
        self.role = iam.Role(
            name,
            name=args.role_name,
            path=args.path,
            description=args.description,
            assume_role_policy=args.trust_policy,
            max_session_duration=_SESSION_SECONDS,
            permissions_boundary=args.permissions_boundary,
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(child, args.adoption.options(name, args.role_name, keep=_OF_THE_ROLE)),
        )
        self.policy = iam.RolePolicy(
            f"{name}-permissions",
            role=self.role.name,
            name=args.policy_name,
            policy=args.permission_policy,
            opts=pulumi.ResourceOptions.merge(
                child,
                args.adoption.options(f"{name}-permissions", f"{args.role_name}:{args.policy_name}", keep=("policy",)),
            ),
        )
        self.settled = wait_until_effective(
            f"{name}-settle",
            args.settle_seconds,
            after=[self.role, self.policy],
            triggers={
                "boundary": args.permissions_boundary or "none",
                "permissions": pulumi.Output.from_input(args.permission_policy).apply(policy_digest),
                "role": self.role.unique_id,
                "trust": pulumi.Output.from_input(args.trust_policy).apply(policy_digest),
                **({"provider": args.oidc_provider_arn} if args.oidc_provider_arn else {}),
            },
            opts=child,
        )
        if pulumi.runtime.is_dry_run():
            self.role_arn = pulumi.Output.from_input(args.expected_arn)
        else:
            self.role_arn = self.role.arn.apply(self._same_as_expected)
        self.register_outputs({"roleArn": self.role_arn})

    def _same_as_expected(self, arn: str | None) -> str:
        if arn is None and not runs_on_an_engine():
            return self._expected_arn
        with stopping_the_program():
            return assert_same_role(self._expected_arn, str(arn))
