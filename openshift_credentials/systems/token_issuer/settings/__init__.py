"""Settings of a token issuer: branch ``tokenIssuer`` of the stack file."""

from typing import Final

from openshift_credentials.stack.parts import expand_nothing as expand

from .branch import RESOURCE_NAME, AdditionalTags, Adoption, Existing, Key, TokenIssuerSettings
from .clouds import AwsIssuer, AzureIssuer, GcpIssuer, KeyStorage

__all__ = [
    "MODEL",
    "RESOURCE_NAME",
    "AdditionalTags",
    "Adoption",
    "AwsIssuer",
    "AzureIssuer",
    "Existing",
    "GcpIssuer",
    "Key",
    "KeyStorage",
    "TokenIssuerSettings",
    "expand",
]
MODEL: Final = TokenIssuerSettings
"""Model of branch ``tokenIssuer``."""
