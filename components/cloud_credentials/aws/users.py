"""IAM users of a cluster: behind the root secret, and of components in mode Manual."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi
from pulumi_aws import iam

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.systems.cloud_credentials.plan.resources import (
    PlannedUser,
    component_users,
    root_policies,
    root_user,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets import formats
from openshift_credentials.systems.cloud_credentials.settings.branch import (
    AwsPlace,
    CloudCredentialsSettings,
)

from ...aws.account import in_account
from .user import AwsUser, AwsUserArgs

Content = pulumi.Output[Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class KeyOfUser:
    """A Secret's content from the key of a user, and the resources that it depends on."""

    secret: SecretRef
    content: Content
    needed_first: Sequence[pulumi.Resource]


@dataclass(frozen=True, kw_only=True)
class AwsUsers:
    """Keys of all users, and the ARNs of the root's policies."""

    root: KeyOfUser | None
    components: tuple[KeyOfUser, ...]
    policy_arns: tuple[pulumi.Output[str], ...]


def aws_users(
    name: str, settings: CloudCredentialsSettings, place: AwsPlace, opts: pulumi.ResourceOptions
) -> AwsUsers:
    """Create the users in the account of the settings, and in no other."""
    options = in_account(name, place.region, place.account_id, opts)
    planned = root_user(settings)
    components = tuple(
        _component(name, settings, place, component_user, options)
        for component_user in component_users(settings)
    )
    root_name = f"{name}-root"
    arns = _policies(
        root_name, settings, place, settings.root_user_name, root_policies(settings), options
    )
    if planned is None:
        return AwsUsers(root=None, components=components, policy_arns=arns)
    user = _user(root_name, settings, place, planned.user_name, arns, options)
    root = (
        KeyOfUser(
            secret=planned.secret,
            content=user.key_texts().apply(
                lambda key: formats.aws_long_term(key["id"], key["secret"])
            ),
            needed_first=user.ready,
        )
        if user.key
        else None
    )
    return AwsUsers(root=root, components=components, policy_arns=arns)


def logical_name(secret: SecretRef) -> str:
    """Name of the resources for a Secret; it is unique, because a namespace contains no period."""
    return f"{secret.namespace}.{secret.name}"


def _component(
    name: str,
    settings: CloudCredentialsSettings,
    place: AwsPlace,
    planned: PlannedUser,
    opts: pulumi.ResourceOptions,
) -> KeyOfUser:
    secret = planned.secret
    own_name = f"{name}-{logical_name(secret)}"
    arns = _policies(own_name, settings, place, planned.user_name, planned.policies, opts)
    user = _user(own_name, settings, place, planned.user_name, arns, opts)
    return KeyOfUser(
        secret=secret,
        content=user.key_texts().apply(
            lambda key: formats.aws_component_long_term(key["id"], key["secret"])
        ),
        needed_first=user.ready,
    )


def _user(
    name: str,
    settings: CloudCredentialsSettings,
    place: AwsPlace,
    user_name: str,
    policy_arns: Sequence[pulumi.Input[str]],
    opts: pulumi.ResourceOptions,
) -> AwsUser:
    args = AwsUserArgs(
        user_name=user_name,
        path=place.path,
        policy_arns=policy_arns,
        rotation=settings.rotation,
        has_key=not settings.remove_after_installation,
        permissions_boundary=place.permissions_boundary,
        tags=_tags(settings),
    )
    return AwsUser(name, args, opts)


def _policies(
    name: str,
    settings: CloudCredentialsSettings,
    place: AwsPlace,
    user_name: str,
    documents: Sequence[str],
    opts: pulumi.ResourceOptions,
) -> tuple[pulumi.Output[str], ...]:
    """ARNs of managed policies with the user's name as prefix.

    They are not part of the user, so that they stay when the user is no longer made. Inline
    policies of a user are limited to 2048 characters in total, a managed policy to 6144.
    """
    return tuple(
        iam.Policy(
            f"{name}-{index}",
            name=f"{user_name}-{index}",
            path=place.path,
            policy=document,
            tags=_tags(settings) or None,
            opts=opts,
        ).arn
        for index, document in enumerate(documents)
    )


def _tags(settings: CloudCredentialsSettings) -> Mapping[str, str]:
    infrastructure = settings.infrastructure_name
    owned = {f"kubernetes.io/cluster/{infrastructure}": "owned"} if infrastructure else {}
    return {**settings.tags, **owned}
