"""Settings of signing keys and of their publication: the branch as a whole."""

import re
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure.clouds import facts_of
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.overrides import Overrides

from ..rules import issuers
from .clouds import AwsIssuer, AzureIssuer, GcpIssuer

RESOURCE_NAME: Final = TextRule(
    "1 to 58 lower-case letters, digits and hyphens, starting and ending with a letter or digit",
    re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"),
    "mycluster",
    maximum=58,
)
KEY_NAME: Final = TextRule(
    "1 to 40 lower-case letters, digits and hyphens",
    re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?"),
    "2026-11",
    maximum=40,
)
PEM_TEXT: Final = TextRule(
    "a public key in PEM",
    re.compile(r"[\x09\x0a\x0d\x20-\x7e]+"),
    "-----BEGIN PUBLIC KEY-----...",
    maximum=65_536,
)


class Existing(StrEnum):
    """Treatment of resources that ccoctl created."""

    KEEP = "keep"
    """They are imported unchanged."""

    REPAIR = "repair"
    """They are changed to match a new stack."""


Adoption = Annotated[
    Existing | None,
    Field(
        strict=False,
        description="Import the resources that ccoctl created. `keep` imports them unchanged. "
        "`repair`, in a later update, changes them to match a new stack.",
    ),
]
AdditionalTags = Annotated[
    dict[str, str],
    Field(description="Additional tags. The tags that ccoctl sets are always present."),
]


class Key(Settings):
    """A current or former signing key: a public key, a secret private key, or a generated one."""

    name: Annotated[str, Follows(KEY_NAME)]
    """Name of the key in the stack. A new name creates a new key."""
    public_key: Annotated[str, Follows(PEM_TEXT)] | None = None
    """Public key, PEM. The private key stays outside the stack."""
    private_key: SecretStr | None = None
    """Private key, PEM without passphrase. Secret. Default without `publicKey`: the stack generates
    a key once and keeps it encrypted in its state.
    """


class TokenIssuerSettings(Settings):
    """Branch `tokenIssuer`: signing keys of ServiceAccount tokens, and their publication."""

    name: Annotated[str, Follows(RESOURCE_NAME)]
    """Name of the cloud resources, as `ccoctl --name`."""
    aws: AwsIssuer | None = None
    """An issuer on AWS."""
    azure: AzureIssuer | None = None
    """An issuer on Azure."""
    gcp: GcpIssuer | None = None
    """An issuer on Google Cloud."""
    keys: Lax[tuple[Key, ...]] = Field(default=(Key(name="initial"),), min_length=1, max_length=5)
    """Published keys, in this order. A rotation needs more than one."""
    signing_key: Annotated[str, Follows(KEY_NAME)] | None = None
    """Name of the key that signs new tokens. Default: the first key."""
    existing: Adoption = None
    existing_ids: dict[str, str] = Field(default={})
    """IDs of existing resources that cannot be derived from a name, by the resource's name in the
    stack: `distribution` on AWS.
    """
    protect: bool = True
    """Refuse to delete the issuer. Every token of the cluster depends on it. With `existing: keep`,
    a destroy leaves it as it is.
    """
    tags: AdditionalTags = Field(default={})
    settle_seconds: int = Field(default=10, ge=0, le=900)
    """Wait between publishing the documents and creating the first resource that trusts them, in
    seconds.
    """
    overrides: Overrides = Field(default={})
    """Inputs of single resources, by their logical names. See docs/compose.md."""

    @property
    def place(self) -> AwsIssuer | AzureIssuer | GcpIssuer:
        """Where the issuer is served; the checks require exactly one cloud."""
        place = self.aws or self.azure or self.gcp
        if place is None:
            raise AssertionError("the checks require a cloud")
        return place

    @property
    def has_place(self) -> bool:
        """Whether the settings name a cloud; before the checks they need not."""
        return any((self.aws, self.azure, self.gcp))

    @property
    def protects(self) -> bool:
        """Whether a destroy is refused; what is only kept outlives the stack instead."""
        return self.protect and self.existing is not Existing.KEEP

    @property
    def bucket(self) -> str:
        """Bucket of the issuer on AWS and on Google Cloud."""
        return issuers.bucket_name(self.name)

    @property
    def issuer_url(self) -> str | None:
        """The issuer, or ``None`` if CloudFront assigns it."""
        if self.azure:
            account = self.azure.storage_account or self.name
            suffix = facts_of(self.azure.cloud).blob_suffix
            return issuers.blob_issuer_url(account, self.azure.container or self.name, suffix)
        if self.gcp:
            return issuers.storage_issuer_url(self.name, self.gcp.universe)
        if self.aws is None:
            return None
        if self.aws.distribution_domain:
            return issuers.cloudfront_issuer_url(self.aws.distribution_domain)
        return None if self.aws.private else issuers.s3_issuer_url(self.name, self.aws.region)

    @property
    def signer(self) -> Key:
        """The key that signs new tokens."""
        named = (key for key in self.keys if key.name == self.signing_key)
        return next(named, self.keys[0])
