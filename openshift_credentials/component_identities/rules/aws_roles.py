"""IAM roles of components: trust, permissions, description, tags.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/aws/create-iam-roles.go`` at
commit b187feee66f4. The trust also names the audience, which ccoctl leaves to the provider's
list: a token of the same service account for another party is then of no use.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from openshift_credentials.credentials_requests import StatementEntry
from openshift_credentials.credentials_requests.go_marshal import marshal, sorted_members
from openshift_credentials.errors import UnusableInputError

COMPONENT_AUDIENCE: Final = "openshift"
"""Audience of the tokens that components get from the kubelet."""


Document = dict[str, object]


def role_description(namespace: str, secret: str) -> str:
    """Description of a role."""
    return f"OpenShift role for {namespace}/{secret}"


def create_role_policy_document(
    provider_arn: str, issuer: str, namespace: str, service_accounts: Sequence[str]
) -> str:
    """The trust policy of ccoctl to the byte, which names no audience.

    ``issuer`` is without ``https://``, as IAM gives the provider's URL back. Raises
    :class:`UnusableInputError` where there is no service account: nobody could have the role.
    """
    if not service_accounts:
        raise UnusableInputError([NO_SERVICE_ACCOUNTS])
    first, *others = (_quoted(_subject(namespace, account)) for account in service_accounts)
    subjects = f"[ {first} " + "".join(f" , {other}" for other in others) + " ]"
    return (
        '{ "Version": "2012-10-17", "Statement": [ { "Effect": "Allow", '
        f'"Principal": {{ "Federated": {_quoted(provider_arn)} }}, '
        '"Action": "sts:AssumeRoleWithWebIdentity", "Condition":  { "StringEquals": '
        f"{{ {_quoted(f'{issuer}:sub')}: {subjects} }} }} }} ] }}"
    )


NO_SERVICE_ACCOUNTS: Final = (
    "spec.serviceAccountNames is empty: nobody could have the role; name the service accounts"
)


def trust_policy(
    provider_arn: str,
    issuer: str,
    namespace: str,
    service_accounts: Sequence[str],
    audiences: Sequence[str] = (COMPONENT_AUDIENCE,),
) -> Document:
    """Exactly these service accounts of the issuer, with one of these audiences.

    ``issuer`` is without ``https://``. Raises as :func:`create_role_policy_document` does.
    """
    if not service_accounts:
        raise UnusableInputError([NO_SERVICE_ACCOUNTS])
    subjects = [_subject(namespace, account) for account in service_accounts]
    return {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Effect": "Allow",
                "Principal": {"Federated": provider_arn},
                "Action": "sts:AssumeRoleWithWebIdentity",
                "Condition": {
                    "StringEquals": {
                        f"{issuer}:sub": subjects,
                        f"{issuer}:aud": list(audiences),
                    }
                },
            }
        ],
    }


def permission_policy(statements: Sequence[StatementEntry]) -> Document:
    """The permissions that a request states: verbatim and in order, nothing added."""
    return {"Version": "2012-10-17", "Statement": [_statement(entry) for entry in statements]}


def create_role_policy(statements: Sequence[StatementEntry]) -> str:
    """The same as the text that ccoctl puts."""
    return marshal(permission_policy(statements))


def statement_problems(statements: Sequence[StatementEntry]) -> list[str]:
    """Why IAM refuses the permissions; ccoctl leaves a role without a policy behind then."""
    if not statements:
        return ["spec.providerSpec.statementEntries is empty: IAM takes no policy without one"]
    problems: list[str] = []
    for index, entry in enumerate(statements):
        field = f"spec.providerSpec.statementEntries[{index}]"
        if entry.effect not in ("Allow", "Deny"):
            problems.append(f"{field}.effect must be Allow or Deny")
        if not entry.action:
            problems.append(f"{field}.action is empty: IAM takes no statement without one")
        if not entry.resource:
            problems.append(f'{field}.resource is empty: give it, "*" for all')
    return problems


def _statement(entry: StatementEntry) -> Mapping[str, object]:
    condition = entry.policy_condition
    return {
        "Effect": entry.effect,
        "Action": None if entry.action is None else list(entry.action),
        "Resource": entry.resource,
        **({"Condition": sorted_members(condition)} if condition else {}),
    }


def _subject(namespace: str, account: str) -> str:
    return f"system:serviceaccount:{namespace}:{account}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
