"""ARNs of resources of the AWS provider, as narrow as the known names allow.

Source: Service Authorization Reference, "Resource types defined by" IAM, S3, KMS and CloudFront.
"""

from collections.abc import Callable, Mapping
from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.arns import partition_of

from .registered import Registered

Target = Callable[[Registered], tuple[str, ...]]

_ANY: Final = "*"


def account_of(resource: Registered) -> str:
    """The account that the provider is restricted to."""
    return next(iter(resource.provider_list("allowedAccountIds")), _ANY)


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


def _arns(*templates: str) -> Target:
    """The target with these ARNs, from service to resource; ``*`` for a name that is not known."""

    def target(resource: Registered) -> tuple[str, ...]:
        name = resource.text("name")
        region = str(resource.provider.get("region") or _ANY)
        values = {
            "account": account_of(resource),
            "region": region,
            "path": resource.text("path") or "/",
            "name": name or _ANY,
            "read_name": resource.read_id or name or _ANY,
            "alias": name or "alias/*",
            "rule": resource.text("rule") or name or _ANY,
            "issuer": (resource.text("url") or _ANY).removeprefix("https://"),
        }
        partition = partition_of(region)
        return tuple(f"arn:{partition}:{text.format(**values)}" for text in templates)

    return target


_ROLE: Final = "iam::{account}:role{path}{read_name}"
_USER: Final = "iam::{account}:user{path}{read_name}"


def _of(input_name: str, type_: str, template: str) -> Target:
    """The target of an input: from the resource that creates it, otherwise from its name alone."""

    def target(resource: Registered) -> tuple[str, ...]:
        created = tuple(
            arn for source in resource.sources(input_name, type_) for arn in _arns(template)(source)
        )
        given = resource.text(input_name) or _ANY
        if created or given.startswith("arn:"):
            return created or (given,)
        return _arns(f"iam::{{account}}:{input_name}/{given}")(resource)

    return target


TARGETS: Final[Mapping[str, Target]] = {
    "alias": _arns("kms:{region}:{account}:{alias}"),
    "anything": lambda _: (_ANY,),
    "bucket": bucket,
    # AWS chooses the IDs of distributions, origin access controls and keys.
    "distribution": _arns("cloudfront::{account}:distribution/*"),
    "its_role": _of("role", resource_types.IAM_ROLE, _ROLE),
    "its_user": _of("user", resource_types.IAM_USER, _USER),
    "key": _arns("kms:{region}:{account}:key/*"),
    "objects": objects,
    "oidc_provider": _arns("iam::{account}:oidc-provider/{issuer}"),
    "origin_access_control": _arns("cloudfront::{account}:origin-access-control/*"),
    "policy": _arns("iam::{account}:policy{path}{read_name}"),
    "role": _arns(_ROLE),
    "user": _arns(_USER),
    # They get the user's name in the console.
    "virtual_mfa_devices": _arns("iam::{account}:mfa/{name}"),
}
"""By the names in ``aws.yaml``."""
