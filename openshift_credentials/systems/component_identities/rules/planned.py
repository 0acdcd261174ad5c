"""Common rules of the identities of all clouds: usable requests and distinct names."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from openshift_credentials.base.errors import input_problem
from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.credentials_requests import (
    CredentialsRequest,
    ProviderKind,
    ProviderSpecError,
    provider_kind,
)

from .names import collisions, unsafe_parts, unusual_parts
from .secret_manifests import file_name

_TOKEN_PATH: Final = re.compile(r"(?:/[\w.-]+)*/?")

Identity = TypeVar("Identity")
Spec = TypeVar("Spec")


@dataclass(frozen=True, slots=True)
class Planned(Generic[Identity]):
    """Identities in the order of their requests, or all problems of the requests.

    ``warnings`` are what the cloud or Kubernetes rejects although ccoctl writes it; ``notes`` are
    for information.
    """

    identities: tuple[Identity, ...]
    problems: tuple[Notice, ...] = ()
    warnings: tuple[Notice, ...] = ()
    notes: tuple[Notice, ...] = ()


def token_path_faults(request: CredentialsRequest, _: object) -> Iterator[str]:
    """Why a request's token path cannot stand in a Secret."""
    if not _TOKEN_PATH.fullmatch(request.cloud_token_path):
        yield (
            f"spec.cloudTokenPath {request.cloud_token_path!a} is not an absolute path of letters, "
            "digits and the characters . _ - /"
        )


def decode_requests(
    requests: Iterable[CredentialsRequest],
    read: Callable[[str | None], Spec],
    problems: list[Notice],
    faults_of: Callable[[CredentialsRequest, Spec], Iterable[str]] = lambda _, __: (),
    *,
    kind: ProviderKind | None = None,
) -> Iterator[tuple[CredentialsRequest, Spec]]:
    """Requests with their provider specs; what is unusable is added to ``problems``.

    ``read`` reads the provider spec of the cloud, and ``faults_of`` are the cloud's own rules. A
    ``kind`` must be stated: ccoctl decodes a spec without one, and then says that it "is not of
    type AWS" (or GCP, or Nutanix; for Azure it does not look).

    Every request is checked before the first one is used: ccoctl stops in the middle, when it has
    already created the earlier ones.
    """
    for request in requests:
        faults = list(unsafe_parts(request.secret.namespace, request.secret.name, request.service_accounts))
        try:
            spec = read(request.provider_spec)
            if kind and not provider_kind(request.provider_spec or "{}"):
                faults.append(f"spec.providerSpec.kind is missing; set it to {kind}")
        except ProviderSpecError as error:
            problems += [_of(request, str(fault)) for fault in (*faults, error)]
            continue
        own = faults_of(request, spec)
        problems += [_of(request, fault) for fault in (*faults, *own)]
        if not faults:
            yield request, spec


def name_warnings(requests: Iterable[CredentialsRequest]) -> Iterator[Notice]:
    """Names in requests that Kubernetes rejects."""
    for request in requests:
        for unusual in unusual_parts(request.secret.namespace, request.secret.name, request.service_accounts):
            yield _of(request, unusual)


def shared_names(kind: str, names: Sequence[tuple[CredentialsRequest, str]], way_out: str) -> Iterator[Notice]:
    """Identities, and files of manifests, that two requests would share.

    With a shared identity, the first request's service accounts would get the second request's
    permissions.
    """
    sharing: set[tuple[str, ...]] = set()
    for name, places in collisions((request.where, name) for request, name in names):
        sharing.add(places)
        yield input_problem(
            f"would share the {kind} {name!a}, and each would get the permissions of all",
            way_out,
            place=", ".join(places),
        )
    files = ((request.where, file_name(request.secret.namespace, request.secret.name)) for request, _ in names)
    for file, places in collisions(files):
        if places not in sharing:
            why = f"would share the file {file!a}"
            yield input_problem(why, way_out, place=", ".join(places))


def _of(request: CredentialsRequest, fault: str) -> Notice:
    """A fault of a request, without a way out of its own."""
    return input_problem(fault, place=request.where)
