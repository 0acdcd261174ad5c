"""One role assignment with a name that other tools can derive."""

from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure.identifiers import role_assignment_name

from ..base.component import Adoption, child_options


def assignment_name(scope: str, principal_id: pulumi.Input[str], role: str) -> pulumi.Output[str]:
    """The GUID of an assignment, from its content: known with the principal."""
    return pulumi.Output.from_input(principal_id).apply(lambda principal: role_assignment_name(scope, principal, role))


@dataclass(frozen=True, kw_only=True)
class RoleAssignmentArgs:
    """Principal, role and scope; ``assignment_name`` is a GUID, except on an adopted one.

    The ID of a role that the stack defines is an output of it: Azure deletes no role that is
    assigned, so the engine has to delete the assignment before.
    """

    assignment_name: pulumi.Input[str]
    principal_id: pulumi.Input[str]
    role_definition_id: pulumi.Input[str]
    scope: pulumi.Input[str]
    adoption: Adoption = field(default_factory=Adoption)


class RoleAssignment(pulumi.ComponentResource):
    """A role of a service principal.

    The type of the principal is set, so that Azure does not look up a principal that may not have
    replicated yet. It is deleted before it is replaced, because the name can stay the same. Another
    role replaces it, because Azure refuses to change that of an assignment
    (``RoleAssignmentUpdateNotPermitted``) and the provider would try (pulumi-azure-native,
    ``provider/pkg/gen/replacement.go``).
    """

    def __init__(self, name: str, args: RoleAssignmentArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:azure:RoleAssignment", name, None, opts)
        self.assignment = authorization.RoleAssignment(
            name,
            role_assignment_name=args.assignment_name,
            principal_id=args.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=args.role_definition_id,
            scope=args.scope,
            opts=pulumi.ResourceOptions.merge(
                pulumi.ResourceOptions.merge(
                    child_options(self, opts, delete_before_replace=True),
                    pulumi.ResourceOptions(replace_on_changes=["role_definition_id"]),
                ),
                args.adoption.options(name, keep=("roleAssignmentName", "roleDefinitionId")),
            ),
        )
        self.register_outputs({"scope": args.scope})
