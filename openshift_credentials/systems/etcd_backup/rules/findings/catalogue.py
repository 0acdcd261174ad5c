"""All findings, in the order in which they are reported: ``catalogue.yaml``."""

from typing import Final

from openshift_credentials.base.package_data import package_notices

CATALOGUE: Final = package_notices(__package__ or "", "catalogue.yaml")
"""By code."""
