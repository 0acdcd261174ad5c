"""The schema of an HCPEtcdBackup as data: structure, lengths, and validation rules.

Source: openshift/hypershift, ``HCPEtcdBackup`` in ``api/hypershift/v1beta1/etcdbackup_types.go``
and the custom resource definition generated from it, at commit 3ee9615567ac. Lengths count code
points. Rules are CEL there: ``matches`` is RE2, whose ``$`` is the very end of the text, so a
trailing newline is rejected.
"""

from typing import Final

from openshift_credentials.platforms.kubernetes.admission.admission import Resource
from openshift_credentials.platforms.kubernetes.admission.nodes import (
    Array,
    ExactlyWith,
    Lacks,
    Matches,
    Object,
    Text,
)

_DNS_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_KEY_VAULT_CLOUDS: Final = (
    r"azure\.net|usgovcloudapi\.net|azure\.cn|microsoftazure\.de|sovcloud-api\.fr"
)

SECRET_NAME: Final = Text(
    minimum=1,
    maximum=253,
    checks=(
        Matches(
            rf"{_DNS_LABEL}(\.{_DNS_LABEL})*",
            "name must consist only of a-z, 0-9, '-' and '.', "
            "each part between periods with a letter or digit at both ends",
        ),
    ),
)
_CREDENTIALS: Final = Object({"name": SECRET_NAME}, required=("name",))

BUCKET: Final = Text(
    minimum=3,
    maximum=63,
    checks=(
        Matches(
            "[a-z0-9][a-z0-9.-]*[a-z0-9]",
            "bucket must consist of a-z, 0-9, '-' and '.', with a letter or digit at both ends",
        ),
        Lacks("..", "bucket must not contain consecutive periods"),
    ),
)
REGION: Final = Text(
    minimum=1,
    maximum=63,
    checks=(
        Matches(
            "[a-z][a-z0-9-]*[a-z0-9]",
            "region must consist of a-z, 0-9 and '-', "
            "with a letter at the start and a letter or digit at the end",
        ),
        Lacks("--", "region must not contain consecutive hyphens"),
    ),
)
S3_KEY_PREFIX: Final = Text(
    minimum=1,
    maximum=1024,
    checks=(
        Matches(
            "[a-zA-Z0-9!_.*'()/-]+",
            "keyPrefix must consist of letters, digits and the characters / - _ . ! * ' ( )",
        ),
    ),
)
KMS_KEY_ARN: Final = Text(
    minimum=1,
    maximum=256,
    checks=(
        Matches(
            "arn:(aws|aws-cn|aws-us-gov):kms:[a-z0-9-]+:[0-9]{12}:key/[a-zA-Z0-9-]+",
            "kmsKeyARN must be a valid AWS KMS key ARN: arn:PARTITION:kms:REGION:ACCOUNT:key/ID",
        ),
    ),
    immutable="kmsKeyARN is immutable",
)
CONTAINER: Final = Text(
    minimum=3,
    maximum=63,
    checks=(
        Matches(
            "[a-z0-9]([a-z0-9-]*[a-z0-9])?",
            "container must consist of a-z, 0-9 and '-', with a letter or digit at both ends",
        ),
        Lacks("--", "container must not contain consecutive hyphens"),
    ),
)
STORAGE_ACCOUNT: Final = Text(
    minimum=3,
    maximum=24,
    checks=(
        Matches("[a-z0-9]+", "storageAccount must consist of lowercase letters and numbers only"),
    ),
)
AZURE_KEY_PREFIX: Final = Text(
    minimum=1,
    maximum=1024,
    checks=(
        Matches(
            "[a-zA-Z0-9/_.-]+",
            "keyPrefix must consist of letters, digits and the characters / - _ .",
        ),
    ),
)
ENCRYPTION_KEY_URL: Final = Text(
    minimum=1,
    maximum=210,
    checks=(
        Matches(
            rf"https://[a-zA-Z0-9-]+\.(vault|managedhsm)\.({_KEY_VAULT_CLOUDS})"
            "/keys/[a-zA-Z0-9-]+(/[a-zA-Z0-9]+)?",
            "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
        ),
    ),
    immutable="encryptionKeyURL is immutable",
)
STORAGE_TYPE: Final = Text(choices=("S3", "AzureBlob"))

S3: Final = Object(
    {
        "bucket": BUCKET,
        "region": REGION,
        "keyPrefix": S3_KEY_PREFIX,
        "credentials": _CREDENTIALS,
        "kmsKeyARN": KMS_KEY_ARN,
    },
    required=("bucket", "credentials", "keyPrefix", "region"),
    kept={"kmsKeyARN": "kmsKeyARN cannot be removed once set"},
)
AZURE_BLOB: Final = Object(
    {
        "container": CONTAINER,
        "storageAccount": STORAGE_ACCOUNT,
        "keyPrefix": AZURE_KEY_PREFIX,
        "credentials": _CREDENTIALS,
        "encryptionKeyURL": ENCRYPTION_KEY_URL,
    },
    required=("container", "credentials", "keyPrefix", "storageAccount"),
    kept={"encryptionKeyURL": "encryptionKeyURL cannot be removed once set"},
)
SPEC: Final = Object(
    {
        "storage": Object(
            {"storageType": STORAGE_TYPE, "s3": S3, "azureBlob": AZURE_BLOB},
            required=("storageType",),
            checks=(ExactlyWith("S3", "s3"), ExactlyWith("AzureBlob", "azureBlob")),
        )
    },
    required=("storage",),
    immutable="HCPEtcdBackupSpec is immutable",
)

_CONDITION: Final = ("lastTransitionTime", "message", "observedGeneration", "reason", "status")
STATUS: Final = Object(
    {
        "conditions": Array(Object(dict.fromkeys((*_CONDITION, "type"), Text()))),
        "encryptionMetadata": Object(
            {
                "aws": Object({"kmsKeyARN": Text()}),
                "azure": Object({"encryptionKeyURL": Text()}),
            }
        ),
        "snapshotURL": Text(),
    }
)
"""Only which members there are: a status is dropped when an object is created."""

ROOT: Final = Object({"spec": SPEC, "status": STATUS}, required=("spec",))

BACKUPS: Final = Resource("hypershift.openshift.io/v1beta1", "HCPEtcdBackup", ROOT)
