"""A token issuer: keys, documents, and the trust of the cloud in them."""

from dataclasses import dataclass
from typing import Annotated, assert_never

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.token_issuer.plan import (
    public_key_of_settings,
    signing_key_of_settings,
)
from openshift_credentials.systems.token_issuer.settings import (
    AwsIssuer,
    AzureIssuer,
    GcpIssuer,
    Key,
    TokenIssuerSettings,
)

from ..base.facade import Facade
from ..base.unknown import unknown_output
from ..gcp.sdk import require_sdk
from .adoption import adoption_of
from .place import BlobOutputs, BucketOutputs, IssuerAddress, PoolOutputs
from .signing_keys import SigningKeyArgs, SigningKeys, SigningKeysArgs


@dataclass(frozen=True, kw_only=True)
class TokenIssuerOutputs(Outputs):
    """Outputs of a token issuer."""

    issuer_url: Annotated[pulumi.Output[str], About("URL of the issuer.")]
    place: BucketOutputs | BlobOutputs | PoolOutputs
    signing_key: Annotated[
        pulumi.Output[str] | None,
        About(
            "Private key that signs new tokens, PEM. Secret.",
            is_secret=True,
            in_package="signingKeyPem",
        ),
    ]


class TokenIssuer(Facade[TokenIssuerOutputs]):
    """The issuer of a cluster's ServiceAccount tokens.

    :attr:`place` has its address, and what to wait for before it is used. The private key is an
    output of the stack, and encrypted there.
    """

    def __init__(
        self, name: str, settings: TokenIssuerSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:token-issuer:TokenIssuer", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        keys = SigningKeys(
            f"{name}-keys",
            SigningKeysArgs(
                keys=[_key(key) for key in settings.keys],
                signer=settings.signer.name,
                protect=settings.protect,
            ),
            child,
        )
        self.place: IssuerAddress = _place(name, settings, keys.public_keys, child)
        self.ready = self.place.ready
        self.outputs = TokenIssuerOutputs(
            issuer_url=self.place.issuer_url, place=self.place.outputs, signing_key=keys.private_key
        )
        self.register_outputs({"issuerUrl": self.place.issuer_url})


def _key(key: Key) -> SigningKeyArgs:
    if given := public_key_of_settings(key):
        signing = signing_key_of_settings(key)
        return SigningKeyArgs(
            name=key.name,
            public_key=given.to_pem(),
            private_key=pulumi.Output.secret(signing.private_pem) if signing else None,
        )
    if is_sealed(key.private_key):
        # An offline preview cannot read the key: everything derived from it is unknown.
        return SigningKeyArgs(
            name=key.name, public_key=unknown_output(""), private_key=unknown_output("")
        )
    return SigningKeyArgs(name=key.name)


def _place(
    name: str,
    settings: TokenIssuerSettings,
    public_keys: pulumi.Output[list[str]],
    opts: pulumi.ResourceOptions,
) -> IssuerAddress:
    """Serve the documents; the SDK of the other cloud is never imported."""
    adoption = adoption_of(settings.existing, settings.existing_ids)
    match settings.place:
        case AwsIssuer() as place:
            from .aws.issuer import s3_issuer  # noqa: PLC0415

            return s3_issuer(name, settings, place, public_keys, adoption, opts)
        case AzureIssuer() as place:
            from .azure.issuer import blob_issuer  # noqa: PLC0415

            return blob_issuer(name, settings, place, public_keys, adoption, opts)
        case GcpIssuer() as place:
            require_sdk("tokenIssuer.gcp")
            from .gcp.issuer import pool_issuer  # noqa: PLC0415

            return pool_issuer(name, settings, place, public_keys, adoption, opts)
        case _:
            assert_never(settings.place)
