"""Findings of Secrets of Google Cloud."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.cloud_credentials.rules.secrets.detection import (
    Detected,
    gcp_fields,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.findings.common import (
    ERROR,
    INFO,
    WARNING,
    is_encoded_twice,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.formats import (
    GCP_LONG_TERM_FIELDS,
)
from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    GCP_SERVICE_ACCOUNT,
    SecretData,
)

_NO_KEYS: Final = {
    "authorized_user": "the login of a person with gcloud",
    "external_account_authorized_user": "the login of a person through another issuer",
    "gdch_service_account": "an account of Google Distributed Cloud",
    "impersonated_service_account": "an account that another credential becomes",
}
"""Types of credentials files that are no key (google.golang.org/api ``option``)."""


def gcp_findings(data: SecretData, _: Detected) -> Iterator[Notice]:
    """Findings of a Secret of Google Cloud."""
    if GCP_SERVICE_ACCOUNT not in data:
        return
    fields = gcp_fields(data)
    kind = fields.get("type")
    if not fields:
        if not is_encoded_twice(
            GCP_SERVICE_ACCOUNT, data[GCP_SERVICE_ACCOUNT].decode("utf-8", "replace")
        ):
            yield Notice(
                "not-json",
                ERROR,
                "service_account.json is not a JSON object.",
                "Use the key file unchanged, as downloaded from Google Cloud.",
            )
    elif kind == "external_account":
        yield Notice(
            "metric-knows-no-gcp",
            INFO,
            "The operator's metric never reports a pod identity on Google Cloud.",
            "Rely on the type in the file, which is external_account.",
        )
    elif kind == "service_account":
        absent = [name for name in GCP_LONG_TERM_FIELDS if not fields.get(name)]
        if absent:
            yield Notice(
                "incomplete-key-file",
                ERROR if "private_key" in absent or "client_email" in absent else WARNING,
                f"The key file has no {', '.join(absent)}.",
                "Use the key file unchanged, as downloaded from Google Cloud.",
            )
    elif kind in _NO_KEYS:
        yield Notice(
            "unknown-type",
            ERROR,
            f"The type in service_account.json is {kind}: {_NO_KEYS[str(kind)]}.",
            "Use the key file of a service account: gcloud iam service-accounts keys create.",
        )
    else:
        yield Notice(
            "unknown-type",
            ERROR,
            "The type in service_account.json is neither service_account nor external_account.",
            "Use a key file of a service account, or a configuration of workload identity.",
        )
