"""ARNs of resources of the AWS provider, as narrow as the known names allow.

Source: Service Authorization Reference, "Resource types defined by" IAM, S3, KMS, CloudFront
and CloudTrail.
"""

from collections.abc import Callable
from typing import Final

from openshift_credentials.deployer.registered import Registered
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.arns import partition_of

Target = Callable[[Registered], tuple[str, ...]]

_ANY: Final = "*"


def account_of(resource: Registered) -> str:
    """The account that the provider is restricted to."""
    return next(iter(resource.provider_list("allowedAccountIds")), _ANY)


def _arn(resource: Registered, service: str, rest: str, *, region: bool = False) -> str:
    place = str(resource.provider.get("region") or _ANY)
    partition = partition_of(place)
    return f"arn:{partition}:{service}:{place if region else ''}:{account_of(resource)}:{rest}"


def anything(_: Registered) -> tuple[str, ...]:
    """For actions that do not support resources."""
    return (_ANY,)


def bucket(resource: Registered) -> tuple[str, ...]:
    """The bucket that a resource represents or configures."""
    partition = partition_of(str(resource.provider.get("region") or ""))
    name = resource.read_id or resource.text("bucket")
    if name:
        return (f"arn:{partition}:s3:::{name}",)
    above = resource.sources("bucket", resource_types.BUCKET)
    return tuple(arn for item in above for arn in bucket(item)) or (f"arn:{partition}:s3:::*",)


def objects(resource: Registered) -> tuple[str, ...]:
    """The object of a bucket."""
    key = resource.text("key") or _ANY
    return tuple(f"{text}/{key}" for text in bucket(resource))


def _by_name(kind: str) -> Target:
    def target(resource: Registered) -> tuple[str, ...]:
        path = resource.text("path") or "/"
        name = resource.read_id or resource.text("name") or _ANY
        return (_arn(resource, "iam", f"{kind}{path}{name}"),)

    return target


role: Final = _by_name("role")
user: Final = _by_name("user")
policy: Final = _by_name("policy")


def _of(input_name: str, type_: str, target: Target, kind: str) -> Target:
    """The target of an input: from the resource that creates it, otherwise from its name alone."""

    def found(resource: Registered) -> tuple[str, ...]:
        made = tuple(
            arn for source in resource.sources(input_name, type_) for arn in target(source)
        )
        given = resource.text(input_name) or _ANY
        named = given if given.startswith("arn:") else _arn(resource, "iam", f"{kind}/{given}")
        return made or (named,)

    return found


its_role: Final = _of("role", resource_types.IAM_ROLE, role, "role")
its_user: Final = _of("user", resource_types.IAM_USER, user, "user")


def oidc_provider(resource: Registered) -> tuple[str, ...]:
    """The OIDC provider of an issuer."""
    url = (resource.text("url") or _ANY).removeprefix("https://")
    return (_arn(resource, "iam", f"oidc-provider/{url}"),)


def virtual_mfa_devices(resource: Registered) -> tuple[str, ...]:
    """The virtual MFA devices of a user, which get the user's name in the console."""
    return (_arn(resource, "iam", f"mfa/{resource.text('name') or _ANY}"),)


def key(resource: Registered) -> tuple[str, ...]:
    """Every key of account and region: AWS chooses the ID of a new one."""
    return (_arn(resource, "kms", "key/*", region=True),)


def alias(resource: Registered) -> tuple[str, ...]:
    """The alias of a key."""
    return (_arn(resource, "kms", resource.text("name") or "alias/*", region=True),)


def event_rule(resource: Registered) -> tuple[str, ...]:
    """The rule of EventBridge, on the default event bus."""
    name = resource.text("rule") or resource.text("name") or _ANY
    return (_arn(resource, "events", f"rule/{name}", region=True),)


def log_group(resource: Registered) -> tuple[str, ...]:
    """The log group; some actions are authorized on its streams, with a colon at the end."""
    arn = _arn(resource, "logs", f"log-group:{resource.text('name') or _ANY}", region=True)
    return (arn, f"{arn}:*")


def alarm(resource: Registered) -> tuple[str, ...]:
    """The alarm of CloudWatch."""
    return (_arn(resource, "cloudwatch", f"alarm:{resource.text('name') or _ANY}", region=True),)


def distribution(resource: Registered) -> tuple[str, ...]:
    """Every distribution of the account: AWS chooses the ID."""
    return (_arn(resource, "cloudfront", "distribution/*"),)


def origin_access_control(resource: Registered) -> tuple[str, ...]:
    """Every origin access control of the account: AWS chooses the ID."""
    return (_arn(resource, "cloudfront", "origin-access-control/*"),)


def trail(resource: Registered) -> tuple[str, ...]:
    """The trail of CloudTrail."""
    name = resource.text("name") or _ANY
    return (_arn(resource, "cloudtrail", f"trail/{name}", region=True),)
