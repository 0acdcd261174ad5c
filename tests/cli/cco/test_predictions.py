"""What the operator does with a request, on each cloud and for each form of the root secret."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.systems.cloud_credentials.rules.modes.effective import MODE_ANNOTATION
from tests.cli.cco.objects import (
    INFRASTRUCTURE,
    ISSUER,
    VERSION,
    answer,
    cloud_credential,
    secret,
    write,
)
from tests.cli.command import call_in_both_forms

Row = dict[str, Any]

CONFIG: Row = {"name": "cloud-credential-operator-config"}
CONFIG["namespace"] = "openshift-cloud-credential-operator"
CLOUDS = "clouds: {openstack: {cacert: %s}}"
PEM = "-----BEGIN CERTIFICATE-----"
CA_FILE = "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem"
AZURE = [
    *("azure_client_id", "azure_client_secret", "azure_region", "azure_resource_prefix"),
    *("azure_resourcegroup", "azure_subscription_id", "azure_tenant_id"),
]


def config_map(metadata: Row, **data: str) -> Row:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}


def bundle(**data: str) -> Row:
    place = {"name": "cloud-provider-config", "namespace": "openshift-config"}
    return config_map(place, **{key.replace("_", "."): text for key, text in data.items()})


def cluster(platform: str, mode: str = "") -> list[Row]:
    status = {"platformStatus": {"type": platform}, "infrastructureName": "mc-x7k2p"}
    return [cloud_credential(mode), {**INFRASTRUCTURE, "status": status}]


def root(name: str, annotation: str | None, **content: str) -> Row:
    marks = {} if annotation is None else {MODE_ANNOTATION: annotation}
    data = {key.replace("__", "."): text for key, text in content.items()}
    return secret(name, "kube-system", data, annotations=marks)


def predicted(tmp_path: Path, kind: str, objects: list[Row], **spec: object) -> Row:
    (tmp_path / "r").mkdir()
    request: Row = {
        "apiVersion": "cloudcredential.openshift.io/v1",
        "kind": "CredentialsRequest",
        "metadata": {"name": "cr1", "namespace": "openshift-cloud-credential-operator"},
        "spec": {
            "secretRef": {"name": "s", "namespace": "ns"},
            "providerSpec": {"kind": f"{kind}ProviderSpec", **spec} if kind else spec,
        },
    }
    write(tmp_path / "r" / "a.yaml", request)
    files = write(tmp_path / "objects.yaml", *objects)
    command = ("cco", "requests", str(tmp_path / "r"), "--predict", "--objects", files)
    outcome = call_in_both_forms(*command)
    assert outcome.code == 0, outcome.others
    found: Row = answer(outcome)["requests"][0]["prediction"]
    return found


AWS_KEY = {"aws_access_key_id": "AKIAIOSFODNN7EXAMPLE", "aws_secret_access_key": "x"}
COMPARES = "it compares the credentials with those of the cloud"
PROBES = "the annotator first tests the permissions of the root secret"

# kind of the request, objects of the cluster, keys that are written, or action and reason
ROWS: list[tuple[str, list[Row], list[str] | tuple[str, str]]] = [
    (
        "AWS",
        [*cluster("AWS"), root("aws-creds", "passthrough", **AWS_KEY)],
        ("asks the cloud", COMPARES),
    ),
    (
        "AWS",
        [*cluster("AWS", "Passthrough"), root("aws-creds", "passthrough", **AWS_KEY)],
        ["aws_access_key_id", "aws_secret_access_key", "credentials"],
    ),
    ("AWS", [*cluster("AWS"), root("aws-creds", None, **AWS_KEY)], ("asks the cloud", PROBES)),
    (
        "AWS",
        [*cluster("AWS"), root("aws-creds", None, other="x")],
        ("fails", "cloud credentials insufficient to satisfy credentials request"),
    ),
    (
        "GCP",
        [*cluster("GCP"), root("gcp-credentials", "mint", service_account__json="{}")],
        ("asks the cloud", COMPARES),
    ),
    (
        "GCP",
        [*cluster("GCP"), root("gcp-credentials", None, service_account__json="{}")],
        ("asks the cloud", PROBES),
    ),
    ("Azure", [*cluster("Azure"), root("azure-credentials", None, azure_region="r")], AZURE),
    (
        "Azure",
        [*cluster("Azure", "Mint"), root("azure-credentials", None, azure_region="r")],
        (
            "fails",
            f"unexpected value or missing {MODE_ANNOTATION} annotation on admin credentials Secret",
        ),
    ),
    (
        "VSphere",
        [*cluster("VSphere"), root("vsphere-creds", None, v__username="u")],
        ["v.username"],
    ),
    (
        "VSphere",
        [*cluster("VSphere", "Mint"), root("vsphere-creds", None, v__username="u")],
        ("fails", "cannot proceed without cloud cred secret annotation"),
    ),
    (
        "OpenStack",
        [*cluster("OpenStack"), root("openstack-credentials", None, clouds__yaml="{}"), bundle()],
        ["clouds.yaml"],
    ),
    (
        "OpenStack",
        [*cluster("OpenStack"), root("openstack-credentials", None, clouds__yaml="{}")],
        ["clouds.yaml"],
    ),
    (
        "OpenStack",
        [
            *cluster("OpenStack"),
            root("openstack-credentials", None, clouds__yaml="{}"),
            bundle(**{"ca-bundle_pem": PEM}),
        ],
        ["cacert", "clouds.yaml"],
    ),
    (
        "OpenStack",
        [
            *cluster("OpenStack"),
            root("openstack-credentials", None, clouds__yaml=CLOUDS % "/mine"),
            bundle(),
        ],
        ["clouds.yaml"],
    ),
    (
        "OpenStack",
        [
            *cluster("OpenStack"),
            root("openstack-credentials", None, clouds__yaml=CLOUDS % CA_FILE, cacert=PEM),
            bundle(**{"ca-bundle_pem": PEM}),
        ],
        ["cacert", "clouds.yaml"],
    ),
    (
        "AWS",
        [*cluster("AWS", "Mint"), config_map(CONFIG, disabled="true")],
        ("ignores", "the operator stops: the legacy ConfigMap contradicts spec.credentialsMode"),
    ),
    (
        "AWS",
        [*cluster("AWS"), config_map(CONFIG, disabled="maybe")],
        ("ignores", 'the operator stops: strconv.ParseBool: parsing "maybe": invalid syntax'),
    ),
    ("AWS", [*cluster("AWS", "none")], ("ignores", "the operator stops: none is not a mode")),
    (
        "AWS",
        [cloud_credential("")],
        ("ignores", "the operator has no actuator for platform unknown"),
    ),
    (
        "AWS",
        [*cluster("AWS"), config_map(CONFIG, disabled="true")],
        ("ignores", "the mode is Manual, and the operator brokers no tokens"),
    ),
    *(
        (
            kind,
            [*cluster(kind, "Passthrough"), secret("other", "ns", {})],
            ("fails", f'unable to fetch root cloud cred secret: secrets "{name}" not found'),
        )
        for kind, name in (
            ("AWS", "aws-creds"),
            ("Azure", "azure-credentials"),
            ("OpenStack", "openstack-credentials"),
            ("VSphere", "vsphere-creds"),
        )
    ),
    ("GCP", [*cluster("GCP", "Manual"), VERSION, ISSUER], ("leaves", "")),
    (
        "",
        [*cluster("AWS"), root("aws-creds", "mint", **AWS_KEY)],
        ("ignores", "the request is of kind (none) and not AWSProviderSpec"),
    ),
]


@pytest.mark.parametrize(("kind", "objects", "expected"), ROWS, ids=range(len(ROWS)))
def test_the_next_step_of_the_operator(
    tmp_path: Path, kind: str, objects: list[Row], expected: list[str] | tuple[str, str]
) -> None:
    found = predicted(tmp_path, kind, objects)
    if isinstance(expected, list):
        assert (found["action"], found["keys"]) == ("writes", expected)
    else:
        assert (found["action"], found["why"] or "") == expected


def test_a_request_whose_kind_cannot_be_read_fails(tmp_path: Path) -> None:
    objects = [*cluster("AWS", "Mint"), root("aws-creds", "mint", **AWS_KEY)]
    found = predicted(tmp_path, "AWS", objects, apiVersion={})
    assert (found["action"], found["condition"]) == ("fails", None)
