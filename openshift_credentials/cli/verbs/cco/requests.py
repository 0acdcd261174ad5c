"""``cco requests``: the CredentialsRequests of a folder as upstream reads them."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import (
    ProblemCode,
    UnusableInputError,
    input_problem,
    unusable_input,
)
from openshift_credentials.base.exit_codes import ExitCode
from openshift_credentials.cli.argument_parser import PROGRAM
from openshift_credentials.cli.output import print_answer
from openshift_credentials.cli.verbs.cco.live import LIVE, add_connection
from openshift_credentials.cli.verbs.cco.reading import (
    Object,
    add_filters,
    connect,
    not_requests,
    read_objects,
    read_requests,
    secrets_of_cluster,
)
from openshift_credentials.platforms.credentials_requests import Requests, without_capabilities
from openshift_credentials.platforms.credentials_requests.reader import kind_of
from openshift_credentials.platforms.manifests.values import printable
from openshift_credentials.systems.cloud_credentials.live.cluster_objects import platform_of
from openshift_credentials.systems.cloud_credentials.live.predictions import (
    CA_BUNDLE_CONFIG_MAP,
    Prediction,
    predict,
)
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import Platform

_EPILOG: Final = f"""\
Files that end in .yaml or .yml directly in the folder are read, in the order of the bytes of
their names. A document of another kind is listed as the operator reads it: with empty fields
and no provider kind.

--predict also says what the operator does next with each request: which keys it writes into the
Secret, with which condition it fails, or what it asks the cloud. Pass the objects of the cluster
with --objects as for 'cco mode', with component Secrets, or ask about the requests of the cluster
with 'live'. Values are never printed.

Example: oc adm release extract --credentials-requests --cloud=aws --to=credrequests
         {PROGRAM} cco requests credrequests
         {PROGRAM} cco requests live --predict
Exit codes: 0 all files were read, 2 some are no requests (the others are listed).
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.epilog = _EPILOG
    parser.add_argument("source", metavar="DIR", help=f"folder of requests, or {LIVE}")
    add_filters(parser)
    parser.add_argument(
        "--predict", action="store_true", help="what the operator does with each request"
    )
    parser.add_argument(
        "--objects",
        action="append",
        default=[],
        metavar="FILE",
        help="with --predict: manifests of the cluster, - for standard input; can be repeated",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the requests, those that are ignored, and files that cannot be read."""
    read = read_requests(arguments.source, arguments)
    read = Requests(
        requests=without_capabilities(read.requests, arguments.disabled_capability),
        ignored=read.ignored,
        errors=read.errors,
    )
    asks_cluster = not arguments.objects
    predictions = (
        tuple(predict(read.requests, _objects(arguments), is_live=asks_cluster))
        if arguments.predict
        else ()
    )
    print_answer(
        arguments.output,
        as_json(read, predictions),
        _lines(read, predictions) if read.requests or read.ignored else [_none(arguments.source)],
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


def _objects(arguments: argparse.Namespace) -> list[Object]:
    """The objects that decide what the operator does, from files or from the cluster."""
    if arguments.objects:
        placed, problems = read_objects(arguments.objects)
        if problems:
            raise UnusableInputError(problems)
        return [content for _, content in placed]
    if arguments.source != LIVE:
        raise unusable_input(
            "--predict needs the objects of the cluster", "pass them with --objects FILE"
        )
    cluster = connect(arguments)
    objects = cluster.mode_objects()
    if platform_of(objects) == Platform.OPENSTACK:
        objects += cluster.config_map(*CA_BUNDLE_CONFIG_MAP)
    return [*objects, *secrets_of_cluster(cluster, objects)]


def _none(source: str) -> str:
    return f"{printable(source)}: no CredentialsRequests"


def as_json(read: Requests, predictions: Sequence[Prediction] = ()) -> Mapping[str, object]:
    """The answer for programs, in upstream's order."""
    predicted = {
        id(prediction.request): {"prediction": _prediction(prediction)}
        for prediction in predictions
    }
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
                **predicted.get(id(request), {}),
            }
            for request in read.requests
        ],
        "ignored": [
            {"file": item.file, "name": item.name, "reason": item.reason} for item in read.ignored
        ],
        "errors": [{"file": error.file, "message": error.message} for error in read.errors],
    }


def _prediction(prediction: Prediction) -> Mapping[str, object]:
    return {
        "action": prediction.action,
        "why": prediction.why or None,
        "keys": list(prediction.keys),
        "condition": prediction.condition,
        "user": prediction.user,
        "policy": None if prediction.policy is None else json.loads(prediction.policy),
    }


def _sentence(prediction: Prediction) -> str:
    what = f" keys {', '.join(prediction.keys)}" if prediction.keys else ""
    condition = f" ({prediction.condition})" if prediction.condition else ""
    why = f": {prediction.why}" if prediction.why else ""
    return f"{prediction.action}{what}{condition}{why}"


def _lines(read: Requests, predictions: Sequence[Prediction]) -> Iterator[str]:
    predicted = {id(prediction.request): _sentence(prediction) for prediction in predictions}
    for request in read.requests:
        accounts = ", ".join(request.service_accounts) or "none"
        yield printable(f"{request.file}: {request.namespace}/{request.name}")
        yield printable(f"  kind             {kind_of(request) or '(none)'}")
        yield printable(f"  secret           {request.secret}")
        yield printable(f"  service accounts {accounts}")
        if request.cloud_token_path:
            yield printable(f"  token path       {request.cloud_token_path}")
        if told := predicted.get(id(request)):
            yield printable(f"  operator         {told}")
    for ignored in read.ignored:
        yield printable(f"{ignored.file}: {ignored.namespace}/{ignored.name} is ignored")
        yield printable(f"  {ignored.reason}")
