"""Which credentials the kubelet tries for an image, and in which order."""

import pytest

from openshift_credentials.systems.image_pulls.rules.kubelets import COMPARED
from openshift_credentials.systems.image_pulls.rules.pull import Keyring


def tried(image: str, *answers: dict[str, str]) -> list[str]:
    keyring = Keyring[str](COMPARED)
    for answer in answers:
        keyring.add(answer)
    return keyring.lookup(image)


def test_a_key_that_is_no_url_is_skipped() -> None:
    assert tried("quay.io/a", {"[": "never", "http://quay.io/v2/a": "of version 2"}) == ["of version 2"]


@pytest.mark.parametrize("key", ["a.io/", "https://a.io/v1/", "http://a.io/v2/", "*.io"])
def test_a_key_of_a_whole_registry_serves_every_image_of_it(key: str) -> None:
    assert tried("a.io/b/c", {key: "all"}) == ["all"]


@pytest.mark.parametrize("image", ["nginx", "library/nginx", "docker.io/a", "index.docker.io/a"])
def test_docker_hub_is_the_registry_of_images_without_one(image: str) -> None:
    assert tried(image, {"index.docker.io": "hub", "quay.io": "quay"}) == ["hub"]
    assert tried(image, {"quay.io": "quay"}) == []


@pytest.mark.parametrize("image", ["", "/a", "localhost:5000/a", "a.example.com/a"])
def test_other_registries_never_get_the_credentials_of_docker_hub(image: str) -> None:
    assert tried(image, {"index.docker.io": "hub"}) == []


@pytest.mark.parametrize("key", ["https://http://a.io", "HTTPS://a.io", "http://https://a.io"])
def test_only_one_scheme_is_removed(key: str) -> None:
    assert tried("a.io/b/c", {key: "never"}) == []
