"""IAM users of a cluster: behind the root secret, and of components in mode Manual."""

from dataclasses import dataclass, replace

import pulumi

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
from ..credential import Credential, logical_name
from .user import AwsUser, AwsUserArgs


@dataclass(frozen=True, kw_only=True)
class AwsUsers:
    """Keys of all users, and the ARNs of the root's policies."""

    root: Credential | None
    components: tuple[Credential, ...]
    policy_arns: tuple[pulumi.Output[str], ...]


def aws_users(
    name: str, settings: CloudCredentialsSettings, place: AwsPlace, opts: pulumi.ResourceOptions
) -> AwsUsers:
    """Create the users in the account of the settings, and in no other."""
    options = in_account(name, place.region, place.account_id, opts)
    planned = root_user(settings)
    created = (
        _component(name, settings, place, user, options) for user in component_users(settings)
    )
    components = tuple(component for component in created if component)
    if planned is None:
        documents = root_policies(settings)
        if not documents:
            return AwsUsers(root=None, components=components, policy_arns=())
        args = _args(settings, place, settings.root_user_name, documents)
        outside = AwsUser(f"{name}-root", replace(args, is_created=False), options)
        arns = tuple(policy.arn for policy in outside.policies)
        return AwsUsers(root=None, components=components, policy_arns=arns)
    user = _user(f"{name}-root", settings, place, planned, options)
    root = (
        Credential(
            secret=planned.secret,
            content=user.key.apply(lambda key: formats.aws_long_term(key["id"], key["secret"])),
            needed_first=user.ready,
        )
        if user.key is not None
        else None
    )
    arns = tuple(policy.arn for policy in user.policies)
    return AwsUsers(root=root, components=components, policy_arns=arns)


def _component(
    name: str,
    settings: CloudCredentialsSettings,
    place: AwsPlace,
    planned: PlannedUser,
    opts: pulumi.ResourceOptions,
) -> Credential | None:
    secret = planned.secret
    user = _user(f"{name}-{logical_name(secret)}", settings, place, planned, opts)
    if user.key is None:
        return None
    return Credential(
        secret=secret,
        content=user.key.apply(
            lambda key: formats.aws_component_long_term(key["id"], key["secret"])
        ),
        needed_first=user.ready,
    )


def _user(
    name: str,
    settings: CloudCredentialsSettings,
    place: AwsPlace,
    planned: PlannedUser,
    opts: pulumi.ResourceOptions,
) -> AwsUser:
    return AwsUser(name, _args(settings, place, planned.user_name, planned.policies), opts)


def _args(
    settings: CloudCredentialsSettings, place: AwsPlace, user_name: str, policies: tuple[str, ...]
) -> AwsUserArgs:
    infrastructure = settings.infrastructure_name
    owned = {f"kubernetes.io/cluster/{infrastructure}": "owned"} if infrastructure else {}
    return AwsUserArgs(
        user_name=user_name,
        path=place.path,
        policies=policies,
        rotation=settings.rotation,
        has_key=not settings.remove_after_installation,
        permissions_boundary=place.permissions_boundary,
        tags={**settings.tags, **owned},
    )
