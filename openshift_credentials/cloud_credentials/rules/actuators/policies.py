"""Policies of the IAM users that the operator mints.

Source: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go`` at b187feee66f4.
"""

from collections.abc import Sequence
from typing import cast

from openshift_credentials.component_identities.rules.aws_roles import permission_policy
from openshift_credentials.credentials_requests import StatementEntry, aws_provider_spec
from openshift_credentials.credentials_requests.go_marshal import marshal


def aws_mint_policy(provider_spec: str, user_arn: str) -> str:
    """The inline policy of a minted user: what the request states, and to look at itself.

    Raises :class:`ProviderSpecError`.
    """
    return user_policy(aws_provider_spec(provider_spec).statement_entries, user_arn)


def user_policy(statements: Sequence[StatementEntry], user_arn: str) -> str:
    """The same from statements."""
    document = permission_policy(statements)
    stated = cast("list[object]", document["Statement"])
    itself = {"Effect": "Allow", "Action": ["iam:GetUser"], "Resource": user_arn}
    return marshal({**document, "Statement": [*stated, itself]})
