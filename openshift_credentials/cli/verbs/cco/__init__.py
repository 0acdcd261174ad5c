"""Verb ``cco``: the Cloud Credential Operator's mode, requests, Secrets, permissions, rotation."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.errors import ContractError, ExitCode, ProblemCode, UnusableInputError, input_problem
from openshift_credentials.base.json_values import object_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import Requests, SecretRef, kind_of, without_capabilities
from openshift_credentials.platforms.kubernetes.secrets import SecretManifest, read_secret
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
from openshift_credentials.systems.cloud_credentials.rules.secrets import Detected, detect, secret_findings
from openshift_credentials.systems.cloud_credentials.rules.upgrades import (
    RequestChange,
    UpgradeableReason,
    diff,
    upgradeable,
)

from ...argument_parser import PROGRAM, Action, with_actions
from ...output import finding_documents, members, print_answer
from . import permissions, rotate
from .reading import (
    LIVE,
    add_connection,
    add_filters,
    connect,
    is_live,
    not_requests,
    read_objects,
    read_requests,
    readable,
    secrets_of_cluster,
)

_MODE_EPILOG: Final = f"""\
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


def configure_mode(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"manifests, - for standard input, or {LIVE}")
    add_connection(parser)


def run_mode(arguments: argparse.Namespace) -> ExitCode:
    asks_cluster = not arguments.files or is_live(arguments.files)
    if asks_cluster:
        cluster = connect(arguments)
        objects = cluster.mode_objects()
        objects += secrets_of_cluster(cluster, objects)
    else:
        placed, problems = read_objects(arguments.files)
        if problems:
            raise UnusableInputError(problems)
        objects = [content for _, content in placed]
    reading = read_cluster(objects, is_live=asks_cluster)
    try:
        decision = determine_mode(reading.facts)
    except OperatorError as error:
        raise ContractError(f"the operator stops with: {error}; correct the value in the object") from None
    answer = _mode_json(reading, decision)
    print_answer(arguments.output, answer, _mode_lines(answer, decision, reading.facts))
    works = not decision.conflict and decision.answer not in _NO
    return ExitCode.OK if works else ExitCode.NO


def _mode_json(reading: ClusterReading, decision: Decision) -> Mapping[str, object]:
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


def _mode_lines(answer: Mapping[str, object], decision: Decision, facts: ClusterFacts) -> Iterator[str]:
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


_REQUESTS_EPILOG: Final = f"""\
Files that end in .yaml or .yml directly in the folder are read, in the order of the bytes of
their names. A document of another kind is listed as the operator reads it: with empty fields
and no provider kind.

Example: oc adm release extract --credentials-requests --cloud=aws --to=credrequests
         {PROGRAM} cco requests credrequests
         {PROGRAM} cco requests live
Exit codes: 0 all files were read, 2 some are no requests (the others are listed).
"""


def configure_requests(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="DIR", help=f"folder of requests, or {LIVE}")
    add_filters(parser)
    add_connection(parser)


def run_requests(arguments: argparse.Namespace) -> ExitCode:
    read = read_requests(arguments.source, arguments)
    requests = without_capabilities(read.requests, arguments.disabled_capability)
    read = Requests(requests=requests, ignored=read.ignored, errors=read.errors)
    print_answer(arguments.output, _requests_json(read), _request_lines(read, arguments.source))
    problems = [*not_requests(read), *map(str, read.errors)]
    if problems:
        raise UnusableInputError(
            (
                input_problem(printable(f"{arguments.source}/{problem}"), code=ProblemCode.MANIFEST)
                for problem in problems
            ),
            has_result=True,
        )
    return ExitCode.OK


def _requests_json(read: Requests) -> Mapping[str, object]:
    requests = [
        {
            **members(request, "file", "name", "namespace"),
            "secret": str(request.secret),
            **members(request, "service_accounts", "cloud_token_path"),
            "kind": kind_of(request),
        }
        for request in read.requests
    ]
    ignored = [members(item, "file", "name", "reason") for item in read.ignored]
    return {
        "requests": requests,
        "ignored": ignored,
        "errors": [members(item, "file", "message") for item in read.errors],
    }


def _request_lines(read: Requests, source: str) -> Iterator[str]:
    if not read.requests and not read.ignored:
        yield f"{printable(source)}: no CredentialsRequests"
    for request in read.requests:
        accounts = ", ".join(request.service_accounts) or "none"
        yield printable(f"{request.file}: {request.namespace}/{request.name}")
        yield printable(f"  kind             {kind_of(request) or '(none)'}")
        yield printable(f"  secret           {request.secret}")
        yield printable(f"  service accounts {accounts}")
        if request.cloud_token_path:
            yield printable(f"  token path       {request.cloud_token_path}")
    for ignored in read.ignored:
        yield printable(f"{ignored.file}: {ignored.namespace}/{ignored.name} is ignored")
        yield printable(f"  {ignored.reason}")


_SECRETS_EPILOG: Final = f"""\
The content of a Secret is never printed. docs/cco-secrets.md lists formats and findings.

Example: {PROGRAM} cco secrets manifests/*-credentials.yaml
         {PROGRAM} cco secrets live
Exit codes: 0 every Secret was checked, with or without findings; 2 something cannot be read.
"""


@dataclass(frozen=True, slots=True)
class _Judged:
    secret: SecretManifest
    detected: Detected
    findings: tuple[Notice, ...]


def configure_secrets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help=f"Secrets in YAML or JSON, - for standard input, or {LIVE}: the root secret and those "
        "of all CredentialsRequests",
    )
    add_connection(parser)


