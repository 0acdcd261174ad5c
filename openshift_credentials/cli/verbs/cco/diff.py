"""``cco diff``: changes for identities between the requests of two releases."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import ExitCode
from openshift_credentials.platforms.credentials_requests import without_capabilities
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.cloud_credentials.rules.upgrades import RequestChange, diff

from ...argument_parser import PROGRAM
from ...output import print_answer
from .reading import LIVE, add_connection, add_filters, read_requests, readable

_EPILOG: Final = f"""\
Add new permissions before the upgrade. Remove those that are no longer needed after it.

Example: {PROGRAM} cco diff credrequests-4.17 credrequests-4.18
         {PROGRAM} cco diff live credrequests-4.18
Exit codes: 0 nothing changes, 1 work is due, 2 something cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("old", metavar="OLD_DIR", help=f"requests of this release, or {LIVE}")
    parser.add_argument("new", metavar="NEW_DIR", help="requests of the new release")
    add_filters(parser)
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print every request that changes."""
    old, new = (
        without_capabilities(readable(read_requests(source, arguments), source).requests, arguments.disabled_capability)
        for source in (arguments.old, arguments.new)
    )
    changes = diff(old, new)
    print_answer(arguments.output, _as_json(changes), _lines(changes))
    return ExitCode.NO if changes else ExitCode.OK


def _as_json(changes: Sequence[RequestChange]) -> Mapping[str, object]:
    return {
        "due": bool(changes),
        "beforeUpgrade": any(change.before_upgrade for change in changes),
        "changes": [
            {
                "change": change.change,
                "name": change.name,
                "namespace": change.namespace,
                "kind": change.kind,
                "secret": change.secret,
                "beforeUpgrade": change.before_upgrade,
                "differences": {
                    heading: {"added": list(delta.added), "removed": list(delta.removed)}
                    for heading, delta in change.deltas.items()
                },
            }
            for change in changes
        ],
    }


def _lines(changes: Sequence[RequestChange]) -> Iterator[str]:
    if not changes:
        yield "the requests are equal"
    for change in changes:
        due = "before the upgrade" if change.before_upgrade else "after the upgrade"
        yield printable(f"{change.change} {change.namespace}/{change.name} ({change.kind}): due {due}")
        for heading, delta in change.deltas.items():
            for sign, texts in (("+", delta.added), ("-", delta.removed)):
                yield from (printable(f"  {sign} {heading}: {text}") for text in texts)
