"""Where an issuer is, whatever serves it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi


@dataclass(frozen=True, kw_only=True)
class Place:
    """The issuer, what trusts it on AWS, and what has to be there before it is used."""

    issuer_url: pulumi.Output[str]
    ready: tuple[pulumi.Resource, ...]
    provider_arn: pulumi.Output[str] | None = None
    exports: Mapping[str, pulumi.Input[object]] = field(
        default_factory=dict[str, pulumi.Input[object]]
    )
