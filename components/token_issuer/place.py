"""Address of an issuer, for any cloud."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi


@dataclass(frozen=True, kw_only=True)
class Place:
    """The issuer, its OIDC provider on AWS, and what must exist before it is used."""

    issuer_url: pulumi.Output[str]
    ready: tuple[pulumi.Resource, ...]
    provider_arn: pulumi.Output[str] | None = None
    exports: Mapping[str, pulumi.Input[object]] = field(
        default_factory=dict[str, pulumi.Input[object]]
    )
