"""IAM role of one component."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import iam

from components.base.adoption import Adoption
from components.base.options import child_options


@dataclass(frozen=True, kw_only=True)
class ComponentRoleArgs:
    """Names, policies and tags of the role; the provider in the trust policy may not exist yet."""

    role_name: str
    description: str
    trust_policy: pulumi.Input[str]
    permission_policy: str
    permissions_boundary: str | None = None
    adoption: Adoption = field(default_factory=Adoption)
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class ComponentRole(pulumi.ComponentResource):
    """A role that the service accounts of one component can assume, with one inline policy.

    The policy has the same name as the role, as with ccoctl.
    """

    def __init__(
        self, name: str, args: ComponentRoleArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:ComponentRole", name, None, opts)
        self.role = iam.Role(
            name,
            name=args.role_name,
            description=args.description,
            assume_role_policy=args.trust_policy,
            permissions_boundary=args.permissions_boundary,
            tags=args.tags,
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts),
                args.adoption.options(
                    name,
                    args.role_name,
                    keep=("assumeRolePolicy", "description", "permissionsBoundary", "tags"),
                ),
            ),
        )
        self.policy = iam.RolePolicy(
            f"{name}-permissions",
            role=self.role.name,
            name=args.role_name,
            policy=args.permission_policy,
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts),
                args.adoption.options(
                    f"{name}-permissions", f"{args.role_name}:{args.role_name}", keep=("policy",)
                ),
            ),
        )
        self.register_outputs({"roleArn": self.role.arn})
