"""HCPEtcdBackup as the API server checks it: ``schema.json``.

Source: openshift/hypershift, ``HCPEtcdBackup`` in ``api/hypershift/v1beta1/etcdbackup_types.go``
and the custom resource definition generated from it, at commit 3ee9615567ac. The status has names
and types only: it is dropped when an object is created.
"""

from typing import Final

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.admission.admission import CustomResource
from openshift_credentials.platforms.kubernetes.admission.schema import read_packaged_schema

BACKUPS: Final = CustomResource(
    upstream.HYPERSHIFT_API,
    "HCPEtcdBackup",
    read_packaged_schema(__package__ or "", "schema.json")["HCPEtcdBackup"],
)