def run_secrets(arguments: argparse.Namespace) -> ExitCode:
    if is_live(arguments.files):
        cluster = connect(arguments)
        found = secrets_of_cluster(cluster, cluster.mode_objects())
        objects, problems = [(LIVE, item) for item in found], list[Notice]()
    else:
        objects, problems = read_objects(arguments.files)
    judged: list[_Judged] = []
    for where, content in objects:
        try:
            secret = read_secret(content)
            detected = detect(secret)
            judged.append(_Judged(secret, detected, secret_findings(secret, detected)))
        except UnusableInputError as error:
            problems += [
                input_problem(printable(f"{where}: {problem}"), code=ProblemCode.MANIFEST) for problem in error.problems
            ]
    nothing = dict.fromkeys(("name", "namespace", "cloud", "kind", "podIdentity"))
    document = [
        *map(_secret_json, judged),
        *({**nothing, "findings": [], "errors": [problem.document]} for problem in problems),
    ]
    print_answer(arguments.output, document, _secret_lines(judged))
    if problems:
        raise UnusableInputError(problems, has_result=True)
    return ExitCode.OK


def _secret_json(judged: _Judged) -> Mapping[str, object]:
    detected = members(judged.detected, "cloud", "kind", "pod_identity")
    return {**members(judged.secret, "name", "namespace"), **detected, "findings": finding_documents(judged.findings)}


def _secret_lines(judged: list[_Judged]) -> Iterator[str]:
    for item in judged:
        name = f"{item.secret.namespace or '(no namespace)'}/{item.secret.name or '(no name)'}"
        cloud = item.detected.cloud or "unknown cloud"
        identity = ", pod identity" if item.detected.pod_identity else ""
        yield printable(f"{name}: {item.detected.kind}, {cloud}{identity}")
        for found in item.findings:
            yield printable(f"  {found.severity} {found.code}: {found.why} {found.way_out}")


_DIFF_EPILOG: Final = f"""\
Add new permissions before the upgrade. Remove those that are no longer needed after it.

Example: {PROGRAM} cco diff credrequests-4.17 credrequests-4.18
         {PROGRAM} cco diff live credrequests-4.18
Exit codes: 0 nothing changes, 1 work is due, 2 something cannot be read.
"""


def configure_diff(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD_DIR", help=f"requests of this release, or {LIVE}")
    parser.add_argument("new", metavar="NEW_DIR", help="requests of the new release")
    add_filters(parser)
    add_connection(parser)


def run_diff(arguments: argparse.Namespace) -> ExitCode:
    old, new = (
        without_capabilities(readable(read_requests(source, arguments), source).requests, arguments.disabled_capability)
        for source in (arguments.old, arguments.new)
    )
    changes = diff(old, new)
    print_answer(arguments.output, _diff_json(changes), _diff_lines(changes))
    return ExitCode.NO if changes else ExitCode.OK


def _diff_json(changes: Sequence[RequestChange]) -> Mapping[str, object]:
    return {
        "due": bool(changes),
        "beforeUpgrade": any(change.before_upgrade for change in changes),
        "changes": [
            {
                **members(change, "change", "name", "namespace", "kind", "secret", "before_upgrade"),
                "differences": {
                    heading: members(delta, "added", "removed") for heading, delta in change.deltas.items()
                },
            }
            for change in changes
        ],
    }


def _diff_lines(changes: Sequence[RequestChange]) -> Iterator[str]:
    if not changes:
        yield "the requests are equal"
    for change in changes:
        due = "before the upgrade" if change.before_upgrade else "after the upgrade"
        yield printable(f"{change.change} {change.namespace}/{change.name} ({change.kind}): due {due}")
        for heading, delta in change.deltas.items():
            for sign, texts in (("+", delta.added), ("-", delta.removed)):
                yield from (printable(f"  {sign} {heading}: {text}") for text in texts)


_EPILOG: Final = f"""\
Examples:
  {PROGRAM} cco mode live
  {PROGRAM} cco mode install-config.yaml
  {PROGRAM} cco requests credrequests -o json
  oc get secrets -A -o yaml | {PROGRAM} cco secrets -
  {PROGRAM} cco permissions --cloud aws --mode mint --policy policy.json
  {PROGRAM} cco diff credrequests-4.17 credrequests-4.18
  {PROGRAM} cco rotate --cloud aws --list
Exit codes: 0 yes, 1 no (something is missing, differs or cannot work), 2 unusable input.
"""

_ACTIONS: Final = {
    "mode": Action(
        "show the mode of a cluster, its reason, and whether the cluster can be upgraded",
        configure_mode,
        run_mode,
        epilog=_MODE_EPILOG,
    ),
    "requests": Action(
        "list the CredentialsRequests of a folder as the operator reads them",
        configure_requests,
        run_requests,
        epilog=_REQUESTS_EPILOG,
    ),
    "secrets": Action(
        "show format and problems of Secrets, never their content",
        configure_secrets,
        run_secrets,
        epilog=_SECRETS_EPILOG,
    ),
    "permissions": Action(
        "list the required permissions, and those that a policy lacks",
        permissions.configure,
        permissions.run,
        epilog=permissions.EPILOG,
    ),
    "diff": Action("compare the CredentialsRequests of two releases", configure_diff, run_diff, epilog=_DIFF_EPILOG),
    "rotate": Action(
        "list the Secrets that the operator creates again, or delete them in order",
        rotate.configure,
        rotate.run,
        epilog=rotate.EPILOG,
    ),
}

configure, run = with_actions(_ACTIONS, _EPILOG)
