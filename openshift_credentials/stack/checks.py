"""Rules of the connection to the management cluster."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.stack.problems import Problem
from openshift_credentials.stack.sealed import SEALED
from openshift_credentials.stack.tree import Tree, as_group

_SET_IT: Final = "set it with: pulumi config set --secret --path kubernetes.kubeconfig < FILE"


def shared_problems(root: Mapping[str, object], secret_keys: Collection[str]) -> Iterator[Problem]:
    """All problems that lie between the settings of shared groups."""
    tree = Tree(root, secret_keys)
    yield from manifests_or_cluster(tree)
    yield from kubeconfig_is_secret(tree)


def manifests_or_cluster(tree: Tree) -> Iterator[Problem]:
    """Manifests are written without a cluster.

    With both, the Kubernetes provider fails and prints the kubeconfig, even a secret one.
    """
    if tree.value("kubernetes.renderTo") is None:
        return
    for key in ("kubeconfig", "context"):
        if tree.value(f"kubernetes.{key}") is not None:
            yield Problem(
                f"kubernetes.{key}",
                "cannot go with kubernetes.renderTo, which writes manifests and asks no cluster",
                "remove one of the two",
            )


def kubeconfig_is_secret(tree: Tree) -> Iterator[Problem]:
    """A kubeconfig is encrypted in the stack file, and is one."""
    kubeconfig = tree.text("kubernetes.kubeconfig")
    if kubeconfig is None or kubeconfig == SEALED:
        return
    if not tree.is_secret("kubernetes"):
        yield Problem(
            "kubernetes.kubeconfig",
            "holds credentials and is not encrypted in the stack file",
            _SET_IT,
        )
    elif not _is_kubeconfig(kubeconfig):
        yield Problem(
            "kubernetes.kubeconfig",
            "is not the content of a kubeconfig with clusters, users and contexts",
            _SET_IT,
        )


def _is_kubeconfig(text: str) -> bool:
    import yaml  # noqa: PLC0415 - only stacks with a kubeconfig pay for it

    try:
        content: object = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return False
    return all(as_group(content).get(key) for key in ("clusters", "users", "contexts"))
