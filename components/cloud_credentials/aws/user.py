"""IAM user with exactly the requested permissions, and an access key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_aws import iam


@dataclass(frozen=True, kw_only=True)
class AwsUserArgs:
    """Name, path and boundary of the user, and the ARNs of its policies.

    ``rotation`` is the generation of the key: a change creates a new key before it deletes the old
    one. ``has_key`` is false if the user gets no key.
    """

    user_name: str
    path: str
    policy_arns: Sequence[pulumi.Input[str]]
    rotation: str
    has_key: bool = True
    permissions_boundary: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class AwsUser(pulumi.ComponentResource):
    """A user with a long-lived key, to which managed policies are attached."""

    def __init__(
        self, name: str, args: AwsUserArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:aws:AwsUser", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        self.user = iam.User(
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
                f"{name}-{index}", user=self.user.name, policy_arn=policy_arn, opts=child
            )
            for index, policy_arn in enumerate(args.policy_arns)
        ]
        self.key = (
            iam.AccessKey(f"{name}-key-{args.rotation}", user=self.user.name, opts=child)
            if args.has_key
            else None
        )
        self.ready: Sequence[pulumi.Resource] = (*attached, *([self.key] if self.key else []))
        self.register_outputs({"userArn": self.user.arn})

    def key_texts(self) -> pulumi.Output[Mapping[str, str]]:
        """Access key ID and secret access key, as a secret."""
        if self.key is None:
            raise AssertionError("unreachable: this user has no key")
        pair = pulumi.Output.all(self.key.id, self.key.secret)
        return pulumi.Output.secret(pair.apply(lambda both: {"id": both[0], "secret": both[1]}))
