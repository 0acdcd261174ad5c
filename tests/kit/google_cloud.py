"""The SDK of Google Cloud, an extra that a machine may not have."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from tests.kit.places import REPOSITORY

IS_INSTALLED: Final = find_spec("pulumi_gcp") is not None
NEEDS_SDK: Final = pytest.mark.skipif(not IS_INSTALLED, reason="pulumi-gcp is not installed; run 'make gcp'")
EXAMPLES: Final = frozenset(
    path.stem
    for path in (REPOSITORY / "tests" / "examples" / "golden").glob("*.yaml")
    if "resource: pulumi:providers:gcp " in path.read_text(encoding="utf-8")
)
"""Examples that register something on Google Cloud."""


def needs_sdk(parameters: Iterable[object]) -> bool:
    """Whether one is an example on Google Cloud, or a file or a command that names it, and its SDK is missing."""
    texts = [str(value) for value in parameters if isinstance(value, str | Path)]
    return not IS_INSTALLED and any(name == text or f"/{name}/" in text for name in EXAMPLES for text in texts)
