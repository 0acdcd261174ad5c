"""Rules of the connection to the management cluster."""

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final

from openshift_credentials.base.json_values import as_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.text_rule import DIRECTORY
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.secret_texts import SEALED
from openshift_credentials.stack.tree import Tree

_CONNECTIONS: Final = ("kubernetes", "hostedKubernetes")


def shared_problems(
    root: Mapping[str, object], secret_keys: Collection[str], directory: Path
) -> Iterator[Notice]:
    """All problems between the settings of shared groups; paths start from ``directory``."""
    tree = Tree(root, secret_keys)
    yield from manifests_have_a_directory(tree, directory)
    yield from manifests_or_cluster(tree)
    yield from kubeconfig_is_whole(tree)


def manifests_or_cluster(tree: Tree) -> Iterator[Notice]:
    """Manifests are written without a cluster.

    With both, the Kubernetes provider fails and prints the kubeconfig, even a secret one.
    """
    if tree.value("kubernetes.renderTo") is None:
        return
    for key in ("kubeconfig", "context"):
        if tree.value(f"kubernetes.{key}") is not None:
            yield invalid(
                f"kubernetes.{key}",
                "cannot be combined with kubernetes.renderTo, which needs no cluster",
                "remove one of them",
            )


def manifests_have_a_directory(tree: Tree, directory: Path) -> Iterator[Notice]:
    """Manifests need a separate directory that exists or can be created."""
    given = tree.text("kubernetes.renderTo", DIRECTORY)
    if given is None or given == SEALED:
        return
    place = Path(os.path.abspath(directory / given))  # noqa: PTH100 - loops of links
    rule = None
    if place in (Path(place.anchor), Path(os.path.abspath(directory))):  # noqa: PTH100
        rule = "is a directory with other content, and the stack writes files to it"
    else:
        for parent in (place, *place.parents):
            with contextlib.suppress(OSError):
                if parent.exists() or parent.is_symlink():
                    rule = (
                        None if parent.is_dir() else f"requires a directory, but {parent} is a file"
                    )
                    break
    if rule:
        yield invalid(
            "kubernetes.renderTo",
            rule,
            "use a directory for the manifests only, such as manifests",
            given,
        )


def kubeconfig_is_whole(tree: Tree) -> Iterator[Notice]:
    """A kubeconfig has what a client needs."""
    for group in _CONNECTIONS:
        kubeconfig = tree.text(f"{group}.kubeconfig")
        if kubeconfig is None or kubeconfig == SEALED:
            continue
        if not _is_kubeconfig(kubeconfig):
            rule = "is not the content of a kubeconfig with clusters, users and contexts"
            yield invalid(f"{group}.kubeconfig", rule, "give it the content of a kubeconfig file")


def _is_kubeconfig(text: str) -> bool:
    from openshift_credentials.base.guarded_yaml import YamlError, read_document  # noqa: PLC0415 - only stacks with a kubeconfig pay for it
    from openshift_credentials.base.pyyaml import SafeLoader  # noqa: PLC0415

    try:
        content = as_object(read_document(text, SafeLoader))
    except YamlError:
        return False
    return all(content.get(key) for key in ("clusters", "users", "contexts"))
