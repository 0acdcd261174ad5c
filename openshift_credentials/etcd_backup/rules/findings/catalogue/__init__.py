"""All findings; docs/findings.md is generated from these texts."""

from typing import Final

from openshift_credentials.etcd_backup.rules.findings.catalogue import aws, azure, common
from openshift_credentials.notices import Notice

CATALOGUE: Final = tuple(
    value
    for module in (common, aws, azure)
    for value in vars(module).values()
    if isinstance(value, Notice)
)
"""All findings, in the order in which they are reported."""
