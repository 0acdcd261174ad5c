"""HCPEtcdBackup as the API server checks it: structure in ``schema.json``, CEL rules here.

Source: openshift/hypershift, ``HCPEtcdBackup`` in ``api/hypershift/v1beta1/etcdbackup_types.go``
and the custom resource definition generated from it, at commit 3ee9615567ac. The status has names
and types only: it is dropped when an object is created.
"""

from typing import Final

from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.admission.admission import CustomResource
from openshift_credentials.platforms.kubernetes.admission.schema import (
    SchemaRule,
    immutable,
    lacks,
    matches,
    never_removed,
    only_with,
    read_packaged_schema,
)

_DNS_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_KEY_VAULT_CLOUDS: Final = (
    r"azure\.net|usgovcloudapi\.net|azure\.cn|microsoftazure\.de|sovcloud-api\.fr"
)
_RULES: Final[dict[str, tuple[SchemaRule, ...]]] = {
    "HCPEtcdBackup.spec": (immutable("HCPEtcdBackupSpec"),),
    "Storage": (
        only_with("s3", "storageType", "S3"),
        only_with("azureBlob", "storageType", "AzureBlob"),
    ),
    "Credentials.name": (
        matches(
            rf"{_DNS_LABEL}(\.{_DNS_LABEL})*",
            "name must consist only of a-z, 0-9, '-' and '.', "
            "each part between periods with a letter or digit at both ends",
        ),
    ),
    "S3": (never_removed("kmsKeyARN"),),
    "S3.bucket": (
        matches(
            "[a-z0-9][a-z0-9.-]*[a-z0-9]",
            "bucket must consist of a-z, 0-9, '-' and '.', with a letter or digit at both ends",
        ),
        lacks("..", "bucket must not contain consecutive periods"),
    ),
    "S3.region": (
        matches(
            "[a-z][a-z0-9-]*[a-z0-9]",
            "region must consist of a-z, 0-9 and '-', "
            "with a letter at the start and a letter or digit at the end",
        ),
        lacks("--", "region must not contain consecutive hyphens"),
    ),
    "S3.keyPrefix": (
        matches(
            "[a-zA-Z0-9!_.*'()/-]+",
            "keyPrefix must consist of letters, digits and the characters / - _ . ! * ' ( )",
        ),
    ),
    "S3.kmsKeyARN": (
        matches(
            "arn:(aws|aws-cn|aws-us-gov):kms:[a-z0-9-]+:[0-9]{12}:key/[a-zA-Z0-9-]+",
            "kmsKeyARN must be a valid AWS KMS key ARN: arn:PARTITION:kms:REGION:ACCOUNT:key/ID",
        ),
        immutable("kmsKeyARN"),
    ),
    "AzureBlob": (never_removed("encryptionKeyURL"),),
    "AzureBlob.container": (
        matches(
            "[a-z0-9]([a-z0-9-]*[a-z0-9])?",
            "container must consist of a-z, 0-9 and '-', with a letter or digit at both ends",
        ),
        lacks("--", "container must not contain consecutive hyphens"),
    ),
    "AzureBlob.storageAccount": (
        matches("[a-z0-9]+", "storageAccount must consist of lowercase letters and numbers only"),
    ),
    "AzureBlob.keyPrefix": (
        matches(
            "[a-zA-Z0-9/_.-]+",
            "keyPrefix must consist of letters, digits and the characters / - _ .",
        ),
    ),
    "AzureBlob.encryptionKeyURL": (
        matches(
            rf"https://[a-zA-Z0-9-]+\.(vault|managedhsm)\.({_KEY_VAULT_CLOUDS})"
            "/keys/[a-zA-Z0-9-]+(/[a-zA-Z0-9]+)?",
            "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
        ),
        immutable("encryptionKeyURL"),
    ),
}
BACKUPS: Final = CustomResource(
    upstream.HYPERSHIFT_API,
    "HCPEtcdBackup",
    read_packaged_schema(__package__ or "", "schema.json", _RULES)["HCPEtcdBackup"],
)
