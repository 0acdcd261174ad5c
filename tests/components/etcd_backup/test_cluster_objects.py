"""Objects that an update reads through the API server."""

import asyncio
from http import HTTPStatus
from pathlib import Path

import pytest
from pydantic import SecretStr

from components.etcd_backup.live_backups import ClusterObjects
from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.cluster import Kubernetes
from tests.live.api_server import ApiServer, serving

PLACE = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hcpetcdbackups"
REFUSED = "hcpetcdbackups.hypershift.openshift.io in namespace clusters cannot be read: "


def read(server: ApiServer, directory: Path, name: str, context: str = "test") -> object:
    kubeconfig = SecretStr(Path(server.kubeconfig(directory)).read_text())
    settings = Kubernetes(kubeconfig=kubeconfig, context=context)
    return asyncio.run(ClusterObjects(settings).read("clusters", name))


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with serving(ApiServer({f"{PLACE}/one": HTTPStatus.FORBIDDEN})) as server:
        with pytest.raises(ContractError) as caught:
            read(server, tmp_path, "one")
        assert str(caught.value) == f"{REFUSED}HTTP status 403"
        with pytest.raises(ContractError) as caught:
            read(server, tmp_path, "one", context="other")
        assert str(caught.value).startswith(REFUSED)
        assert "other" in str(caught.value)
    with pytest.raises(ContractError) as caught:
        read(server, tmp_path, "one")
    assert str(caught.value).startswith(f"{REFUSED}the API server does not answer: ")
