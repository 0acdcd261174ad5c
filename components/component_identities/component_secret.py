"""What a facade needs to know of an identity that it created, in either cloud."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi

from openshift_credentials.platforms.credentials_requests import SecretRef


@dataclass(frozen=True, kw_only=True)
class ComponentSecret:
    """A component's Secret: its content, its text for openshift-install, fields for OLM."""

    request: str
    secret: SecretRef
    data: pulumi.Output[Mapping[str, str]]
    manifest: pulumi.Output[str]
    olm_fields: pulumi.Output[Mapping[str, str]]
    needed_first: tuple[pulumi.Resource, ...]
