"""Numbers as Go writes them: in JSON, and from YAML into string fields."""

import math
import struct
from typing import Final

_INT64: Final = range(-(2**63), 2**63)
_UINT64_END: Final = 2**64
_DOUBLE: Final = 64
_PYTHON_DIGITS: Final = 4300
"""Digits that ``int`` reads by default (``sys.int_info.default_max_str_digits``)."""


def not_json(constant: str) -> float:
    """For ``NaN`` and ``Infinity``, which only Python reads. Raises :class:`ValueError`."""
    raise ValueError(f"{constant} is not JSON")


def whole_number(digits: str) -> int | float:
    """A whole number of JSON; one that Python does not read, for its length, is infinite."""
    return int(digits) if len(digits) <= _PYTHON_DIGITS else float(digits)


def as_goyaml_reads(value: int) -> int | float:
    """A whole number of YAML: beyond 64 bits it becomes a float (goyaml ``resolve.go``)."""
    return value if _INT64.start <= value < _UINT64_END else _double(value)


def as_kubernetes_json_reads(value: float) -> int | float:
    """A number of JSON in a field of any type: ``int64`` if it fits, otherwise a float.

    Source: sigs.k8s.io/json, ``UnmarshalCaseSensitivePreserveInts``.
    """
    if isinstance(value, float):
        return value
    return value if value in _INT64 else _double(value)


def _double(value: int) -> float:
    """The nearest number of 64 bits, infinite beyond the largest."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def json_number(value: float) -> str:
    """The form of ``encoding/json``: as few digits as possible, an exponent from 1e21 on.

    Raises :class:`ValueError` for infinity and "not a number", which JSON cannot represent.
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        raise ValueError("JSON has no such number")
    digits, exponent, sign = _shortest(repr(abs(value)), value)
    if -7 < exponent < 21:
        return sign + _plain(digits, exponent)
    return f"{sign}{_scientific(digits)}e{exponent:+d}"


def text_of_number(value: float) -> str:
    """The string to which sigs.k8s.io/yaml converts a number for a string field.

    Source: ``strconv.FormatFloat(value, 'g', -1, 32)`` in its ``convertToJSONableObject``.
    """
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NaN"
    try:
        packed = struct.pack(">f", value)
    except OverflowError:
        packed = b""
    if not packed or math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    single: float = struct.unpack(">f", packed)[0]
    return shortest_text(single, bits=32)


def shortest_text(value: float, *, bits: int) -> str:
    """The shortest digits that give the same float with that number of bits, as ``%g`` in Go."""
    if isinstance(value, int):
        return str(value)
    text = repr(abs(value)) if bits == _DOUBLE else _shortest_single(abs(value))
    digits, exponent, sign = _shortest(text, value)
    if -4 <= exponent < 6:
        return sign + _plain(digits, exponent)
    mark = "-" if exponent < 0 else "+"
    return f"{sign}{_scientific(digits)}e{mark}{abs(exponent):02d}"


def _shortest_single(magnitude: float) -> str:
    packed = struct.pack(">f", magnitude)
    candidates = (f"{magnitude:.{places}e}" for places in range(9))
    return next(candidate for candidate in candidates if struct.pack(">f", float(candidate)) == packed)


def _shortest(text: str, value: float) -> tuple[str, int, str]:
    """Significant digits, decimal exponent of the first one, and the sign."""
    mantissa, _, power = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading_zeros = len(whole + fraction) - len(digits)
    exponent = len(whole) - 1 - leading_zeros + int(power or 0)
    sign = "-" if math.copysign(1, value) < 0 else ""
    return digits.rstrip("0") or "0", exponent if digits else 0, sign


def _plain(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    fraction = digits[exponent + 1 :]
    return f"{whole}.{fraction}" if fraction else whole


def _scientific(digits: str) -> str:
    return f"{digits[0]}.{digits[1:]}" if len(digits) > 1 else digits
