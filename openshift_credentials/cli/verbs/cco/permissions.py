"""``cco permissions``: required permissions, and those that a policy lacks."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import ExitCode, UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.wording import quantity
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, of_kind, without_capabilities
from openshift_credentials.platforms.go.json import marshal, sort_members
from openshift_credentials.platforms.manifests import printable, read_content, source_of
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    KINDS,
    Missing,
    Needed,
    OperatorCloud,
    PermissionMode,
    missing,
    needs_by_component,
    permissions_of_mode,
    policy_of,
)
from openshift_credentials.systems.cloud_credentials.rules.platforms import Release

from ...argument_parser import PROGRAM
from ...output import print_answer
from .reading import LIVE, add_cloud, add_connection, add_filters, read_requests, readable

EPILOG: Final = f"""\
mint         permissions of the operator to mint credentials (aws, gcp)
passthrough  permissions of the root credential: the operator's tests and all requests
manual       permissions of the identities of all components together (aws, azure, gcp)

The policy is JSON: an IAM policy document, an Azure role definition, a role of Google Cloud or a
list of its permissions, or a list of vSphere privileges. Roles by name are not resolved.

--by component prints the permissions of each request, with conditions.

Example: {PROGRAM} cco permissions --cloud aws --mode mint --policy policy.json
         {PROGRAM} cco permissions --cloud aws --mode manual --by component
         {PROGRAM} cco permissions --cloud azure --mode passthrough --requests credrequests -o json
Exit codes: 0 nothing is missing, 1 the policy lacks permissions, 2 something cannot be read.
"""
_SIZE_LIMIT: Final = 1024**2


def configure(parser: argparse.ArgumentParser) -> None:
    add_cloud(parser)
    choices = [mode.value for mode in PermissionMode]
    parser.add_argument("--mode", required=True, choices=choices, help="mode of the Cloud Credential Operator")
    parser.add_argument(
        "--requests",
        metavar="DIR",
        help=f"folder of the release's CredentialsRequests, or {LIVE}; default: the tables of the documentation",
    )
    parser.add_argument(
        "--openshift-version",
        choices=[release.value for release in Release],
        default=Release.CURRENT.value,
        help="release whose operator tests permissions (default: %(default)s)",
    )
    parser.add_argument("--policy", metavar="FILE", help="policy to check; - for standard input")
    parser.add_argument("--region", metavar="REGION", help="aws: region for conditions of the policy")
    add_filters(parser)
    parser.add_argument(
        "--by", choices=["component"], help="modes passthrough and manual: print the permissions of each component"
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    cloud, mode = OperatorCloud(arguments.cloud), PermissionMode(arguments.mode)
    requests = _requests(cloud, arguments)
    parts = needs_by_component(cloud, mode, requests) if arguments.by else dict[str, Needed]()
    need = permissions_of_mode(cloud, mode, requests, Release(arguments.openshift_version))
    lacks: tuple[Missing, ...] = ()
    if arguments.policy is not None:
        policy = _read_policy(arguments.policy)
        try:
            lacks = missing(cloud, need, policy, arguments.region)
        except UnusableInputError as error:
            source = source_of(arguments.policy)
            raise UnusableInputError(
                input_problem(printable(f"{source}: {problem}")) for problem in error.problems
            ) from None
    if arguments.policy is not None:
        lines = _lacking_lines(need, lacks)
    else:
        lines = _lines_by_component(parts) if parts else _lines(need)
    document = _as_json(cloud, mode, need, lacks if arguments.policy is not None else None)
    if parts:
        document["components"] = [
            {"request": request or None, **_as_json_of_need(cloud, part)} for request, part in parts.items()
        ]
    print_answer(arguments.output, document, lines)
    return ExitCode.NO if lacks else ExitCode.OK


def _requests(cloud: OperatorCloud, arguments: argparse.Namespace) -> tuple[CredentialsRequest, ...] | None:
    if arguments.requests is None:
        return None
    read = readable(read_requests(arguments.requests, arguments), arguments.requests)
    chosen = without_capabilities(read.requests, arguments.disabled_capability)
    if not of_kind(chosen, KINDS[cloud]):
        raise unusable_input(
            f"{arguments.requests}: contains no request for {cloud}", f"extract the requests with --cloud={cloud}"
        )
    return tuple(chosen)


def _read_policy(name: str) -> str:
    content = read_content(name, sys.stdin.buffer, _SIZE_LIMIT)
    if isinstance(content, str):
        raise unusable_input(printable(f"{name}: {content}"))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unusable_input(f"{name}: is not UTF-8") from None


def _as_json(
    cloud: OperatorCloud, mode: PermissionMode, need: Needed, lacks: Sequence[Missing] | None
) -> dict[str, object]:
    return {
        "cloud": cloud,
        "mode": mode,
        "source": need.source,
        **_as_json_of_need(cloud, need),
        "lacking": None
        if lacks is None
        else [
            {
                "permission": lack.permission,
                "resource": lack.resource or None,
                "condition": dict(lack.condition),
                "reason": lack.reason,
            }
            for lack in lacks
        ],
    }


def _as_json_of_need(cloud: OperatorCloud, need: Needed) -> Mapping[str, object]:
    return {"needed": list(need.names), "roles": list(need.roles), "policy": policy_of(cloud, need)}


def _lines_by_component(parts: Mapping[str, Needed]) -> Iterator[str]:
    for request, part in parts.items():
        yield printable(request or "account of the cluster")
        for entry in part.statements:
            deny = "" if entry.effect == "Allow" else f"{entry.effect} "
            place = "" if entry.resource == "*" else f" on {entry.resource}"
            condition = entry.policy_condition
            where = f" where {marshal(sort_members(condition))}" if condition else ""
            names = entry.action or ()
            yield from (printable(f"  {deny}{name}{place}{where}") for name in names)
        others = (*part.permissions, *part.data_permissions, *part.privileges)
        yield from (printable(f"  {name}") for name in others)
        yield from (printable(f"  role {name}") for name in part.roles)


def _lines(need: Needed) -> Iterator[str]:
    yield printable(f"{quantity(len(need.names), 'permission')}, from {need.source}")
    yield from (printable(f"  {name}") for name in need.names)
    if need.roles:
        yield f"{quantity(len(need.roles), 'role')} by name"
        yield from (printable(f"  {name}") for name in need.roles)


def _lacking_lines(need: Needed, lacks: Sequence[Missing]) -> Iterator[str]:
    if not lacks:
        yield f"none of {quantity(len(need.names), 'permission')} is missing"
    else:
        verb = "is" if len(lacks) == 1 else "are"
        yield f"{len(lacks)} of {quantity(len(need.names), 'permission')} {verb} missing"
    for lack in lacks:
        where = f" on {lack.resource}" if lack.resource else ""
        yield printable(f"  {lack.permission}{where}: {lack.reason}")
    if need.roles:
        yield printable(f"not checked: roles by name ({', '.join(need.roles)})")
