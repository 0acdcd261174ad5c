"""IAM users of a cluster: behind the root secret, and of components in mode Manual."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pulumi
from pulumi_aws import iam

from openshift_credentials.systems.cloud_credentials.plan import (
    PlannedUser,
    component_users,
    logical_name,
    root_policies,
    root_user,
)
from openshift_credentials.systems.cloud_credentials.rules import secrets as formats
from openshift_credentials.systems.cloud_credentials.settings import AwsPlace, CloudCredentialsSettings

from ..aws.account import in_account
from .secrets import Credential


@dataclass(frozen=True, kw_only=True)
class AwsUserArgs:
    """Name, policy documents and boundary of the user.

    ``rotation`` is the generation of the key: a change creates a new key before it deletes the old
    one. ``has_key`` is false if the user gets no key, ``is_created`` if others create the user.
    """

    user_name: str
    policies: Sequence[str]
    rotation: str
    has_key: bool
    is_created: bool = True
    permissions_boundary: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class AwsUser(pulumi.ComponentResource):
    """A user with a long-lived key and managed policies.

    Inline policies of a user are limited to 2048 characters in total, a managed policy to 6144. Of
    a user that others create there are the policies alone, as the same resources: IAM refuses a
    second policy of the same name.
    """

    def __init__(self, name: str, args: AwsUserArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:aws:AwsUser", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        self.policies = tuple(
            _managed_policy(f"{name}-{index}", args, index, document, child)
            for index, document in enumerate(args.policies)
        )
        self.key: pulumi.Output[Mapping[str, str]] | None = None
        self.ready: Sequence[pulumi.Resource] = ()
        if not args.is_created:
            self.register_outputs({})
            return
        user = iam.User(
            name,
            name=args.user_name,
            path="/",
            permissions_boundary=args.permissions_boundary,
            force_destroy=False,
            tags=args.tags or None,
            # The provider would rename the user and then look for its old key under the old name,
            # where IAM has none: the key would stay active and leave the state.
            opts=pulumi.ResourceOptions.merge(child, pulumi.ResourceOptions(replace_on_changes=["name"])),
        )
        attached = [
            iam.UserPolicyAttachment(f"{name}-{index}", user=user.name, policy_arn=policy.arn, opts=child)
            for index, policy in enumerate(self.policies)
        ]
        self.ready = tuple(attached)
        if args.has_key:
            key = iam.AccessKey(f"{name}-key-{args.rotation}", user=user.name, opts=child)
            self.key = _key_texts(key)
            self.ready = (*attached, key)
        self.register_outputs({"userArn": user.arn})


def _key_texts(key: iam.AccessKey) -> pulumi.Output[Mapping[str, str]]:
    """Access key ID and secret access key, as a secret."""
    pair = pulumi.Output.all(key.id, key.secret)
    return pulumi.Output.secret(pair.apply(lambda both: {"id": both[0], "secret": both[1]}))


def _managed_policy(
    name: str, args: AwsUserArgs, index: int, document: str, opts: pulumi.ResourceOptions
) -> iam.Policy:
    """One managed policy of a user, with the user's name as prefix."""
    return iam.Policy(
        name, name=f"{args.user_name}-{index}", path="/", policy=document, tags=args.tags or None, opts=opts
    )


@dataclass(frozen=True, kw_only=True)
class AwsUsers:
    """Keys of all users, and the ARNs of the root's policies."""

    root: Credential | None
    components: tuple[Credential, ...]
    policy_arns: tuple[pulumi.Output[str], ...]


def aws_users(name: str, settings: CloudCredentialsSettings, place: AwsPlace, opts: pulumi.ResourceOptions) -> AwsUsers:
    """Create the users in the account of the settings, and in no other."""
    options = in_account(name, place.region, place.account_id, opts)
    planned = root_user(settings)
    created = (_component(name, settings, place, user, options) for user in component_users(settings))
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
    name: str, settings: CloudCredentialsSettings, place: AwsPlace, planned: PlannedUser, opts: pulumi.ResourceOptions
) -> Credential | None:
    secret = planned.secret
    user = _user(f"{name}-{logical_name(secret)}", settings, place, planned, opts)
    if user.key is None:
        return None
    return Credential(
        secret=secret,
        content=user.key.apply(lambda key: formats.aws_component_long_term(key["id"], key["secret"])),
        needed_first=user.ready,
    )


def _user(
    name: str, settings: CloudCredentialsSettings, place: AwsPlace, planned: PlannedUser, opts: pulumi.ResourceOptions
) -> AwsUser:
    return AwsUser(name, _args(settings, place, planned.user_name, planned.policies), opts)


def _args(
    settings: CloudCredentialsSettings, place: AwsPlace, user_name: str, policies: tuple[str, ...]
) -> AwsUserArgs:
    return AwsUserArgs(
        user_name=user_name,
        policies=policies,
        rotation=settings.rotation,
        has_key=not settings.remove_after_installation,
        permissions_boundary=place.permissions_boundary,
        tags=settings.tags,
    )
