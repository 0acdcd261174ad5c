"""The service account of the root secret on Google Cloud, with exactly what the mode needs."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pulumi
from pulumi_gcp import projects, serviceaccount

from openshift_credentials.systems.cloud_credentials.plan import RootServiceAccount, root_service_account
from openshift_credentials.systems.cloud_credentials.rules import secrets as formats
from openshift_credentials.systems.cloud_credentials.settings import CloudCredentialsSettings, GcpPlace

from ..base.component import wait_until_effective, waiting_for
from ..gcp.provider import project_provider
from .secrets import Credential

_DESCRIPTION: Final = "Root credential of the Cloud Credential Operator"


@dataclass(frozen=True, kw_only=True)
class RootAccountArgs:
    """The planned account.

    ``rotation`` is the generation of the key: a change creates a new key before it deletes the old
    one. ``has_key`` is false if the account gets no key.
    """

    planned: RootServiceAccount
    rotation: str
    has_key: bool
    settle_seconds: int


class RootAccount(pulumi.ComponentResource):
    """A custom role and, unless others have one, a service account with its roles and a key.

    :attr:`roles` are the names of all roles, for an account of others to have.
    """

    def __init__(self, name: str, args: RootAccountArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:gcp:RootAccount", name, None, opts)
        planned = args.planned
        child = pulumi.ResourceOptions(parent=self)
        custom = projects.IAMCustomRole(
            f"{name}-role",
            role_id=planned.role_id,
            title=planned.title,
            description=_DESCRIPTION,
            permissions=list(planned.permissions),
            project=planned.project,
            opts=child,
        )
        # Known before the role exists, so that a preview shows the grant.
        names = (planned.role, *planned.predefined_roles)
        self.roles: tuple[pulumi.Output[str], ...] = (
            custom.name,
            *map(pulumi.Output.from_input, planned.predefined_roles),
        )
        self.credential: Credential | None = None
        if planned.is_created:
            account, granted = _account(name, planned, names, child, waiting_for([custom], child))
            if args.has_key:
                self.credential = _credential(name, args, account, granted, child)
        self.register_outputs({"role": custom.name})


def _account(
    name: str,
    planned: RootServiceAccount,
    roles: Sequence[str],
    opts: pulumi.ResourceOptions,
    granting: pulumi.ResourceOptions,
) -> tuple[serviceaccount.Account, Sequence[pulumi.Resource]]:
    """The account, and its roles in the project."""
    account = serviceaccount.Account(
        name,
        account_id=planned.account_id,
        display_name=planned.title,
        description=_DESCRIPTION,
        project=planned.project,
        opts=opts,
    )
    member = account.email.apply(lambda email: f"serviceAccount:{email}")
    granted: list[pulumi.Resource] = []
    for role in roles:
        slug = "custom-role" if role == planned.role else role.removeprefix("roles/")
        granted.append(
            projects.IAMMember(f"{name}-{slug}", project=planned.project, role=role, member=member, opts=granting)
        )
    return account, granted


def _credential(
    name: str,
    args: RootAccountArgs,
    account: serviceaccount.Account,
    granted: Sequence[pulumi.Resource],
    opts: pulumi.ResourceOptions,
) -> Credential:
    """The root secret with a key of the account, once Google Cloud accepts both."""
    planned = args.planned
    key = serviceaccount.Key(f"{name}-key-{args.rotation}", service_account_id=account.name, opts=opts)
    ready = wait_until_effective(
        f"{name}-settle",
        args.settle_seconds,
        after=[*granted, key],
        triggers={
            "email": account.email,
            "permissions": " ".join(planned.permissions),
            "roles": " ".join(planned.predefined_roles),
            "rotation": args.rotation,
        },
        opts=opts,
    )
    return Credential(
        secret=planned.secret, content=pulumi.Output.secret(key.private_key.apply(_content)), needed_first=ready
    )


def root_account(
    name: str, settings: CloudCredentialsSettings, place: GcpPlace, opts: pulumi.ResourceOptions
) -> RootAccount:
    """Create the service account, or its role alone, in the project of the settings."""
    planned = root_service_account(settings)
    if planned is None:
        raise AssertionError("settings without a service account to create")
    provider = project_provider(f"{name}-gcp", place, opts)
    return RootAccount(
        f"{name}-root",
        RootAccountArgs(
            planned=planned,
            rotation=settings.rotation,
            has_key=not settings.remove_after_installation,
            settle_seconds=place.settle_seconds,
        ),
        pulumi.ResourceOptions(parent=opts.parent, providers=[provider]),
    )


def _content(private_key: str) -> Mapping[str, str]:
    """The root secret with the key file, which Google Cloud returns as base64."""
    return formats.gcp_long_term(base64.b64decode(private_key).decode())
