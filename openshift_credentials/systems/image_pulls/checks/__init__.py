"""Rules between settings of image pulls; docs/image-pulls.md lists them as W1 to W18."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice

from ..settings import ImagePullsSettings
from . import clouds, nodes, workloads
from .promises import assert_promises

__all__ = ["assert_promises", "branch_problems", "problems"]

FIRST: Final[tuple[Callable[[ImagePullsSettings], Iterator[Notice]], ...]] = (
    clouds.one_cloud,
    clouds.gcp_has_no_token_mode,
    clouds.settings_fit_the_mode,
)
"""Checks that the other checks depend on."""

CHECKS: Final[tuple[Callable[[ImagePullsSettings], Iterator[Notice]], ...]] = (
    clouds.aws_has_the_issuer,
    clouds.plugin_reads_tokens,
    clouds.azure_variant,
    nodes.kubelet_takes_the_file,
    nodes.place_is_clear,
    nodes.hosted_cluster_is_another,
    nodes.crio_patterns_are_apart,
    workloads.accounts_are_unique,
    workloads.repositories_are_of_the_cloud,
    workloads.registries_are_known,
    workloads.names_are_unique,
    workloads.documents_fit,
)


def branch_problems(_root: Mapping[str, object], _secret_keys: Collection[str]) -> Iterator[Notice]:
    """Every rule reads the whole model."""
    return iter(())


def problems(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Problems between settings, once each of them is well-formed."""
    first = [problem for check in FIRST for problem in check(settings)]
    checks = () if first else CHECKS
    yield from first
    for check in checks:
        yield from check(settings)
