"""Roles as files for ``aws iam ... --cli-input-json``, as ``ccoctl aws ... --dry-run`` writes them.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/aws/create-iam-roles.go`` at
commit b187feee66f4, for names and members of the files.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openshift_credentials.platforms.go.json import marshal

from .aws_plan import ComponentRole, RoleOptions


@dataclass(frozen=True, slots=True)
class CliInput:
    """One call of the AWS CLI: its name below ``aws iam``, and the name and text of its file."""

    call: str
    file: str
    text: str

    def command(self, folder: str) -> str:
        """The line for a shell, with the file in a folder."""
        place = shlex.quote(f"file://{folder.rstrip('/')}/{self.file}")
        return f"aws iam {self.call} --cli-input-json {place}"


def cli_inputs(roles: Sequence[ComponentRole], options: RoleOptions) -> list[CliInput]:
    """The calls that create the roles with their policies, in order."""
    calls: list[CliInput] = []
    for index, role in enumerate(roles):
        whole = f"{options.name}-{role.secret.namespace}-{role.secret.name}"
        calls += [
            CliInput("create-role", f"05-{index}-{whole}-role.json", marshal(_role(role, options))),
            CliInput("put-role-policy", f"06-{index}-{whole}-policy.json", marshal(_policy(role))),
        ]
    return calls


def _role(role: ComponentRole, options: RoleOptions) -> Mapping[str, object]:
    boundary = options.permissions_boundary_arn
    return {
        "AssumeRolePolicyDocument": marshal(role.trust_policy),
        "Description": role.description,
        **({"PermissionsBoundary": boundary} if boundary else {}),
        "RoleName": role.role_name,
        "Tags": [{"Key": key, "Value": value} for key, value in role.tags.items()],
    }


def _policy(role: ComponentRole) -> Mapping[str, object]:
    return {"PolicyDocument": marshal(role.permission_policy), "PolicyName": role.role_name, "RoleName": role.role_name}
