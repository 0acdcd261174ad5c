"""Settings that people look for and that must not exist: the reason and the way out of each."""

from collections.abc import Mapping
from typing import Final

REFUSED: Final[Mapping[str, tuple[str, str]]] = {
    "encryptionkeyurl": (
        (
            "is refused: the operator's uploader sends it as the name of an encryption scope, of "
            "at most 63 lower-case letters, digits and hyphens, while the CRD demands the URL of "
            "a key, so that no value works"
        ),
        "set etcdBackup.storage.azureBlob.customerManagedKey, which encrypts the whole account",
    ),
}
"""By name in lower case: rule and way out.

Source for ``encryptionKeyURL``: openshift/hypershift ``etcd-upload/azure_uploader.go`` and
``api/hypershift/v1beta1/etcdbackup_types.go``.
"""
