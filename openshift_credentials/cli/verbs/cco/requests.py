"""``cco requests``: the CredentialsRequests of a folder as upstream reads them."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.errors import ExitCode, ProblemCode, UnusableInputError, input_problem
from openshift_credentials.platforms.credentials_requests import Requests, kind_of, without_capabilities
from openshift_credentials.platforms.manifests import printable

from ...argument_parser import PROGRAM
from ...output import print_answer
from .reading import LIVE, add_connection, add_filters, not_requests, read_requests

_EPILOG: Final = f"""\
Files that end in .yaml or .yml directly in the folder are read, in the order of the bytes of
their names. A document of another kind is listed as the operator reads it: with empty fields
and no provider kind.

Example: oc adm release extract --credentials-requests --cloud=aws --to=credrequests
         {PROGRAM} cco requests credrequests
         {PROGRAM} cco requests live
Exit codes: 0 all files were read, 2 some are no requests (the others are listed).
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("source", metavar="DIR", help=f"folder of requests, or {LIVE}")
    add_filters(parser)
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the requests, those that are ignored, and files that cannot be read."""
    read = read_requests(arguments.source, arguments)
    read = Requests(
        requests=without_capabilities(read.requests, arguments.disabled_capability),
        ignored=read.ignored,
        errors=read.errors,
    )
    print_answer(
        arguments.output, as_json(read), _lines(read) if read.requests or read.ignored else [_none(arguments.source)]
    )
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


def _none(source: str) -> str:
    return f"{printable(source)}: no CredentialsRequests"


def as_json(read: Requests) -> Mapping[str, object]:
    """The answer for programs, in upstream's order."""
    return {
        "requests": [
            {
                "file": request.file,
                "name": request.name,
                "namespace": request.namespace,
                "secret": str(request.secret),
                "serviceAccounts": list(request.service_accounts),
                "cloudTokenPath": request.cloud_token_path,
                "kind": kind_of(request),
            }
            for request in read.requests
        ],
        "ignored": [{"file": item.file, "name": item.name, "reason": item.reason} for item in read.ignored],
        "errors": [{"file": error.file, "message": error.message} for error in read.errors],
    }


def _lines(read: Requests) -> Iterator[str]:
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
