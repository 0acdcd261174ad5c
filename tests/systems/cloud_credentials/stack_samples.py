"""How the tests read the Secrets of a recorded stack."""

import base64
from collections.abc import Mapping

from tests.kit import tokens
from tests.kit.recorded import Recorded


def content(stack: Recorded, name: str) -> Mapping[str, str]:
    (secret,) = (each for each in stack.all(tokens.SECRET) if each.inputs["metadata"]["name"] == name)
    return {key: base64.b64decode(text).decode() for key, text in secret.inputs["data"].items()}
