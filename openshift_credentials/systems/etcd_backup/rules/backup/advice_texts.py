"""Texts of the advice on HCPEtcdBackups: ``advice.yaml``."""

from dataclasses import replace
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

ADVICE: Final = package_notices(__package__ or "", "advice.yaml")
"""By code; names in braces are placeholders for values of the object."""


def advice(code: str, path: str, **values: object) -> Notice:
    """The advice ``code`` on the field ``path``, with the values that its message shows."""
    text = ADVICE[code]
    return replace(text, why=text.why.format(**values), setting=path)
