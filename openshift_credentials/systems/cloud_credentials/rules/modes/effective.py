"""The mode that the operator works in.

Source: openshift/cloud-credential-operator ``pkg/operator/utils/utils.go`` at b187feee66f4.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

MODE_ANNOTATION: Final = "cloudcredential.openshift.io/mode"
"""Annotation of the root secret with the permitted use of its credentials."""


class Mode(StrEnum):
    """Values of ``spec.credentialsMode``."""

    DEFAULT = ""
    MINT = "Mint"
    PASSTHROUGH = "Passthrough"
    MANUAL = "Manual"


class Annotation(StrEnum):
    """Values of the annotation on the root secret."""

    MINT = "mint"
    PASSTHROUGH = "passthrough"
    INSUFFICIENT = "insufficient"


class OperatorError(ValueError):
    """The operator stops with an error; the text is the operator's."""


@dataclass(frozen=True, slots=True)
class EffectiveMode:
    """``mode`` is a string: the operator keeps an invalid one."""

    mode: str
    conflict: bool


@dataclass(frozen=True, slots=True)
class TokenCluster:
    """Effective mode, and whether the actuators broker short-term credentials."""

    mode: str
    conflict: bool
    mode_error: str | None
    timed_token_cluster: bool
    token_error: str | None


def is_valid_mode(mode: str) -> bool:
    """Whether the operator accepts a mode, case-sensitively."""
    return mode in set(Mode)


def mode_to_annotation(mode: str) -> Annotation:
    """The annotation that a configured mode forces. Raises :class:`OperatorError` for others."""
    if mode == Mode.MINT:
        return Annotation.MINT
    if mode == Mode.PASSTHROUGH:
        return Annotation.PASSTHROUGH
    raise OperatorError(f"no annotation for operator mode: {mode}")


def legacy_disabled_parse(disabled: str | None) -> bool:
    """Key ``disabled`` of the legacy ConfigMap; ``None`` is "no ConfigMap" or "no such key".

    Raises :class:`OperatorError` for text that ``strconv.ParseBool`` of Go rejects.
    """
    if disabled is None or disabled in ("0", "f", "F", "false", "FALSE", "False"):
        return False
    if disabled in ("1", "t", "T", "true", "TRUE", "True"):
        return True
    raise OperatorError(f"strconv.ParseBool: parsing {quote(disabled)}: invalid syntax")


def effective_mode(*, legacy_disabled: bool, mode: str) -> EffectiveMode:
    """The effective mode; a conflict always stops the operator."""
    if not mode:
        return EffectiveMode(Mode.MANUAL if legacy_disabled else mode, conflict=False)
    return EffectiveMode(mode, conflict=legacy_disabled and mode != Mode.MANUAL)


def operator_configuration(cloudcredential_mode: str | None, legacy_disabled: str | None) -> EffectiveMode:
    """The effective mode from a cluster's objects; ``None`` as in the next function.

    Raises :class:`OperatorError`.
    """
    if cloudcredential_mode is None:
        raise OperatorError(not_found("cloudcredentials.operator.openshift.io", "cluster"))
    return effective_mode(legacy_disabled=legacy_disabled_parse(legacy_disabled), mode=cloudcredential_mode)


def mode_and_token_cluster(
    cloudcredential_mode: str | None, legacy_disabled: str | None, service_account_issuer: str | None
) -> TokenCluster:
    """Effective mode and token mode from a cluster's objects.

    ``None`` is a missing object: CloudCredential ``cluster``, the legacy ConfigMap or its key,
    Authentication ``cluster``. Any text counts as an issuer, also a space.
    """
    try:
        effective = operator_configuration(cloudcredential_mode, legacy_disabled)
    except OperatorError as error:
        return TokenCluster("", False, str(error), False, str(error))  # noqa: FBT003
    token_error = None
    if effective.mode == Mode.MANUAL and service_account_issuer is None:
        token_error = not_found("authentications.config.openshift.io", "cluster")
    is_token_cluster = effective.mode == Mode.MANUAL and bool(service_account_issuer)
    return TokenCluster(effective.mode, effective.conflict, None, is_token_cluster, token_error)


def not_found(resource: str, name: str) -> str:
    """The API server's text for an object that does not exist."""
    return f"{resource} {quote(name)} not found"


_SHORT_ESCAPES: Final = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    '"': '\\"', "\\": "\\\\",
}  # fmt: skip


def quote(text: str) -> str:
    """A text quoted by ``strconv.Quote`` of Go."""
    return '"' + "".join(map(_quote_character, text)) + '"'


def _quote_character(character: str) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    if code <= 0x7F:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
