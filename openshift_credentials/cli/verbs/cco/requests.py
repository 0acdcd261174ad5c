"""``cco requests``: the CredentialsRequests of a folder as upstream reads them."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.output import print_json, print_lines
from openshift_credentials.cli.program import PROGRAM, print_error
from openshift_credentials.cli.verbs.cco.live import LIVE, add_connection
from openshift_credentials.cli.verbs.cco.reading import not_requests, read_requests
from openshift_credentials.platforms.credentials_requests import Requests, without_capabilities
from openshift_credentials.platforms.credentials_requests.reader import kind_of
from openshift_credentials.platforms.manifests.values import printable

_EPILOG: Final = f"""\
Files that end in .yaml or .yml directly in the folder are read, in the order of the bytes of
their names. A document of another kind is listed as the operator reads it: with empty fields
and no provider kind.

Example: oc adm release extract --credentials-requests --cloud=aws --to=credrequests
         {PROGRAM} cco requests credrequests
Exit codes: 0 all files were read, 2 some could not be read (the others are listed).
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("source", metavar="DIR", help=f"folder of requests, or {LIVE}")
    parser.add_argument(
        "--enable-tech-preview",
        action="store_true",
        help="also requests of feature set TechPreviewNoUpgrade",
    )
    parser.add_argument(
        "--disabled-capability",
        action="append",
        default=[],
        metavar="NAME",
        help="skip requests of a capability that the cluster does not have; can be repeated",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the requests, those that are ignored, and files that cannot be read."""
    read = read_requests(arguments.source, arguments)
    read = Requests(
        requests=without_capabilities(read.requests, arguments.disabled_capability)
        if arguments.disabled_capability
        else read.requests,
        ignored=read.ignored,
        errors=read.errors,
    )
    if arguments.output == "json":
        print_json(as_json(read))
    else:
        print_lines(_lines(read) if read.requests or read.ignored else [_none(arguments.source)])
    for problem in not_requests(read):
        print_error(printable(f"{arguments.source}/{problem}"))
    for error in read.errors:
        print_error(printable(f"{arguments.source}/{error}"))
    return ExitCode.UNUSABLE if read.errors else ExitCode.OK


def _none(source: str) -> str:
    return f"{printable(source)}: no CredentialsRequests"


def as_json(read: Requests) -> Mapping[str, object]:
    """The answer for programs, in upstream's order."""
    return {
        "requests": [
            {
                "file": each.file,
                "name": each.name,
                "namespace": each.namespace,
                "secret": str(each.secret),
                "serviceAccounts": list(each.service_accounts),
                "cloudTokenPath": each.cloud_token_path,
                "kind": kind_of(each),
            }
            for each in read.requests
        ],
        "ignored": [
            {"file": each.file, "name": each.name, "reason": each.reason} for each in read.ignored
        ],
        "errors": [{"file": each.file, "message": each.message} for each in read.errors],
    }


def _lines(read: Requests) -> Iterator[str]:
    for each in read.requests:
        accounts = ", ".join(each.service_accounts) or "none"
        yield printable(f"{each.file}: {each.namespace}/{each.name}")
        yield printable(f"  kind             {kind_of(each) or '(none)'}")
        yield printable(f"  secret           {each.secret}")
        yield printable(f"  service accounts {accounts}")
        if each.cloud_token_path:
            yield printable(f"  token path       {each.cloud_token_path}")
    for ignored in read.ignored:
        yield printable(f"{ignored.file}: {ignored.namespace}/{ignored.name} is ignored")
        yield printable(f"  {ignored.reason}")
