"""Keys of an issuer: those of the settings, and those that the stack generates once."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pulumi

from openshift_credentials.systems.token_issuer.rules.signing_keys import KEY_BITS


@dataclass(frozen=True, kw_only=True)
class SigningKeyArgs:
    """A key, PEM; the stack generates one if no public key is set."""

    name: str
    public_key: pulumi.Input[str] | None = None
    private_key: pulumi.Input[str] | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class SigningKeysArgs:
    """Keys in the order of publication, and the name of the signing key."""

    keys: Sequence[SigningKeyArgs]
    signer: str
    protect: bool


class SigningKeys(pulumi.ComponentResource):
    """Public keys of all pairs, and the private signing key, if it is known.

    A key is generated once and is encrypted in the state; it is deleted with its name. Only the key
    that signs is protected, so that a rotation can drop the one that did.
    """

    public_keys: pulumi.Output[list[str]]
    private_key: pulumi.Output[str] | None

    def __init__(
        self, name: str, args: SigningKeysArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:token-issuer:SigningKeys", name, None, opts)
        halves = {
            key.name: self._halves(name, key, protect=args.protect and key.name == args.signer)
            for key in args.keys
        }
        self.public_keys = pulumi.Output.all(*(halves[key.name][0] for key in args.keys))
        self.private_key = halves[args.signer][1]
        self.register_outputs({"signingKey": args.signer, "keys": [*halves]})

    def _halves(
        self, name: str, key: SigningKeyArgs, *, protect: bool
    ) -> tuple[pulumi.Output[str], pulumi.Output[str] | None]:
        if key.public_key is not None:
            private = None if key.private_key is None else pulumi.Output.secret(key.private_key)
            return pulumi.Output.from_input(key.public_key), private
        import pulumi_tls as tls  # noqa: PLC0415 - only stacks that make a key pay for it

        private_key = tls.PrivateKey(
            f"{name}-{key.name}",
            algorithm="RSA",
            rsa_bits=KEY_BITS,
            opts=pulumi.ResourceOptions(
                parent=self, protect=protect or None, additional_secret_outputs=["privateKeyPem"]
            ),
        )
        return private_key.public_key_pem, pulumi.Output.secret(private_key.private_key_pem)
