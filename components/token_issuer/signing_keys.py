"""Keys of an issuer: those of the settings, and those that the stack makes once."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi

from components.known_later import known_later
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.token_issuer.plan import given_public_key, given_signing_key
from openshift_credentials.token_issuer.rules.signing_keys import KEY_BITS
from openshift_credentials.token_issuer.settings import Key


@dataclass(frozen=True, kw_only=True)
class SigningKeysArgs:
    """Keys in the order in which they are published, and the one that signs."""

    keys: Sequence[Key]
    signer: Key
    protect: bool = True


class SigningKeys(pulumi.ComponentResource):
    """Public halves of all keys, and the private half of the one that signs, if it is known.

    A made key is made once and is encrypted in the state; it goes when its name goes.
    """

    public_keys: pulumi.Output[list[str]]
    private_key: pulumi.Output[str] | None

    def __init__(
        self, name: str, args: SigningKeysArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:token-issuer:SigningKeys", name, None, opts)
        halves = {each.name: self._halves(name, each, protect=args.protect) for each in args.keys}
        self.public_keys = pulumi.Output.all(*(halves[each.name][0] for each in args.keys))
        self.private_key = halves[args.signer.name][1]
        self.register_outputs({"signingKey": args.signer.name, "keys": [*halves]})

    def _halves(
        self, name: str, key: Key, *, protect: bool
    ) -> tuple[pulumi.Output[str], pulumi.Output[str] | None]:
        given = given_public_key(key)
        if given:
            signing = given_signing_key(key)
            private = pulumi.Output.secret(signing.private_pem) if signing else None
            return pulumi.Output.from_input(given.to_pem()), private
        if is_sealed(key.private_key):
            # An offline preview cannot read the key: all that follows from it is unknown.
            unknown = known_later("")
            return unknown, pulumi.Output.secret(unknown)
        import pulumi_tls as tls  # noqa: PLC0415 - only stacks that make a key pay for it

        made = tls.PrivateKey(
            f"{name}-{key.name}",
            algorithm="RSA",
            rsa_bits=KEY_BITS,
            opts=pulumi.ResourceOptions(
                parent=self,
                protect=protect or None,
                additional_secret_outputs=["privateKeyPem"],
            ),
        )
        return made.public_key_pem, pulumi.Output.secret(made.private_key_pem)
