"""HCPEtcdBackup objects to start from, and what hypothesis makes of them."""

import copy
from typing import Any, Final

from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules.backup import AdmissionVerdict

Json = dict[str, Any]

KMS_KEY_ARN: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
KEY_URL: Final = "https://vault-1.vault.azure.net/keys/etcd/0123abcd"


def s3(**fields: object) -> Json:
    """``spec.storage`` of a backup to S3."""
    target = {
        "bucket": "my-bucket",
        "region": "us-east-1",
        "keyPrefix": "etcd-backups",
        "credentials": {"name": "cloud-credentials"},
        **fields,
    }
    return {"storageType": "S3", "s3": target}


def azure_blob(**fields: object) -> Json:
    """``spec.storage`` of a backup to Azure Blob Storage."""
    target = {
        "container": "etcd",
        "storageAccount": "acct1",
        "keyPrefix": "etcd-backups",
        "credentials": {"name": "cloud-credentials"},
        **fields,
    }
    return {"storageType": "AzureBlob", "azureBlob": target}


def backup(storage: Json | None = None, /, **metadata: object) -> Json:
    """A whole object; accepted unless the arguments make it otherwise."""
    return {
        "apiVersion": "hypershift.openshift.io/v1beta1",
        "kind": "HCPEtcdBackup",
        "metadata": {"name": "b1", "namespace": "clusters-a", **metadata},
        "spec": {"storage": s3() if storage is None else storage},
    }


def changed(manifest: Json, path: str, value: object) -> Json:
    """A copy in which the member at the dotted ``path`` is ``value``."""
    result = copy.deepcopy(manifest)
    *parents, last = path.split(".")
    target = result
    for name in parents:
        target = target[name]
    target[last] = value
    return result


def without(manifest: Json, path: str) -> Json:
    """A copy without the member at the dotted ``path``."""
    result = copy.deepcopy(manifest)
    *parents, last = path.split(".")
    target = result
    for name in parents:
        target = target[name]
    del target[last]
    return result


FULL_S3: Final = backup(s3(kmsKeyARN=KMS_KEY_ARN))
FULL_AZURE: Final = backup(azure_blob(encryptionKeyURL=KEY_URL))

_REGULAR: Final = st.sampled_from(
    [
        "my-bucket", "us-east-1", "etcd-backups", "etcd", "acct1", "S3", "AzureBlob", KMS_KEY_ARN,
        KEY_URL, "a.b", "a..b", "a--b", "-a", "a-", "ab", "abc", "a" * 24, "a" * 25, "a" * 63,
        "a" * 64, "a" * 253, "a" * 254, "a" * 1024, "a" * 1025, "GCS", "A", "", "abc\n", "é" * 63,
        "\U0001f600" * 24, f"{KMS_KEY_ARN}\n", f"{KEY_URL}/x", "!_.*'()/-",
    ]
)  # fmt: skip
_texts = (
    _REGULAR
    | st.text("aZ0.-_/\n:! é", max_size=6)
    | st.from_regex(r"arn:(aws|aws-cn|aws-us|aws-us-gov):kms:[a-z0-9-]{0,9}:[0-9]{11,13}:key/[a-zA]*")
    | st.from_regex(
        r"https?://[a-zA-Z0-9-]{0,3}\.(vault|managedhsm|x)\.(azure\.net|azure\.cn|microsoftazure\.de"
        r"|usgovcloudapi\.net|sovcloud-api\.fr|azurexnet)/(keys|secrets)/[a-z-]{0,2}(/[a-z0-9-]{0,2})?"
    )
)
_scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | _texts
values = st.recursive(_scalars, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_texts, inner, max_size=2))

_S3_PATHS: Final = [f"s3.{name}" for name in (*s3()["s3"], "kmsKeyARN", "etcdBackup.credentials.name", "other")]
_AZURE_PATHS: Final = [
    f"azureBlob.{name}"
    for name in (*azure_blob()["azureBlob"], "encryptionKeyURL", "etcdBackup.credentials.name", "other")
]
_PATHS: Final = [
    *(f"spec.storage.{name}" for name in (*_S3_PATHS, *_AZURE_PATHS)),
    "spec.storage.s3", "spec.storage.azureBlob", "spec.storage.storageType", "spec.storage",
    "spec.other", "spec", "status", "other",
]  # fmt: skip


@st.composite
def manifests(draw: st.DrawFn) -> Json:
    """Objects whose head is right, with up to four members changed or left out."""
    manifest = copy.deepcopy(draw(st.sampled_from([backup(), FULL_S3, FULL_AZURE])))
    for path in draw(st.lists(st.sampled_from(_PATHS), max_size=4)):
        try:
            if draw(st.booleans()):
                manifest = changed(manifest, path, draw(_texts | values))
            else:
                manifest = without(manifest, path)
        except (KeyError, TypeError):
            continue  # the way there has been cut by an earlier change
    return manifest


def paths(verdict: AdmissionVerdict) -> list[str]:
    return [error.path for error in verdict.errors]


S3 = "spec.storage.s3"
AZURE = "spec.storage.azureBlob"
KMS_FRONT, KMS_ID = KMS_KEY_ARN.rsplit("/", maxsplit=1)
VAULT = "https://v.vault.azure.net/keys/"


def with_field(path: str, value: object) -> Json:
    return changed(FULL_S3 if path.startswith(S3) else FULL_AZURE, path, value)


ACCEPTED = {
    f"{S3}.bucket": ["abc", "a" * 63, "1.2", "a-.b", "a.-b", "192.168.0.1", "a--b"],
    f"{S3}.region": ["us-east-1", "aa", "a1", "a" * 63],
    f"{S3}.keyPrefix": ["a", "a" * 1024, "/", "//", "..", "azAZ09!_.*'()/-"],
    f"{S3}.credentials.name": ["a", "a" * 253, "a.b", "1-a.b-1"],
    f"{S3}.kmsKeyARN": [
        "arn:aws:kms:r:123456789012:key/k",
        "arn:aws-cn:kms:r-1:123456789012:key/A-9",
        "arn:aws-us-gov:kms:-:123456789012:key/-",
        f"{KMS_FRONT}/{'k' * (255 - len(KMS_FRONT))}",
    ],
    f"{AZURE}.container": ["abc", "a" * 63, "0-0", "a-b-c"],
    f"{AZURE}.storageAccount": ["abc", "a" * 24, "012"],
    f"{AZURE}.keyPrefix": ["a", "a" * 1024, "/", "..", "azAZ09/_.-"],
    f"{AZURE}.credentials.name": ["a", "a" * 253, "a.b"],
    f"{AZURE}.encryptionKeyURL": [
        *(
            f"https://V-9.{service}.{cloud}/keys/K-9/V9"
            for service in ("vault", "managedhsm")
            for cloud in ("azure.net", "usgovcloudapi.net", "azure.cn", "microsoftazure.de", "sovcloud-api.fr")
        ),
        VAULT + "k",
        VAULT + "k" * (210 - len(VAULT)),
    ],
}


FIELDS = sorted(ACCEPTED)
REQUIRED = [path for path in FIELDS if "kmsKeyARN" not in path and "encryptionKey" not in path]
