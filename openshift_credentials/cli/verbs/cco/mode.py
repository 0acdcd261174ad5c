"""``cco mode``: the mode of a cluster, its reason, and whether the cluster can be upgraded."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.errors import ContractError, ExitCode, UnusableInputError
from openshift_credentials.base.json_values import object_member
from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.cloud_credentials.live import ClusterReading, read_cluster
from openshift_credentials.systems.cloud_credentials.rules.modes import (
    ClusterFacts,
    Decision,
    ModeDecision,
    OperatorError,
    determine_mode,
)
from openshift_credentials.systems.cloud_credentials.rules.platforms import root_secret
from openshift_credentials.systems.cloud_credentials.rules.upgrades import UpgradeableReason, upgradeable

from ...argument_parser import PROGRAM
from ...output import print_answer
from .reading import LIVE, Object, add_connection, connect, is_live, read_objects, secrets_of_cluster

_EPILOG: Final = f"""\
Pass the manifests that determine it: CloudCredential cluster, or install-config.yaml for a new
cluster; Infrastructure and Authentication cluster, ClusterVersion version, the root secret in
kube-system, component Secrets, ConfigMap cloud-credential-operator-config. What depends on objects
that were not passed is unknown.

Example: {PROGRAM} cco mode live
         oc get -o yaml cloudcredentials,infrastructures,authentications.config,clusterversions \\
             > objects.yaml
         oc get -o yaml -n kube-system secret aws-creds > root.yaml
         {PROGRAM} cco mode objects.yaml root.yaml
Exit codes: 0 the mode is known, 1 it is not known or the operator cannot work with it,
2 something cannot be read.
"""
_NO: Final = (ModeDecision.INVALID, ModeDecision.DEGRADED, ModeDecision.UNKNOWN)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"manifests, - for standard input, or {LIVE}")
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the mode and the path to it."""
    asks_cluster = not arguments.files or is_live(arguments.files)
    objects = _objects_of_cluster(arguments) if asks_cluster else _objects_in_files(arguments)
    reading = read_cluster(objects, is_live=asks_cluster)
    try:
        decision = determine_mode(reading.facts)
    except OperatorError as error:
        raise ContractError(f"the operator stops with: {error}; correct the value in the object") from None
    answer = as_json(reading, decision)
    print_answer(arguments.output, answer, _lines(answer, decision, reading.facts))
    works = not decision.conflict and decision.answer not in _NO
    return ExitCode.OK if works else ExitCode.NO


def _objects_of_cluster(arguments: argparse.Namespace) -> list[Object]:
    cluster = connect(arguments)
    objects = cluster.mode_objects()
    return [*objects, *secrets_of_cluster(cluster, objects)]


def _objects_in_files(arguments: argparse.Namespace) -> list[Object]:
    placed, problems = read_objects(arguments.files)
    if problems:
        raise UnusableInputError(problems)
    return [content for _, content in placed]


def as_json(reading: ClusterReading, decision: Decision) -> Mapping[str, object]:
    """The answer, which contains nothing from a Secret."""
    facts = reading.facts
    secret = root_secret(facts.platform)
    return {
        "platform": facts.platform,
        "configuredMode": facts.configured_mode,
        "effectiveMode": decision.effective_mode,
        "conflict": decision.conflict,
        "tokenCluster": decision.token_cluster,
        "issuer": facts.issuer,
        "rootSecret": {
            "namespace": None if secret is None else secret.namespace,
            "name": None if secret is None else secret.name,
            "present": facts.root_secret_present if facts.root_secret_known else None,
            "annotation": facts.annotation,
        },
        "metric": decision.metric,
        "upgradeable": _upgradeable(reading, decision),
        "path": list(decision.path),
        "mode": decision.answer,
        "warnings": list(decision.warnings),
    }


def _upgradeable(reading: ClusterReading, decision: Decision) -> Mapping[str, object]:
    if reading.history is None:
        return {"status": "Unknown", "reason": "NoClusterVersion", "message": None}
    found = upgradeable(
        mode=decision.effective_mode,
        history=reading.history,
        annotation=reading.upgradeable_to,
        root_secret=root_secret(reading.facts.platform) or SecretRef("kube-system", "aws-creds"),
        root_secret_present=reading.facts.root_secret_present,
        cloudcredential_present=reading.cloudcredential_present,
        platform=reading.facts.platform,
        release=reading.release,
    )
    if found and found.reason is UpgradeableReason.MISSING_ROOT_CREDENTIAL and not reading.facts.root_secret_known:
        return {"status": "Unknown", "reason": "RootSecretNotPassed", "message": None}
    if found is None:
        return {"status": "True", "reason": "AsExpected", "message": None}
    return {"status": "False", "reason": found.reason, "message": found.message}


def _lines(answer: Mapping[str, object], decision: Decision, facts: ClusterFacts) -> Iterator[str]:
    root = object_member(answer, "rootSecret")
    upgrade = object_member(answer, "upgradeable")
    presence = ("present" if facts.root_secret_present else "not there") if facts.root_secret_known else "unknown"
    place = "none on this platform" if facts.platform else "unknown"
    if root["name"]:
        place = f"{root['namespace']}/{root['name']}, {presence}"
    said = {True: "yes", False: "no", None: "unknown"}
    rows = {
        "mode": answer["mode"],
        "platform": answer["platform"] or "not known",
        "configured": answer["configuredMode"] or "(default)",
        "in effect": answer["effectiveMode"] or "(default)",
        "token cluster": said[decision.token_cluster],
        "issuer": facts.issuer or ("none" if facts.issuer_known else "unknown"),
        "root secret": place,
        "annotation": root["annotation"] or ("none" if facts.root_secret_known else "unknown"),
        "metric": answer["metric"] or "unknown",
        "upgradeable": " ".join(str(item) for item in (upgrade["status"], upgrade["reason"]) if item),
    }
    for name, value in rows.items():
        yield printable(f"{name:<14} {value}")
    if upgrade["message"]:
        yield printable(f"{'':<14} {upgrade['message']}")
    yield "why"
    yield from (printable(f"  - {step}") for step in decision.path)
    yield from (printable(f"warning: {warning}") for warning in decision.warnings)
