"""Reading a cluster: pages, obstacles, limits, and kubeconfigs that cannot be used."""

from http import HTTPStatus
from pathlib import Path

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.live.client import Access, observe
from openshift_credentials.live.observed import Obstacle, Read
from tests.live.api_server import ApiServer, serving


def read(name: str, path: str, *, metadata_only: bool = False) -> Read:
    return Read(name=name, path=path, permission=f"list {name}", metadata_only=metadata_only)


def test_a_list_is_read_page_by_page(tmp_path: Path) -> None:
    items = [{"metadata": {"name": str(number)}} for number in range(25)]
    with serving(ApiServer({"/api/v1/pods": items}, page=10)) as server:
        observed = observe(
            Access(kubeconfig=server.kubeconfig(tmp_path)), [read("pods", "/api/v1/pods")]
        )
    assert observed.all("pods") == items
    assert len(server.requests) == 3


def test_what_is_refused_or_absent_is_an_obstacle_and_hides_nothing_else(tmp_path: Path) -> None:
    answers = {
        "/there": {"issuer": "https://x"},
        "/forbidden": HTTPStatus.FORBIDDEN,
        "/unauthorized": HTTPStatus.UNAUTHORIZED,
        "/broken": HTTPStatus.INTERNAL_SERVER_ERROR,
    }
    reads = [read(path, f"/{path}") for path in ("there", "forbidden", "unauthorized", "broken")]
    with serving(ApiServer(answers)) as server:
        access = Access(kubeconfig=server.kubeconfig(tmp_path))
        observed = observe(access, [*reads, read("absent", "/absent")])
    assert observed.one("there") == {"issuer": "https://x"}
    assert observed.obstacles == {
        "forbidden": Obstacle.FORBIDDEN,
        "unauthorized": Obstacle.UNAUTHENTICATED,
        "broken": Obstacle.UNREACHABLE,
        "absent": Obstacle.ABSENT,
    }


def test_a_server_that_does_not_answer_is_left_after_the_timeout(tmp_path: Path) -> None:
    with serving(ApiServer({"/slow": []}, delay=20)) as server:
        access = Access(kubeconfig=server.kubeconfig(tmp_path), timeout=0.2)
        observed = observe(access, [read("slow", "/slow")])
    assert observed.obstacle("slow") is Obstacle.UNREACHABLE


def test_the_content_of_secrets_is_not_asked_for(tmp_path: Path) -> None:
    with serving(ApiServer({"/api/v1/secrets": []})) as server:
        access = Access(kubeconfig=server.kubeconfig(tmp_path))
        observe(access, [read("s", "/api/v1/secrets", metadata_only=True)])
    assert "PartialObjectMetadata" in server.accepted["/api/v1/secrets"]


@pytest.mark.parametrize(
    "content", ["", "a: [", "just text", "TOKEN: s3cr3t", "clusters: 1\nusers: s3cr3t"]
)
def test_a_kubeconfig_that_cannot_be_used_is_told_without_its_content(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "kubeconfig"
    path.write_text(content)
    with pytest.raises(UnusableInputError) as caught:
        observe(Access(kubeconfig=str(path)), [])
    assert str(path) in str(caught.value)
    assert "s3cr3t" not in str(caught.value)


def test_a_context_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with serving(ApiServer({})) as server:
        access = Access(kubeconfig=server.kubeconfig(tmp_path), context="absent")
        with pytest.raises(UnusableInputError, match="absent"):
            observe(access, [])
