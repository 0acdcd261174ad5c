"""Secrets of Nutanix: all components share one credentials file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.regular_file import read_text_file
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, ProviderKind, SecretRef
from openshift_credentials.platforms.credentials_requests.models import decode_provider_spec
from openshift_credentials.platforms.manifests.syntax import SyntaxProblem, parse_yaml
from openshift_credentials.platforms.yaml.goyaml import GoYamlLoader

from ..rules.nutanix_credentials import read_credentials
from ..rules.planned import Planned, decode_requests, name_warnings, shared_names

_SIZE_LIMIT: Final = 1024**2


def plan_secrets(requests: Sequence[CredentialsRequest]) -> Planned[SecretRef]:
    """One Secret per request of Nutanix; requests without a provider spec are skipped."""
    problems: list[Notice] = []
    named = [item for item in requests if item.provider_spec is not None]
    pairs = list(decode_requests(named, _provider_spec, problems, kind=ProviderKind.NUTANIX))
    names = [(request, str(request.secret)) for request, _ in pairs]
    problems += shared_names("Secret", names, "remove one of them")
    if problems:
        return Planned((), tuple(problems))
    secrets = tuple(request.secret for request, _ in pairs)
    return Planned(secrets, (), tuple(name_warnings(named)))


def shared_credentials(file: str) -> str:
    """The credentials as JSON; ``file`` can be a folder with a file ``credentials``.

    Raises :class:`UnusableInputError`, never with anything from the file.
    """
    path = Path(file)
    try:
        text = read_text_file(path / "credentials" if path.is_dir() else path, _SIZE_LIMIT)
    except FileNotFoundError:
        raise unusable_input(f"{file}: does not exist") from None
    except UnusableInputError as error:
        raise UnusableInputError([problem.at(file) for problem in error.problems]) from None
    content = parse_yaml(text, loader_class=GoYamlLoader)
    if isinstance(content, SyntaxProblem):
        raise UnusableInputError([input_problem(str(content), place=file)])
    try:
        return read_credentials(content)
    except UnusableInputError as error:
        raise UnusableInputError([problem.at(file) for problem in error.problems]) from None


def _provider_spec(provider_spec: str | None) -> None:
    decode_provider_spec(ProviderKind.NUTANIX, provider_spec)
