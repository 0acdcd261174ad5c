"""Which credentials the kubelet tries for an image, and in which order."""

import pytest

from openshift_credentials.systems.image_pulls.rules.gates import COMPARED
from openshift_credentials.systems.image_pulls.rules.keyring import Keyring


def found(image: str, *keys: str) -> list[str]:
    keyring = Keyring[str](COMPARED)
    for key in keys:
        keyring.add({key: key})
    return keyring.lookup(image)


def test_a_longer_key_comes_first() -> None:
    assert found("a.io/b/c", "a.io", "a.io/b", "b.io") == ["a.io/b", "a.io"]


@pytest.mark.parametrize("key", ["https://a.io", "http://a.io/", "a.io/v1/", "a.io/v2/b", "*.io"])
def test_scheme_and_api_version_do_not_count(key: str) -> None:
    assert found("a.io/b/c", key) == [key]


@pytest.mark.parametrize("key", ["https://http://a.io", "HTTPS://a.io", "http://https://a.io"])
def test_only_one_scheme_is_removed(key: str) -> None:
    assert found("a.io/b/c", key) == []


@pytest.mark.parametrize("image", ["nginx", "library/nginx", "docker.io/a", "index.docker.io/a"])
def test_docker_hub_is_the_registry_of_images_without_one(image: str) -> None:
    assert found(image, "https://index.docker.io/v1/") == ["https://index.docker.io/v1/"]
