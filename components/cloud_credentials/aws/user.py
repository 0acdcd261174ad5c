"""IAM user with exactly the requested permissions, and an access key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import iam


@dataclass(frozen=True, kw_only=True)
class AwsUserArgs:
    """Name, path, policy documents and boundary of the user.

    ``rotation`` is the generation of the key: a change creates a new key before it deletes the old
    one. ``has_key`` is false if the user gets no key, ``is_created`` if others create the user.
    """

    user_name: str
    path: str
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

    def __init__(
        self, name: str, args: AwsUserArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
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
            path=args.path,
            permissions_boundary=args.permissions_boundary,
            force_destroy=False,
            tags=args.tags or None,
            opts=child,
        )
        attached = [
            iam.UserPolicyAttachment(
                f"{name}-{index}", user=user.name, policy_arn=policy.arn, opts=child
            )
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
        name,
        name=f"{args.user_name}-{index}",
        path=args.path,
        policy=document,
        tags=args.tags or None,
        opts=opts,
    )
