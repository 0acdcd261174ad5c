"""IAM users of a cluster: behind the root secret, and of components in mode Manual."""

from collections.abc import Mapping, Sequence

from pulumi import Output, Resource, ResourceOptions
from pulumi_aws import iam

from openshift_credentials.systems.cloud_credentials.plan import logical_name, plan_credentials
from openshift_credentials.systems.cloud_credentials.rules.secrets import aws_component_long_term, aws_long_term
from openshift_credentials.systems.cloud_credentials.settings import AwsPlace, CloudCredentialsSettings

from ..aws import in_account
from ..base.component import Component
from .secrets import CloudIdentities, Credential


class AwsUser(Component):
    """A user with a long-lived key and managed policies.

    Inline policies of a user are limited to 2048 characters in total, a managed policy to 6144. Of
    a user that others create (``is_created``) there are the policies alone, as the same resources:
    IAM refuses a second policy of the same name. ``rotation`` of the settings is the generation of
    the key: a change creates a new key before it deletes the old one.
    """

    TYPE = "aws:AwsUser"

    def __init__(
        self,
        name: str,
        settings: CloudCredentialsSettings,
        place: AwsPlace,
        user_name: str,
        policies: Sequence[str],
        opts: ResourceOptions,
        *,
        is_created: bool = True,
    ) -> None:
        super().__init__(name, opts)
        tags = settings.tags or None
        self.policies = tuple(
            iam.Policy(
                f"{name}-{index}", name=f"{user_name}-{index}", path="/", policy=document, tags=tags, opts=self.child()
            )
            for index, document in enumerate(policies)
        )
        self.key: Output[Mapping[str, str]] | None = None
        self.ready: Sequence[Resource] = ()
        if not is_created:
            self.done()
            return
        user = iam.User(
            name,
            name=user_name,
            path="/",
            permissions_boundary=place.permissions_boundary,
            force_destroy=False,
            tags=tags,
            # The provider would rename the user and then look for its old key under the old name,
            # where IAM has none: the key would stay active and leave the state.
            opts=self.child(ResourceOptions(replace_on_changes=["name"])),
        )
        self.ready = tuple(
            iam.UserPolicyAttachment(f"{name}-{index}", user=user.name, policy_arn=policy.arn, opts=self.child())
            for index, policy in enumerate(self.policies)
        )
        if not settings.remove_after_installation:
            key = iam.AccessKey(f"{name}-key-{settings.rotation}", user=user.name, opts=self.child())
            pair = Output.all(key.id, key.secret)
            self.key = Output.secret(pair.apply(lambda both: {"id": both[0], "secret": both[1]}))
            self.ready = (*self.ready, key)
        self.done(userArn=user.arn)


def aws_users(name: str, settings: CloudCredentialsSettings, place: AwsPlace, opts: ResourceOptions) -> CloudIdentities:
    """Create the users in the account of the settings, and in no other."""
    options = in_account(name, place.region, place.account_id, opts)
    components: list[Credential] = []
    plan = plan_credentials(settings)
    for planned in plan.component_users:
        own = f"{name}-{logical_name(planned.secret)}"
        user = AwsUser(own, settings, place, planned.user_name, planned.policies, options)
        if user.key is not None:
            content = user.key.apply(lambda key: aws_component_long_term(key["id"], key["secret"]))
            components.append(Credential(secret=planned.secret, content=content, needed_first=user.ready))
    planned = plan.root_user
    if planned is None:
        return CloudIdentities(components=tuple(components))
    root, own = None, f"{name}-root"
    user = AwsUser(own, settings, place, planned.user_name, planned.policies, options, is_created=planned.is_created)
    if user.key is not None:
        content = user.key.apply(lambda key: aws_long_term(key["id"], key["secret"]))
        root = Credential(secret=planned.secret, content=content, needed_first=user.ready)
    arns = tuple(policy.arn for policy in user.policies)
    return CloudIdentities(root=root, components=tuple(components), policy_arns=arns)
