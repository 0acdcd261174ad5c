"""What ``issuer check`` is asked about, and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.token_issuer.rules.signing_keys import PublicKey


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``about`` names the role or the Secret that it is about."""

    step: str
    passes: bool
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The issuer, the keys that it has to publish, and the roles that trust it, by name."""

    url: str
    keys: list[PublicKey]
    roles: list[tuple[str, Mapping[str, object]]]
    more: tuple[Finding, ...] = ()
