"""Identities as JSON and as text."""

from collections.abc import Iterator, Mapping

from openshift_credentials.base.json_values import is_array, object_items, object_member
from openshift_credentials.platforms.manifests.values import printable
from openshift_credentials.systems.component_identities.rules.aws_plan import (
    ComponentRole,
    RoleOptions,
)
from openshift_credentials.systems.component_identities.rules.azure_plan import ComponentIdentity
from openshift_credentials.systems.component_identities.rules.gcp_commands import account_commands
from openshift_credentials.systems.component_identities.rules.gcp_plan import (
    ComponentServiceAccount,
    PoolOptions,
)

Json = Mapping[str, object]


def role_answer(role: ComponentRole, options: RoleOptions) -> Json:
    """A role: documents as objects, the manifest as text."""
    boundary = options.permissions_boundary_arn
    return {
        "secret": str(role.secret),
        "roleName": role.role_name,
        "roleArn": role.role_arn,
        "description": role.description,
        "tags": role.tags,
        **({"permissionsBoundary": boundary} if boundary else {}),
        "trustPolicy": role.trust_policy,
        "permissionPolicy": role.permission_policy,
        "manifest": role.manifest,
    }


def identity_answer(identity: ComponentIdentity) -> Json:
    """A managed identity; values that Azure assigns are placeholders in the manifest."""
    custom = identity.custom_role
    return {
        "secret": str(identity.secret),
        "identityName": identity.identity_name,
        "tags": identity.tags,
        "federations": [
            {
                "name": federation.name,
                "issuer": federation.issuer,
                "subject": federation.subject,
                "audiences": [federation.audience],
            }
            for federation in identity.federations
        ],
        "customRole": custom.properties() if custom else None,
        "roleAssignments": [
            {"role": assignment.role, "scope": assignment.scope}
            for assignment in identity.role_assignments
        ],
        "manifest": identity.manifest,
    }


def service_account_answer(account: ComponentServiceAccount, options: PoolOptions) -> Json:
    """A service account of Google Cloud, with the commands that create it."""
    custom = {
        "id": account.custom_role_id,
        "title": account.custom_role_title,
        "permissions": list(account.permissions),
    }
    return {
        "secret": str(account.secret),
        "serviceAccountId": account.account_id,
        "displayName": account.display_name,
        "customRole": custom if account.permissions else None,
        "roles": list(account.roles),
        "members": list(account.members),
        "credentialsConfig": account.credentials_config,
        "commands": account_commands(account, options),
        "manifest": account.manifest,
    }


def lines(answer: Json) -> Iterator[str]:
    """An answer for people: one line for the identity, with details below."""
    name = answer.get("roleName") or answer.get("identityName") or answer.get("displayName")
    yield printable(f"{answer['secret']}  {name or answer.get('file')}")
    if "roleArn" in answer:
        yield printable(f"  role       {answer['roleArn']}")
    for title, found in (("can use it", _subjects(answer)), ("may do", _permissions(answer))):
        for index, text in enumerate(found):
            yield printable(f"  {title if index == 0 else '':<10} {text}")


def _subjects(answer: Json) -> list[str]:
    members = answer.get("members") or [
        item["subject"] for item in object_items(answer, "federations")
    ]
    for statement in object_items(answer, "trustPolicy", "Statement"):
        condition = object_member(statement, "Condition", "StringEquals")
        members = [
            subject
            for key, subjects in condition.items()
            if key.endswith(":sub")
            for subject in _texts(subjects)
        ]
    return _texts(members)


def _permissions(answer: Json) -> list[str]:
    assigned = [
        f"{item['role']} in {item['scope']}" for item in object_items(answer, "roleAssignments")
    ]
    stated = [
        f"{statement['Effect']} {', '.join(_texts(statement['Action']))} on {statement['Resource']}"
        + (" under a condition" if "Condition" in statement else "")
        for statement in object_items(answer, "permissionPolicy", "Statement")
    ]
    return [*stated, *assigned, *_texts(answer.get("roles"))]


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if is_array(value) else []
