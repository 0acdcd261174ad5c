"""Reading objects for all actions, from files, standard input or a live cluster."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import Requests, load_requests
from openshift_credentials.platforms.credentials_requests.folder import read_folder
from openshift_credentials.platforms.manifests.documents import object_with_text_keys, printable, read_documents
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import platform_type, root_secret
from openshift_credentials.systems.cloud_credentials.rules.permissions.needed import OperatorCloud

from .live import LIVE, LiveCluster

Object = Mapping[str, object]


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Declare which requests of a folder count."""
    parser.add_argument(
        "--enable-tech-preview", action="store_true", help="also requests of feature set TechPreviewNoUpgrade"
    )
    parser.add_argument(
        "--disabled-capability",
        action="append",
        default=[],
        metavar="NAME",
        help="skip requests of a capability that the cluster does not have; can be repeated",
    )


def add_cloud(parser: argparse.ArgumentParser) -> None:
    """Declare the cloud of the cluster."""
    parser.add_argument(
        "--cloud", required=True, choices=[cloud.value for cloud in OperatorCloud], help="cloud of the cluster"
    )


def is_live(names: Sequence[str]) -> bool:
    """Whether the word for the cluster is the only argument. Raises if there are also files."""
    if LIVE in names and len(names) > 1:
        raise unusable_input("live means the cluster and cannot be combined with files")
    return list(names) == [LIVE]


def connect(arguments: argparse.Namespace) -> LiveCluster:
    """The cluster of ``--kubeconfig`` and ``--context``."""
    return LiveCluster(arguments.kubeconfig, arguments.context)


def read_objects(files: Sequence[str]) -> tuple[list[tuple[str, Object]], list[Notice]]:
    """Place and content of every object in files, and reading problems."""
    documents, unread = read_documents(files, sys.stdin.buffer)
    problems: list[Notice] = [*unread]
    objects: list[tuple[str, Object]] = []
    for document in documents:
        try:
            objects.append((document.where, object_with_text_keys(document.content)))
        except UnusableInputError as error:
            problems += document.problems_of(error)
    return objects, problems


def read_requests(source: str, arguments: argparse.Namespace) -> Requests:
    """The requests of a folder, or of the cluster for the word ``live``."""
    tech_preview = bool(getattr(arguments, "enable_tech_preview", False))
    if source == LIVE:
        return live_requests(connect(arguments).requests(), tech_preview=tech_preview)
    return read_folder(source, tech_preview=tech_preview)


def live_requests(objects: Iterable[Object], *, tech_preview: bool = True) -> Requests:
    """Requests of a cluster, which has already applied its feature set."""
    files = ((f"{index:06}.yaml", json.dumps(item).encode()) for index, item in enumerate(objects))
    return load_requests(files, tech_preview=tech_preview)


def secrets_of_cluster(cluster: LiveCluster, objects: Sequence[Object]) -> list[Object]:
    """The root secret, and the Secrets that CredentialsRequests name, as far as they exist."""
    found = [item for item in objects if item["kind"] == "Infrastructure"]
    status = object_member(found[0], "status") if found else dict[str, object]()
    platform = platform_type(text_member(status, "platformStatus", "type"), text_member(status, "platform"))
    wanted = [request.secret for request in live_requests(cluster.requests()).requests]
    if root := root_secret(platform):
        wanted.insert(0, root)
    return [secret for ref in dict.fromkeys(wanted) if (secret := cluster.secret(ref))]


def readable(requests: Requests, where: str) -> Requests:
    """The requests; raises :class:`UnusableInputError` for anything else."""
    problems = [f"{where}: {error}" for error in requests.errors]
    problems += [f"{where}: {text}" for text in not_requests(requests)]
    if problems:
        raise UnusableInputError(input_problem(printable(problem)) for problem in problems)
    return requests


def not_requests(requests: Requests) -> list[str]:
    """Documents without a provider spec, which crash upstream."""
    return [
        f"{request.where}: is not a CredentialsRequest with a providerSpec; ccoctl crashes on it, "
        "so remove it from the folder"
        for request in requests.requests
        if request.provider_spec is None
    ]
