"""Findings about a Secret of cloud credentials, without its content."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.arns import ROLE_ARN_SHAPE, parse_role_arn
from openshift_credentials.platforms.azure.text_rules import GUID
from openshift_credentials.platforms.manifests.secrets import SecretManifest

from ..modes.platforms import ROOT_SECRET_NAMESPACE
from .detection import ROOT_SECRETS, Detected, SecretCloud, SecretKind, aws_default_profile, gcp_fields, is_short_term
from .formats import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AZURE_LONG_TERM_KEYS,
    AZURE_SHORT_TERM_KEYS,
    AZURE_TOKEN_FILE,
    CA_CERT,
    CLOUDS_YAML,
    CREDENTIALS,
    GCP_LONG_TERM_FIELDS,
    GCP_SERVICE_ACCOUNT,
    SecretData,
)

_ERROR, _WARNING = Severity.ERROR, Severity.WARNING
_KNOWN_KEYS: Final = frozenset(
    (
        AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY,
        CREDENTIALS,
        *AZURE_LONG_TERM_KEYS,
        *AZURE_SHORT_TERM_KEYS,
        GCP_SERVICE_ACCOUNT,
        CLOUDS_YAML,
        CA_CERT,
        "clouds.conf",
        "ibmcloud_api_key",
        "ibm-credentials.env",
    )
)
"""Keys that messages can contain; any other key can itself be a secret."""
_ACCESS_KEY: Final = re.compile(r"A(?:KI|SI)A[A-Z0-9]{12,}")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/\s]{8,}={0,2}\s*")
_PRINTABLE: Final = re.compile(r"[\t\n\r -~]+")
_PLAIN_SHAPES: Final[Mapping[str, Callable[[str], bool]]] = {
    AWS_ACCESS_KEY_ID: lambda text: _ACCESS_KEY.fullmatch(text.strip()) is not None,
    GCP_SERVICE_ACCOUNT: lambda text: text.lstrip().startswith("{"),
    CLOUDS_YAML: lambda text: "clouds" in text,
    CREDENTIALS: lambda text: "[" in text or "arn:" in text,
    "azure_client_id": lambda text: GUID.problem(text.strip()) is None,
    "azure_tenant_id": lambda text: GUID.problem(text.strip()) is None,
    "azure_subscription_id": lambda text: GUID.problem(text.strip()) is None,
}
"""Pattern of valid content by key; content that matches only after decoding was encoded twice."""
_ARN_LIKE: Final = re.compile(r"\s*[\"']?arn:", re.IGNORECASE)
_NO_KEYS: Final = {
    "authorized_user": "the login of a person with gcloud",
    "external_account_authorized_user": "the login of a person through another issuer",
    "gdch_service_account": "an account of Google Distributed Cloud",
    "impersonated_service_account": "an account that another credential becomes",
}
"""Types of credentials files that are no key (google.golang.org/api ``option``)."""


def secret_findings(secret: SecretManifest, detected: Detected) -> tuple[Notice, ...]:
    """All findings, worst first."""
    found = list(_findings(secret, detected))
    return tuple(sorted(found, key=lambda finding: finding.severity is not Severity.ERROR))


def _findings(secret: SecretManifest, detected: Detected) -> Iterator[Notice]:
    if detected.cloud is None:
        yield Notice(
            "unknown-keys",
            _WARNING,
            "None of the keys is one that the operator or its components read.",
            "Compare the keys with those of docs/cco-secrets.md.",
        )
        return
    yield from _encoding(secret.data)
    yield from _place(secret, detected)
    yield from _key_case(secret.data, detected)
    if detected.kind is SecretKind.WEBHOOK:
        yield from _missing_keys(secret.data, ("azure_tenant_id",), "the webhook is not deployed")
        return
    if detected.kind is SecretKind.ROOT and is_short_term(secret.data, detected.cloud):
        yield Notice(
            "short-term-root",
            _ERROR,
            "The root secret exchanges a token; the operator needs a key that stays valid.",
            "Use a long-term key, or mode Manual without a root secret.",
        )
        return
    yield from _BY_CLOUD.get(detected.cloud, _nothing)(secret.data, detected.kind)


def _nothing(_: SecretData, __: SecretKind) -> Iterator[Notice]:
    return iter(())


def _encoding(data: SecretData) -> Iterator[Notice]:
    for key, raw in data.items():
        text = raw.decode("utf-8", "replace")
        if _is_encoded_twice(key, text):
            yield Notice(
                "base64-in-string-data",
                _ERROR,
                f"The value of {_known_key_name(key)} is base64 of the credential: it was encoded twice.",
                "Write plain text under stringData, or its base64 under data, not both.",
            )
        elif text != text.strip() and not text.strip().startswith(("{", "[")) and "\n" not in text.strip():
            yield Notice(
                "white-space",
                _WARNING,
                f"The value of {_known_key_name(key)} begins or ends with white space, which the operator keeps.",
                "Remove it; 'echo -n' and stringData add none.",
            )
        if not raw:
            yield Notice(
                "missing-keys",
                _ERROR,
                f"The value of {_known_key_name(key)} is empty.",
                "Set the value, or remove the key.",
            )


def _place(secret: SecretManifest, detected: Detected) -> Iterator[Notice]:
    if detected.kind in (SecretKind.ROOT, SecretKind.WEBHOOK) or detected.cloud is None:
        return
    wanted = ROOT_SECRETS.get(detected.cloud)
    if secret.namespace == ROOT_SECRET_NAMESPACE:
        read = wanted or "no root secret for this cloud"
        yield Notice(
            "not-the-root-secret",
            _WARNING,
            f"In kube-system the operator reads {read}, not this Secret.",
            "Rename it if it is the root secret; otherwise ignore this finding.",
        )


def _key_case(data: SecretData, detected: Detected) -> Iterator[Notice]:
    if detected.cloud is SecretCloud.VSPHERE:
        return
    for key in data:
        if key != key.lower() and key.lower() in _KNOWN_KEYS - data.keys():
            yield Notice(
                "key-case",
                _ERROR,
                f"Key {key} is not in the case that the operator reads.",
                f"Rename it to {key.lower()}.",
            )


def _known_key_name(key: str) -> str:
    """The name of a key, if it is a known key."""
    is_known = key.lower() in _KNOWN_KEYS or key.endswith((".username", ".password"))
    return key if is_known else "a key that nothing reads"


def _is_encoded_twice(key: str, text: str) -> bool:
    """Whether a value is valid only after another base64 decoding."""
    looks_right = _PLAIN_SHAPES.get(key.lower())
    if not _BASE64.fullmatch(text) or (looks_right and looks_right(text)):
        return False
    try:
        inner = base64.b64decode("".join(text.split()), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    if looks_right is None:  # a secret key is not base64 of text, a doubly encoded one is base64 of printable text
        return key.lower() == AWS_SECRET_ACCESS_KEY and bool(_PRINTABLE.fullmatch(inner))
    return looks_right(inner)


def _missing_keys(data: SecretData, keys: Sequence[str], then: str) -> Iterator[Notice]:
    """One finding with all missing keys of ``keys``, and the consequence."""
    present = {key.lower() for key in data}
    absent = [key for key in keys if key not in present]
    if absent:
        yield Notice(
            "missing-keys",
            _ERROR,
            f"The Secret has no {', '.join(absent)}: {then}.",
            "Add them; docs/cco-secrets.md has all formats.",
        )


def _aws(data: SecretData, kind: SecretKind) -> Iterator[Notice]:
    if kind is SecretKind.SHORT_TERM:
        yield from _aws_role(aws_default_profile(data))
        return
    content = data.get(CREDENTIALS, b"").decode("utf-8", "replace")
    if {AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY} & {key.lower() for key in data}:
        yield from _missing_keys(data, (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), "the operator cannot use the key")
        if data.get(AWS_ACCESS_KEY_ID, b"").startswith(b"ASIA") or "aws_session_token" in data:
            yield Notice(
                "temporary-key",
                _ERROR,
                "The access key is temporary, but the components do not read its session token.",
                "Use an access key of an IAM user, which begins with AKIA.",
            )
        if "web_identity_token_file" in content:
            yield Notice(
                "long-and-short-term",
                _ERROR,
                "There is an access key, and key 'credentials' contains a role for a token.",
                "Keep one of the two; the metric of the operator reports a pod identity.",
            )
    elif _ARN_LIKE.match(content) or "role_arn" in content or "web_identity" in content or "role_name:" in content:
        yield from _aws_role({})
    else:
        yield from _missing_keys(data, (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), "the operator cannot use the key")


def _aws_role(default: Mapping[str, str]) -> Iterator[Notice]:
    absent = [name for name in ("role_arn", "web_identity_token_file") if not default.get(name)]
    if absent:
        yield Notice(
            "incomplete-role",
            _ERROR,
            f"Components read profile default of a credentials file, and there is no {' and no '.join(absent)} in it.",
            "Write a file with [default], role_arn and web_identity_token_file; role_name and a "
            "role ARN alone are read by nothing.",
        )
    arn = default.get("role_arn")
    if arn and parse_role_arn(arn) is None:
        yield Notice("wrong-role-arn", _ERROR, "role_arn is not the ARN of an IAM role.", f"Write {ROLE_ARN_SHAPE}.")
    if "aws_access_key_id" in default:
        yield Notice(
            "long-and-short-term",
            _ERROR,
            "Profile default has an access key and a role for a token.",
            "Keep one of the two.",
        )


def _azure(data: SecretData, kind: SecretKind) -> Iterator[Notice]:
    if AZURE_TOKEN_FILE in data and "azure_client_secret" in data:
        yield Notice(
            "long-and-short-term",
            _ERROR,
            "There is a client secret and a federated token file; a component can use either.",
            "Remove azure_client_secret from a workload identity.",
        )
    elif kind is SecretKind.SHORT_TERM:
        yield from _missing_keys(data, AZURE_SHORT_TERM_KEYS, "the component cannot log in")
    else:
        yield from _missing_keys(data, AZURE_LONG_TERM_KEYS, "the component cannot log in")
    for key in ("azure_client_id", "azure_tenant_id", "azure_subscription_id"):
        text = data.get(key, b"").decode("utf-8", "replace")
        if text and GUID.problem(text.strip()) and not _is_encoded_twice(key, text):
            yield Notice("not-a-guid", _ERROR, f"The value of {key} is not a GUID.", "Copy the ID again.")


def _gcp(data: SecretData, _: SecretKind) -> Iterator[Notice]:
    if GCP_SERVICE_ACCOUNT not in data:
        return
    fields = gcp_fields(data)
    kind = fields.get("type")
    text = data[GCP_SERVICE_ACCOUNT].decode("utf-8", "replace")
    if kind == "external_account" or (not fields and _is_encoded_twice(GCP_SERVICE_ACCOUNT, text)):
        return
    absent = [name for name in GCP_LONG_TERM_FIELDS if not fields.get(name)]
    if not fields:
        why = "service_account.json is not a JSON object."
    elif kind in _NO_KEYS:
        why = f"The type in service_account.json is {kind}: {_NO_KEYS[str(kind)]}."
    elif kind != "service_account":
        why = "The type in service_account.json is neither service_account nor external_account."
    elif absent:
        why = f"The key file has no {', '.join(absent)}."
    else:
        return
    is_usable = kind == "service_account" and not {"private_key", "client_email"} & {*absent}
    yield Notice(
        "unusable-key-file",
        _WARNING if is_usable else _ERROR,
        why,
        "Use the key file of a service account unchanged (gcloud iam service-accounts keys "
        "create), or a configuration of workload identity.",
    )


def _openstack(data: SecretData, _: SecretKind) -> Iterator[Notice]:
    yield from _missing_keys(data, (CLOUDS_YAML,), "the operator stops with an error")


def _vsphere(data: SecretData, _: SecretKind) -> Iterator[Notice]:
    hosts = {key.rpartition(".")[0] for key in data if key.endswith((".username", ".password"))}
    for host in sorted(hosts):
        yield from _missing_keys(
            {key.lower(): value for key, value in data.items()},
            (f"{host.lower()}.username", f"{host.lower()}.password"),
            "that vCenter cannot be used",
        )


def _ibm_cloud(data: SecretData, _: SecretKind) -> Iterator[Notice]:
    keys = ("ibmcloud_api_key", "ibm-credentials.env")
    yield from _missing_keys(data, keys, "a component can read either")


_BY_CLOUD: Final[Mapping[SecretCloud, Callable[[SecretData, SecretKind], Iterator[Notice]]]] = {
    SecretCloud.AWS: _aws,
    SecretCloud.AZURE: _azure,
    SecretCloud.GCP: _gcp,
    SecretCloud.OPENSTACK: _openstack,
    SecretCloud.VSPHERE: _vsphere,
    SecretCloud.IBM_CLOUD: _ibm_cloud,
}
