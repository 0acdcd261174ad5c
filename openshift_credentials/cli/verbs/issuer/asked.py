"""What ``issuer check`` is asked about, from the command line or from a stack."""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.systems.token_issuer.rules.exchange import ExchangeAnswer
from openshift_credentials.systems.token_issuer.rules.signing_keys import PublicKey


@dataclass(frozen=True, slots=True)
class Asked:
    """The issuer, the keys that it must publish, and the roles that trust it, by name."""

    url: str
    keys: list[PublicKey]
    roles: list[tuple[str, Mapping[str, object]]]
    more: tuple[ExchangeAnswer, ...] = ()
