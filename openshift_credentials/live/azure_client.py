"""Reads Azure Resource Manager with the credentials of ``az``, with a limit on every call."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from openshift_credentials.base.json_values import is_object, object_items, text_member
from openshift_credentials.platforms.azure.names import AzureCloud, facts_of

from .cloud import NOT_AN_OBJECT, PAGES, ArmRead, ask, refused, sdk_missing
from .observed import Answer, Object, Observed, Obstacle, Unexpected

if TYPE_CHECKING:
    from azure.core import PipelineClient
    from azure.core.credentials import TokenCredential


@dataclass(frozen=True, slots=True)
class ArmClient:
    """A pipeline that signs requests to one endpoint, and that endpoint."""

    pipeline: "PipelineClient[Any, Any]"
    endpoint: str


def arm_client(cloud: AzureCloud, timeout: float) -> "ArmClient":
    """A client of Azure Resource Manager that signs in as the SDKs do by default.

    Raises :class:`UnusableInputError` if the SDK is not installed.
    """
    try:
        from azure.identity import DefaultAzureCredential  # noqa: PLC0415
    except ImportError:
        raise sdk_missing("Azure", "azure-identity") from None
    facts = facts_of(cloud)
    credential = DefaultAzureCredential(authority=facts.authority, exclude_interactive_browser_credential=True)
    return client_of(facts.resource_manager, credential, timeout)


def client_of(endpoint: str, credential: "TokenCredential", timeout: float) -> "ArmClient":
    """A client of an endpoint of Azure Resource Manager."""
    from azure.core import PipelineClient  # noqa: PLC0415
    from azure.core.pipeline.policies import BearerTokenCredentialPolicy, RetryPolicy  # noqa: PLC0415

    policies: list[Any] = [
        RetryPolicy(retry_total=1, timeout=timeout),
        BearerTokenCredentialPolicy(credential, f"{endpoint}/.default"),
    ]
    return ArmClient(PipelineClient(endpoint, policies=policies), endpoint)


def observe_azure(reads: Iterable[ArmRead], client: "ArmClient", timeout: float) -> Observed:
    """Send every read, a few at once; a failed read is an obstacle and does not stop others."""
    return ask(reads, partial(_read, client, timeout=timeout))


def _read(client: "ArmClient", read: ArmRead, *, timeout: float) -> Answer:
    query = {"api-version": read.api_version}
    if read.filter:
        query["$filter"] = read.filter
    url = f"{read.path}?{urlencode(query)}"
    found: list[Object] = []
    for _ in range(PAGES):
        answer = _page(client, url, timeout)
        if isinstance(answer, (Obstacle, Unexpected)):
            return answer
        if "value" not in answer:
            return [answer]
        found += object_items(answer, "value")
        url = text_member(answer, "nextLink")
        if not url:
            break
    return found


def _page(client: "ArmClient", url: str, timeout: float) -> Object | Obstacle | Unexpected:
    from azure.core.exceptions import AzureError, ClientAuthenticationError  # noqa: PLC0415
    from azure.core.rest import HttpRequest  # noqa: PLC0415

    whole = client.pipeline.format_url(url)
    if not whole.startswith(f"{client.endpoint}/"):
        return Obstacle.UNREACHABLE  # the token is valid only for that endpoint
    try:
        response = client.pipeline.send_request(
            HttpRequest("GET", whole),
            connection_timeout=timeout,
            read_timeout=timeout,
            enforce_https=client.endpoint.startswith("https://"),
        )
        if response.status_code != HTTPStatus.OK:
            return refused(response.status_code, f"{response.reason}")
        content: object = response.json()
    except ClientAuthenticationError:
        return Obstacle.UNAUTHENTICATED
    except AzureError:
        return Obstacle.UNREACHABLE
    except ValueError:
        return NOT_AN_OBJECT
    return content if is_object(content) else NOT_AN_OBJECT
