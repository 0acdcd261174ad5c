"""A token issuer: keys, documents, and the trust of the cloud in them."""

from collections.abc import Mapping, Sequence

import pulumi

from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.token_issuer.plan import given_public_key, given_signing_key
from openshift_credentials.systems.token_issuer.settings import Existing, Key, TokenIssuerSettings

from ..base.adoption import Adoption
from ..base.known_later import known_later
from .place import Place
from .signing_keys import (
    SigningKeyArgs,
    SigningKeys,
    SigningKeysArgs,
)


class TokenIssuer(pulumi.ComponentResource):
    """The issuer of a cluster's ServiceAccount tokens.

    :attr:`place` has its address, and what to wait for before it is used. The private
    key is an output of the stack, and encrypted there.
    """

    def __init__(
        self, name: str, settings: TokenIssuerSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:token-issuer:TokenIssuer", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        keys = SigningKeys(
            f"{name}-keys",
            SigningKeysArgs(
                keys=[_key(each) for each in settings.keys],
                signer=settings.signer.name,
                protect=settings.protect,
            ),
            child,
        )
        self.place: Place = _place(name, settings, keys.public_keys, child)
        self.ready: Sequence[pulumi.Resource] = self.place.ready
        private = {"signingKey": keys.private_key} if keys.private_key else {}
        self.exports: Mapping[str, pulumi.Input[object]] = {
            "issuerUrl": self.place.issuer_url,
            **self.place.exports,
            **private,
        }
        self.register_outputs({"issuerUrl": self.place.issuer_url})


def _key(key: Key) -> SigningKeyArgs:
    if given := given_public_key(key):
        signing = given_signing_key(key)
        return SigningKeyArgs(
            name=key.name,
            public_key=given.to_pem(),
            private_key=pulumi.Output.secret(signing.private_pem) if signing else None,
        )
    if is_sealed(key.private_key):
        # An offline preview cannot read the key: everything derived from it is unknown.
        return SigningKeyArgs(
            name=key.name, public_key=known_later(""), private_key=known_later("")
        )
    return SigningKeyArgs(name=key.name)


def _place(
    name: str,
    settings: TokenIssuerSettings,
    public_keys: pulumi.Output[list[str]],
    opts: pulumi.ResourceOptions,
) -> Place:
    """Serve the documents; the SDK of the other cloud is never imported."""
    adoption = Adoption(
        imports=settings.existing is not None,
        keeps=settings.existing is Existing.KEEP,
        ids=settings.existing_ids,
    )
    if place := settings.aws:
        from .aws.issuer import s3_issuer  # noqa: PLC0415

        return s3_issuer(name, settings, place, public_keys, adoption, opts)
    if place := settings.azure:
        from .azure.issuer import blob_issuer  # noqa: PLC0415

        return blob_issuer(name, settings, place, public_keys, adoption, opts)
    raise AssertionError("unreachable: the checks require a cloud")
