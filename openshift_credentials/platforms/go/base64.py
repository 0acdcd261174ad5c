"""Base64 as Go's ``encoding/base64`` decodes it."""

import binascii
import re
from typing import Final

_STANDARD: Final = re.compile(r"(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode_base64(text: str) -> bytes | None:
    """What ``base64.StdEncoding`` decodes: line ends are ignored, padding is required.

    ``None`` if Go rejects the text. Source: Go ``src/encoding/base64/base64.go``,
    ``Encoding.DecodeString``.
    """
    joined = text.replace("\r", "").replace("\n", "")
    return binascii.a2b_base64(joined) if _STANDARD.fullmatch(joined) else None
