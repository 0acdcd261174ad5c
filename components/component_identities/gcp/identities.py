"""Identities of all components on Google Cloud."""

from dataclasses import dataclass, field, replace
from functools import partial, reduce
from typing import Final, assert_never

import pulumi
from pulumi_gcp import projects, serviceaccount

from openshift_credentials.platforms.gcp.identifiers import service_account_name
from openshift_credentials.systems.component_identities.plan import plan_component_service_accounts
from openshift_credentials.systems.component_identities.rules.gcp import (
    WORKLOAD_IDENTITY_USER,
    ComponentServiceAccount,
    audience,
    credentials_config,
    role_slug,
)
from openshift_credentials.systems.component_identities.rules.secret_manifests import gcp_secret
from openshift_credentials.systems.component_identities.settings import (
    ComponentIdentitiesSettings,
    CustomRoles,
    GcpIdentities,
)

from ...base.component import Adoption, wait_until_effective
from ...gcp.provider import project_provider
from ...token_issuer.place import IssuerAddress
from ..component_secret import ComponentSecret

_OF_AN_ACCOUNT: Final = ("description", "disabled", "displayName")
_OF_A_ROLE: Final = ("description", "permissions", "stage", "title")
_OF_A_BINDING: Final = ("members",)
"""Inputs that stay as they are on an adopted resource."""
_SECONDS_UNTIL_EFFECTIVE: Final = 120
"""Time that Google Cloud takes to apply a grant everywhere."""


@dataclass(frozen=True, kw_only=True)
class GrantedServiceAccountArgs:
    """The planned account, its project, and the treatment of its custom role."""

    planned: ComponentServiceAccount
    project: str
    custom_roles: CustomRoles
    deletes_custom_role: bool
    adoption: Adoption = field(default_factory=Adoption)


class GrantedServiceAccount(pulumi.ComponentResource):
    """The account, its custom role, its roles in the project, and who impersonates it.

    The custom role belongs to the project: a stack that is destroyed leaves it behind, unless the
    settings say otherwise. Many write to the policy of a project, so each grant there is a member
    of its own. Nobody else writes to the policy of the account, so its binding is authoritative: a
    ServiceAccount that a request drops can no longer impersonate it, which ccoctl leaves so.
    """

    def __init__(self, name: str, args: GrantedServiceAccountArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:gcp:GrantedServiceAccount", name, None, opts)
        self._name, self._args = name, args
        planned, adoption = args.planned, args.adoption
        resource_name = service_account_name(args.project, planned.email)
        account = serviceaccount.Account(
            name,
            account_id=planned.account_id,
            display_name=planned.display_name,
            description=planned.description,
            project=args.project,
            opts=self._options(adoption.options(name, resource_name, keep=_OF_AN_ACCOUNT)),
        )
        # Plain mocks of a user's own test answer with the inputs alone.
        self.email = account.email.apply(lambda email: email or planned.email)
        granted = self._grants()
        users = serviceaccount.IAMBinding(
            f"{name}-users",
            service_account_id=account.name,
            role=WORKLOAD_IDENTITY_USER,
            members=list(dict.fromkeys(planned.members)),
            opts=self._options(
                _if_kept(adoption).options(
                    f"{name}-users", f"{resource_name} {WORKLOAD_IDENTITY_USER}", keep=_OF_A_BINDING
                )
            ),
        )
        self.ready = wait_until_effective(
            f"{name}-settle",
            _SECONDS_UNTIL_EFFECTIVE,
            after=[*granted, users],
            triggers={"email": self.email, "roles": " ".join(planned.roles)},
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({"email": self.email})

    def _grants(self) -> list[pulumi.Resource]:
        """The roles in the project, each named by its role, so that others stay when one goes."""
        planned, custom = self._args.planned, self._custom_role()
        return [
            self._grant(role, custom if role == planned.custom_role else None) for role in dict.fromkeys(planned.roles)
        ]

    def _grant(self, role: str, custom: pulumi.Resource | None) -> projects.IAMMember:
        args = self._args
        name = f"{self._name}-{role_slug(args.planned, role)}"
        import_id = f"{args.project} {role} serviceAccount:{args.planned.email}"
        return projects.IAMMember(
            name,
            project=args.project,
            role=role,
            member=self.email.apply(lambda email: f"serviceAccount:{email}"),
            opts=self._options(
                pulumi.ResourceOptions(depends_on=custom), _if_kept(args.adoption).options(name, import_id, keep=())
            ),
        )

    def _custom_role(self) -> projects.IAMCustomRole | None:
        args, planned = self._args, self._args.planned
        match args.custom_roles:
            case CustomRoles.EXISTING:
                return None
            case CustomRoles.CREATE:
                pass
            case _:
                assert_never(args.custom_roles)
        if not planned.custom_role:
            return None
        name = f"{self._name}-role"
        retained = pulumi.ResourceOptions(retain_on_delete=not args.deletes_custom_role or None)
        return projects.IAMCustomRole(
            name,
            role_id=planned.custom_role_id,
            title=planned.custom_role_title,
            description=planned.description,
            permissions=list(planned.permissions),
            project=args.project,
            opts=self._options(retained, args.adoption.options(name, planned.custom_role, keep=_OF_A_ROLE)),
        )

    def _options(self, *more: pulumi.ResourceOptions) -> pulumi.ResourceOptions:
        return reduce(pulumi.ResourceOptions.merge, more, pulumi.ResourceOptions(parent=self))


def _if_kept(adoption: Adoption) -> Adoption:
    """How bindings are adopted: imported as they are, or written, which completes them.

    The import of a binding that is missing fails. To write one that exists changes nothing.
    """
    return adoption if adoption.keeps else Adoption()


def component_service_accounts(
    name: str,
    settings: ComponentIdentitiesSettings,
    place: GcpIdentities,
    issuer: IssuerAddress | None,
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> list[ComponentSecret]:
    """Create one service account per request.

    Import IDs follow from the planned accounts, which have the IDs of the settings.
    """
    adoption = replace(adoption, ids={})
    provider = project_provider(f"{name}-gcp", place, opts)
    options = pulumi.ResourceOptions(
        parent=opts.parent, providers=[provider], depends_on=list(issuer.ready) if issuer else None
    )
    return [
        _result(
            planned,
            place,
            GrantedServiceAccount(
                f"{name}-{planned.secret.namespace}-{planned.secret.name}",
                GrantedServiceAccountArgs(
                    planned=planned,
                    project=place.project,
                    custom_roles=place.custom_roles,
                    deletes_custom_role=place.delete_custom_roles,
                    adoption=adoption,
                ),
                options,
            ),
        )
        for planned in plan_component_service_accounts(settings, place).identities
    ]


def _result(planned: ComponentServiceAccount, place: GcpIdentities, account: GrantedServiceAccount) -> ComponentSecret:
    secret = planned.secret
    config = account.email.apply(partial(_config, place))
    return ComponentSecret(
        request=planned.request,
        secret=secret,
        data=config.apply(lambda text: {"service_account.json": text}),
        manifest=config.apply(lambda text: gcp_secret(text, secret.namespace, secret.name)),
        olm_fields=account.email.apply(
            lambda email: {
                "serviceAccountEmail": email,
                "audience": audience(place.project_number, place.pool, place.provider),
            }
        ),
        needed_first=account.ready,
    )


def _config(place: GcpIdentities, email: str) -> str:
    return credentials_config(place.project_number, place.pool, place.provider, email, place.universe)
