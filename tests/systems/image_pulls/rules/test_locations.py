"""Patterns and images: what only a wrong reading of Go's URLs would let through."""

import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.go import urls
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import RegistryCloud, shipped_file
from openshift_credentials.systems.image_pulls.rules.kubelets import (
    COMPARED,
    KubeletVersion,
    is_nested,
    matches,
    pattern_problem,
)
from openshift_credentials.systems.image_pulls.rules.pull import tried_credentials
from tests.kit.tables import nonempty, rows_beside

LABEL = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)
PATH = st.from_regex(r"(/[a-z0-9]{1,5}){0,3}", fullmatch=True)


@given(st.lists(LABEL, min_size=1, max_size=5), PATH, st.data())
def test_a_star_stands_for_one_whole_label_of_its_host(labels: list[str], path: str, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(labels) - 1))
    pattern = ".".join([*labels[:position], "*", *labels[position + 1 :]])
    image = f"{'.'.join(labels)}{path}"
    assert matches(pattern, image, COMPARED)
    assert not matches(pattern, f"more.{image}", COMPARED)
    assert not matches(f"{pattern}:5000", image, COMPARED)


@given(LABEL, PATH, PATH)
def test_a_path_is_a_prefix_of_text(host: str, path: str, more: str) -> None:
    assert matches(f"{host}{path}", f"{host}{path}{more}", COMPARED)
    assert not matches(f"{host}{path}/z", f"{host}{path}", COMPARED)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_two_texts_have_an_answer(pattern: str, image: str) -> None:
    if matches(pattern, image, COMPARED):
        assert pattern_problem(pattern, COMPARED) is None


REASONS = {
    "a\x00": "has a control character",
    "a b@c.io": "has an invalid user name before '@'",
    "a.io/%zz": "has a percent sign that does not start an escape",
    "a[::1]": "has '[' inside the host, which is for IPv6 addresses only",
    "[::1": "has no ']' after '['",
    "[1.2.3.4]": "has no IPv6 address between '[' and ']'",
    "[::1%25]": "has an IPv6 address with an empty zone",
    "a.io:port": "has a port that is not a number",
    "%zz": "has an escape that is not allowed in a host",
    "a{b}.io": "has a character that is not allowed in a host",
    "a .io": "has a character that is not allowed in a host",
    "[::1%25%zz]": "has an escape that is not allowed in a zone",
    "[::1%25{}]": "has a character that is not allowed in a zone",
}


@pytest.mark.parametrize("pattern", REASONS)
def test_a_pattern_that_is_no_url_says_why(pattern: str) -> None:
    assert pattern_problem(pattern, COMPARED) == REASONS[pattern]


def test_every_reason_of_a_location_has_an_example() -> None:
    source = Path(urls.__file__).read_text(encoding="utf-8")
    reasons = re.findall(r'raise LocationError\("(.+?)"\)', source)
    assert set(nonempty(reasons)) == set(REASONS.values())


@pytest.mark.parametrize(
    ("pattern", "since"), [("a.io:1:2", 36), ("::1", 36), ("a:b:5000/x", 36), ("a.io:5000", None), ("[::1]:5000", None)]
)
def test_colons_in_a_host_are_refused_since_kubernetes_1_36(pattern: str, since: int | None) -> None:
    for minor in range(33, 38):
        refused = since is not None and minor >= since
        kubelet = KubeletVersion(minor)
        assert (pattern_problem(pattern, kubelet) is not None) is refused, minor
        assert matches(pattern, pattern, kubelet) is (not refused), minor


@rows_beside("pattern, image, matched")
def test_a_label_is_a_glob_and_brackets_are_a_class_of_characters(pattern: str, image: str, matched: bool) -> None:
    assert pattern_problem(pattern, COMPARED) is None
    assert matches(pattern, image, COMPARED) is matched


def test_every_shipped_pattern_matches_a_registry_of_its_cloud() -> None:
    for cloud in RegistryCloud:
        for pattern in nonempty(shipped_file(cloud).patterns):
            assert matches(pattern, f"{pattern.replace('*', 'x')}/team/app", COMPARED), pattern


# Which credentials the kubelet tries for an image, and in which order.


def tried(image: str, *answers: dict[str, str]) -> list[str]:
    return tried_credentials(image, answers, COMPARED)


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


# Nested scopes of registries.


@rows_beside("inner, outer, nested")
def test_a_scope_nests_as_machine_config_operator_says(inner: str, outer: str, nested: bool) -> None:
    assert is_nested(inner, outer) is nested
