"""Policies that only some roles can change, written by one of them."""

from collections.abc import Sequence
from functools import partial

import pulumi
import pulumi_aws as aws

from openshift_credentials.platforms.aws.policies.perimeter import assert_administrator

from ..base.errors import stopping_the_program


def by_an_administrator(
    parent: pulumi.Resource, policy: str, administrators: Sequence[str]
) -> pulumi.Input[str]:
    """``policy``; on update only after a check that the session can change it again.

    S3 accepts a policy that locks its author out. The session is that of the parent's provider.
    """
    if not administrators or pulumi.runtime.is_dry_run():
        return policy
    session = aws.get_caller_identity_output(opts=pulumi.InvokeOutputOptions(parent=parent))
    return session.arn.apply(partial(_check_session, policy, tuple(administrators)))


def _check_session(policy: str, administrators: tuple[str, ...], session: str) -> str:
    with stopping_the_program():
        assert_administrator(session, administrators)
    return policy
