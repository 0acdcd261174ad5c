"""Policies that only some roles can change, written by one of them."""

from collections.abc import Sequence

import pulumi
import pulumi_aws as aws

from openshift_credentials.platforms.aws.policies.perimeter import assert_administrator

from ..base.errors import stopping_the_program
from ..base.questions import ask


def by_an_administrator(parent: pulumi.Resource, policy: str, administrators: Sequence[str]) -> str:
    """``policy``; on update only after a check that the session can change it again.

    S3 accepts a policy that locks its author out. The session is that of the parent's provider.
    """
    if not administrators or pulumi.runtime.is_dry_run():
        return policy
    session = ask(
        lambda: aws.get_caller_identity(opts=pulumi.InvokeOptions(parent=parent)),
        about=f"perimeter.administrators = {', '.join(administrators)}",
        why="AWS did not say who is signed in, so it is not known whether this session could "
        "change the policy again that it is about to write",
        way_out="check the credentials with 'aws sts get-caller-identity' and deploy again, or "
        "remove the setting",
    )
    with stopping_the_program():
        assert_administrator(session.arn, administrators)
    return policy
