"""The environment of somebody who has set every variable that the SDKs of the clouds read.

The SDKs take inputs of providers from variables, such as the path in ``$KUBECONFIG``. An input that
a program registers stands in the state: it would decide which cluster ``refresh`` and ``destroy``
use, and it would differ for two people.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.kit.google_cloud import IS_INSTALLED

SDKS: Final = (
    *("pulumi_aws", "pulumi_azure_native", "pulumi_kubernetes", "pulumi_tls"),
    *(["pulumi_gcp"] if IS_INSTALLED else []),
)
OF_THE_CLOUDS: Final = (
    "AWS_PROFILE",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "ARM_CLIENT_ID",
    "ARM_CLIENT_SECRET",
    "ARM_ENVIRONMENT",
    "ARM_LOCATION",
    "ARM_SUBSCRIPTION_ID",
    "ARM_TENANT_ID",
)
MARKER: Final = "of-whoever-runs-it"
"""The value of every variable that is a text."""

_READ: Final = re.compile(r"get_env(_bool|_int|_float)?\(([^)]*)\)")


@cache
def variables() -> Mapping[str, str]:
    """Variables that the SDKs read for their providers, and those of the clouds, with values."""
    found: dict[str, str] = dict.fromkeys(OF_THE_CLOUDS, MARKER)
    for sdk in SDKS:
        spec = find_spec(sdk)
        assert spec
        assert spec.origin
        text = (Path(spec.origin).parent / "provider.py").read_text(encoding="utf-8")
        for kind, names in _READ.findall(text):
            for name in re.findall(r"[A-Z][A-Z0-9_]+", names):
                found[name] = {"": MARKER, "_bool": "true"}.get(kind, "7")
    return found
