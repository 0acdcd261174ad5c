"""Input and findings of ``issuer check``."""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.token_issuer.rules.signing_keys import PublicKey


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; ``about`` is its role or Secret."""

    step: str
    passes: bool
    why: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The issuer, the keys that it must publish, and the roles that trust it, by name."""

    url: str
    keys: list[PublicKey]
    roles: list[tuple[str, Mapping[str, object]]]
    more: tuple[Finding, ...] = ()
