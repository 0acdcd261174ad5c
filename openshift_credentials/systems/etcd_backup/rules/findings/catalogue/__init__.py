"""All findings; docs/findings.md is generated from these texts."""

from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.rules.findings.catalogue import aws, azure, common

CATALOGUE: Final = tuple(
    value
    for module in (common, aws, azure)
    for value in vars(module).values()
    if isinstance(value, Notice)
)
"""All findings, in the order in which they are reported."""
