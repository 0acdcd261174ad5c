"""Existing IAM role that is only read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import iam

from openshift_credentials.systems.etcd_backup.rules.adopted_role import (
    UploadToken,
    assert_existing_role,
    trust_notices,
)

from ...base.engine import runs_on_an_engine
from ...base.errors import stopping_the_program
from ...base.options import child_options
from ...base.telling import tell


@dataclass(frozen=True, kw_only=True)
class AdoptedRoleArgs:
    """Name and ARN from the settings, and the tokens that the role must admit.

    ``provider_arns`` are those of the OIDC providers from which the tokens may come.
    """

    role_name: str
    expected_arn: str
    provider_arns: Sequence[str]
    tokens: Sequence[UploadToken]


class AdoptedRole(pulumi.ComponentResource):
    """A role outside the stack: read, but never changed or deleted.

    A trust policy that does not admit a service account is a warning, at preview too. A role with
    another path than the settings stops the program: on update, :attr:`role_arn` is known only
    after this check.
    """

    role_arn: pulumi.Output[str]

    def __init__(
        self, name: str, args: AdoptedRoleArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:AdoptedRole", name, None, opts)
        self._args = args
        self.role = iam.Role.get(name, args.role_name, opts=child_options(self, opts))
        found = pulumi.Output.all(
            arn=self.role.arn, trust_policy=self.role.assume_role_policy
        ).apply(self._judge)
        self.role_arn = (
            pulumi.Output.from_input(args.expected_arn)
            if pulumi.runtime.is_dry_run()
            else found.apply(lambda _: args.expected_arn)
        )
        self.settled: Sequence[pulumi.Resource] = (self.role,)
        self.register_outputs({"roleArn": self.role_arn})

    def _judge(self, read: Mapping[str, str | None]) -> None:
        args = self._args
        if read["arn"] is None and not runs_on_an_engine():
            return
        with stopping_the_program():
            assert_existing_role(args.expected_arn, str(read["arn"]))
        for notice in trust_notices(read["trust_policy"], args.provider_arns, args.tokens):
            tell(notice.at(f"role {args.role_name}"), self.role)
