"""``cco secrets``: the cloud and the kind of a Secret, as they are printed."""

from pathlib import Path

import pytest

from tests.cli.cco.objects import secret, write
from tests.cli.command import call

GUID = "11111111-2222-3333-4444-555555555555"


@pytest.mark.parametrize(
    ("content", "name", "line"),
    [
        ({"aws_access_key_id": "k"}, None, "long-term, aws"),
        ({"credentials": "[default]\nrole_arn = a"}, None, "short-term, aws"),
        ({"azure_client_id": GUID}, None, "long-term, azure"),
        ({"azure_client_id": GUID}, "azure-credentials", "root, azure"),
        ({"service_account.json": "{}"}, None, "long-term, gcp"),
        ({"clouds.yaml": "{}"}, "openstack-credentials", "root, openstack"),
        ({"clouds.conf": "x"}, None, "long-term, openstack"),
        ({"v.username": "u"}, "vsphere-creds", "root, vsphere"),
        ({"v.password": "p"}, None, "long-term, vsphere"),
        ({"ibmcloud_api_key": "k"}, None, "long-term, ibmcloud"),
        ({"ibm-credentials.env": "k"}, None, "long-term, ibmcloud"),
        ({"credentials": "[]"}, None, "long-term, nutanix"),
        ({"ovirt_url": "u"}, "ovirt-credentials", "root, ovirt"),
        ({"kubeconfig": "k"}, "kubevirt-credentials", "root, kubevirt"),
        ({"other": "k"}, None, "unknown, unknown cloud"),
    ],
)
def test_a_secret_is_known_by_its_keys_and_its_name(
    tmp_path: Path, content: dict[str, str], name: str | None, line: str
) -> None:
    namespace = "kube-system" if name else "ns"
    found = call("cco", "secrets", write(tmp_path / "a.yaml", secret(name or "c", namespace, content)))
    assert found.results.splitlines()[0] == f"{namespace}/{name or 'c'}: {line}"
