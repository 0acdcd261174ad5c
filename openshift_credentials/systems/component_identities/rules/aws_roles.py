"""IAM roles of components: trust, permissions, description, tags.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/aws/create-iam-roles.go`` at
commit b187feee66f4. The trust policy also contains the audience, which ccoctl leaves to the
provider's list: tokens of the same service account for another audience are then rejected.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import input_problem, unusable_input
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.policies.trust import trust_statement
from openshift_credentials.platforms.credentials_requests import StatementEntry
from openshift_credentials.platforms.go.json import marshal, sort_members
from openshift_credentials.platforms.kubernetes.names import subject

COMPONENT_AUDIENCE: Final = "openshift"
"""Audience of the tokens that components get from the kubelet."""


Document = dict[str, object]


def role_description(namespace: str, secret: str) -> str:
    """Description of a role."""
    return f"OpenShift role for {namespace}/{secret}"


def create_role_policy_document(provider_arn: str, issuer: str, namespace: str, service_accounts: Sequence[str]) -> str:
    """The trust policy of ccoctl, byte for byte, which contains no audience.

    ``issuer`` is without ``https://``, as IAM returns the provider's URL. Raises
    :class:`UnusableInputError` if there is no service account, because nobody could assume the
    role.
    """
    if not service_accounts:
        raise unusable_input(NO_SERVICE_ACCOUNTS)
    first, *others = (_quote(subject(namespace, account)) for account in service_accounts)
    subjects = f"[ {first} " + "".join(f" , {other}" for other in others) + " ]"
    return (
        '{ "Version": "2012-10-17", "Statement": [ { "Effect": "Allow", '
        f'"Principal": {{ "Federated": {_quote(provider_arn)} }}, '
        '"Action": "sts:AssumeRoleWithWebIdentity", "Condition":  { "StringEquals": '
        f"{{ {_quote(f'{issuer}:sub')}: {subjects} }} }} }} ] }}"
    )


NO_SERVICE_ACCOUNTS: Final = "spec.serviceAccountNames is empty: nobody could assume the role; add the service accounts"


def component_trust(
    provider_arn: str, issuer: str, subjects: Sequence[str], audiences: Sequence[str] = (COMPONENT_AUDIENCE,)
) -> Document:
    """A trust policy for exactly these subjects of the issuer, and for one of these audiences.

    ``issuer`` is without ``https://``.
    """
    claims = {f"{issuer}:sub": list(subjects), f"{issuer}:aud": list(audiences)}
    return {"Version": "2012-10-17", "Statement": [trust_statement(provider_arn, {"StringEquals": claims})]}


def permission_policy(statements: Sequence[StatementEntry]) -> Document:
    """The permissions of a request, verbatim and in order."""
    return {"Version": "2012-10-17", "Statement": [_statement(entry) for entry in statements]}


def create_role_policy(statements: Sequence[StatementEntry]) -> str:
    """The same as the text that ccoctl writes."""
    return marshal(permission_policy(statements))


def statement_problems(statements: Sequence[StatementEntry]) -> Iterator[Notice]:
    """Why IAM rejects the permissions; ccoctl then leaves a role without a policy."""
    if not statements:
        yield input_problem("spec.providerSpec.statementEntries is empty: IAM rejects a policy without statements")
    for index, entry in enumerate(statements):
        field = f"spec.providerSpec.statementEntries[{index}]"
        if entry.effect not in ("Allow", "Deny"):
            yield input_problem(f"{field}.effect must be Allow or Deny")
        if not entry.action:
            yield input_problem(f"{field}.action is empty: IAM rejects a statement without an action")
        if not entry.resource:
            yield input_problem(f'{field}.resource is empty: set it; "*" means all resources')


def _statement(entry: StatementEntry) -> Mapping[str, object]:
    condition = entry.policy_condition
    return {
        "Effect": entry.effect,
        "Action": None if entry.action is None else list(entry.action),
        "Resource": entry.resource,
        **({"Condition": sort_members(condition)} if condition else {}),
    }


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
