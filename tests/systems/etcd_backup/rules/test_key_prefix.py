import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.names import (
    AZURE_KEY_PREFIX,
    DEFAULT_ROOT,
    KEY_PREFIX_TEMPLATE,
    S3_KEY_PREFIX,
    default_template,
    is_below,
    is_literal,
    object_key_pattern,
    render,
)
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, S3Storage

TOO_LONG = "must leave room for the snapshot's name: at most 1010 characters, so that the key has no more than 1024"
names = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,8}[a-z0-9])?", fullmatch=True)
clusters = st.tuples(names, names).map("/".join)
roots = st.from_regex(r"[a-zA-Z0-9_-]{1,8}(/[a-zA-Z0-9_-]{1,8}){0,2}/?", fullmatch=True)


@given(roots, st.lists(clusters, unique=True, max_size=20))
def test_by_default_no_two_clusters_share_a_prefix_and_all_are_below_the_root(
    root: str, hosted_clusters: list[str]
) -> None:
    prefixes = [render(default_template(root), cluster) for cluster in hosted_clusters]
    assert len(set(prefixes)) == len(prefixes)
    assert all(is_below(root, prefix) for prefix in prefixes)
    assert not any(S3_KEY_PREFIX.problem(prefix) for prefix in prefixes)
    assert not any(AZURE_KEY_PREFIX.problem(prefix) for prefix in prefixes)


@given(roots, clusters)
def test_a_literal_prefix_is_rendered_as_it_is(prefix: str, cluster: str) -> None:
    assert is_literal(prefix)
    assert render(prefix, cluster) == prefix


def test_placeholders_stand_for_namespace_and_name() -> None:
    assert render("a/{name}/{namespace}/{name}", "ns/my.cluster") == "a/my.cluster/ns/my.cluster"
    assert not is_literal("a/{name}")
    assert not is_literal("{namespace}")


@pytest.mark.parametrize(
    ("root", "prefix", "below"),
    [
        ("a", "a", True),
        ("a/", "a", True),
        ("a", "a/", True),
        ("a", "a/b", True),
        ("a/b/", "a/b/c/d", True),
        ("a", "ab", False),
        ("a/b", "a", False),
        ("a", "b/a", False),
    ],
)
def test_below_is_meant_by_parts(root: str, prefix: str, below: bool) -> None:
    assert is_below(root, prefix) is below


def test_a_key_has_one_slash_between_prefix_and_time() -> None:
    assert object_key_pattern("a/b") == object_key_pattern("a/b/") == "a/b/<Unix seconds>.db"


def test_the_default_root_is_that_of_both_storages() -> None:
    for model in (S3Storage, AzureBlobStorage):
        assert model.model_fields["key_prefix"].default == DEFAULT_ROOT


def test_the_default_template_of_the_default_root_is_the_documented_one() -> None:
    assert default_template(DEFAULT_ROOT) == "etcd-backups/{namespace}/{name}"
    assert KEY_PREFIX_TEMPLATE.problem(default_template(DEFAULT_ROOT)) is None


@pytest.mark.parametrize(
    ("prefix", "problem"),
    [
        ("a/b.c/..d", None),
        ("a/", None),
        ("/a", "must not start with '/' or have an empty part ('//')"),
        ("a//b", "must not start with '/' or have an empty part ('//')"),
        ("a/./b", "must not have a part that is '.' or '..'"),
        ("../a", "must not have a part that is '.' or '..'"),
        ("a" * 1010, None),
        ("a" * 1011, TOO_LONG),
    ],
)
def test_a_prefix_has_whole_parts_and_leaves_room_for_the_snapshot(prefix: str, problem: str | None) -> None:
    assert S3_KEY_PREFIX.problem(prefix) == problem
    assert AZURE_KEY_PREFIX.problem(prefix) == problem
