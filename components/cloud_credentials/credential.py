"""A Secret's content that a stack gets from a cloud or from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pulumi

from openshift_credentials.platforms.credentials_requests import SecretRef

Content = pulumi.Output[Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class Credential:
    """A Secret's content, and the resources that it depends on."""

    secret: SecretRef
    content: Content
    needed_first: Sequence[pulumi.Resource]
