"""The decision tables of docs/image-pulls.md, by running what they say."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from openshift_credentials.cli.verbs.image_pulls.pod_inputs import PodInputs
from openshift_credentials.systems.image_pulls.rules.gates import COMPARED
from openshift_credentials.systems.image_pulls.rules.plugins import Version
from openshift_credentials.systems.image_pulls.rules.pull import Pull
from openshift_credentials.systems.image_pulls.rules.shipped import (
    CLIENT_ID_ANNOTATION,
    ROLE_ANNOTATION,
    TENANT_ID_ANNOTATION,
    Entry,
    Variant,
    acr_workload_identity,
    ecr_workload_identity,
    render,
)

ECR: Final = "123456789012.dkr.ecr.eu-west-1.amazonaws.com/team/app"
ACR: Final = "teamimages.azurecr.io/team/app"
ROLE: Final = {ROLE_ANNOTATION: "arn:aws:iam::123456789012:role/app"}
ONE: Final = {CLIENT_ID_ANNOTATION: "client"}
BOTH: Final = {**ONE, TENANT_ID_ANNOTATION: "tenant"}
STATIC: Final = None
"""As annotations: the pod has no ServiceAccount."""

NOTHING: Final = ()
NODE: Final = ("node",)
OWN: Final = ("own",)


def used(
    providers: list[Entry],
    image: str,
    annotations: Mapping[str, str] | None,
    *,
    version: Version = (1, 35),
    granted: bool = True,
) -> tuple[str, ...]:
    """Whose credentials are tried, in order: a call with annotations or a role is one's own."""
    metadata: dict[str, Any] = {"name": "p", "namespace": "n"}
    if annotations is None:
        metadata["annotations"] = {"kubernetes.io/config.source": "file"}
    account = {"name": "app", "namespace": "n", "annotations": dict(annotations or {})}
    inputs = PodInputs(
        kubelet=COMPARED,
        config=render(providers, COMPARED).encode(),
        pod={"metadata": metadata, "spec": {"serviceAccountName": "app"}},
        service_account=None if annotations is None else {"metadata": account},
        rbac=None if granted else [],
        plugins=None,
        plugin_version=version,
        image=image,
    )
    (scenario,) = inputs.scenarios()
    outcome = scenario.run()
    assert isinstance(outcome, Pull)
    with_token = {call.provider.name for call in outcome.calls if call.with_token}
    return tuple(_whose(each.provider in with_token, inputs.notes) for each in outcome.candidates)


def _whose(with_token: bool, notes: list[str]) -> str:
    if with_token and any("falls back to the node's" in note for note in notes):
        return "node"
    if with_token and any("of variable" in note for note in notes):
        return "fallback"
    return "own" if with_token else "node"


@pytest.mark.parametrize(
    ("annotations", "fallback", "granted", "old", "new"),
    [
        (ROLE, None, True, OWN, OWN),
        ({}, "arn:aws:iam::123456789012:role/fallback", True, ("fallback",), ("fallback",)),
        ({}, None, True, NOTHING, NODE),
        (STATIC, None, True, NODE, NODE),
        (ROLE, None, False, NOTHING, NOTHING),
        ({}, None, False, NOTHING, NOTHING),
    ],
)
def test_ecr(
    annotations: Mapping[str, str] | None,
    fallback: str | None,
    granted: bool,
    old: tuple[str, ...],
    new: tuple[str, ...],
) -> None:
    providers = ecr_workload_identity(fallback)
    for version, expected in (((1, 34), old), ((1, 35), new)):
        assert used(providers, ECR, annotations, version=version, granted=granted) == expected


@pytest.mark.parametrize(
    ("annotations", "granted", "strict", "optional", "dual"),
    [
        (BOTH, True, OWN, OWN, ("own", "node")),
        (ONE, True, NOTHING, NOTHING, NODE),
        ({}, True, NOTHING, NOTHING, NODE),
        (STATIC, True, NOTHING, NODE, NODE),
        (BOTH, False, NOTHING, NOTHING, NODE),
    ],
)
def test_acr(
    annotations: Mapping[str, str] | None,
    granted: bool,
    strict: tuple[str, ...],
    optional: tuple[str, ...],
    dual: tuple[str, ...],
) -> None:
    for variant, expected in zip(Variant, (strict, optional, dual), strict=True):
        second = "acr-credential-provider-wi"
        providers = acr_workload_identity(variant, "api://AzureADTokenExchange", second)
        assert used(providers, ACR, annotations, granted=granted) == expected, variant
