"""A token issuer, whole: keys, documents, and the trust of the cloud in them."""

from collections.abc import Mapping

import pulumi

from components.adoption import Adoption
from components.token_issuer.place import Place
from components.token_issuer.signing_keys import SigningKeys, SigningKeysArgs
from openshift_credentials.token_issuer.settings import Existing, TokenIssuerSettings


class TokenIssuer(pulumi.ComponentResource):
    """The issuer of a cluster's ServiceAccount tokens.

    :attr:`place` says where it is and what to wait for before anything trusts it. The private
    key is an output of the stack, and encrypted there.
    """

    exports: Mapping[str, pulumi.Input[object]]
    place: Place
    ready: tuple[pulumi.Resource, ...]

    def __init__(
        self, name: str, settings: TokenIssuerSettings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:token-issuer:TokenIssuer", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        keys = SigningKeys(
            f"{name}-keys",
            SigningKeysArgs(keys=settings.keys, signer=settings.signer, protect=settings.protect),
            child,
        )
        self.place = _place(name, settings, keys.public_keys, child)
        self.ready = self.place.ready
        private = {"signingKey": keys.private_key} if keys.private_key else {}
        self.exports = {"issuerUrl": self.place.issuer_url, **self.place.exports, **private}
        self.register_outputs({"issuerUrl": self.place.issuer_url})


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
        from components.token_issuer.aws import s3_issuer  # noqa: PLC0415

        return s3_issuer(name, settings, place, public_keys, adoption, opts)
    if place := settings.azure:
        from components.token_issuer.azure import blob_issuer  # noqa: PLC0415

        return blob_issuer(name, settings, place, public_keys, adoption, opts)
    raise AssertionError("settings name a cloud")
