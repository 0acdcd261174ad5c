"""Reads Google Cloud with application default credentials, with a limit on every call."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import is_object, object_items, text_member

from .cloud import NOT_AN_OBJECT, PAGES, GoogleRead, ask, refused, sdk_missing
from .observed import Answer, Object, Observed, Obstacle, Unexpected

if TYPE_CHECKING:
    from requests import Session

_SCOPE: Final = "https://www.googleapis.com/auth/cloud-platform.read-only"


@dataclass(frozen=True, slots=True)
class GoogleClient:
    """A session that signs requests; ``endpoint`` stands for the hosts of all services."""

    session: "Session"
    endpoint: str | None = None

    def url(self, read: GoogleRead) -> str:
        """Where a read is sent; the token goes to hosts of the universe alone."""
        return f"{self.endpoint}/{read.service}{read.path}" if self.endpoint else read.url


def google_client() -> GoogleClient:
    """A client that signs in as the SDKs do by default.

    Raises :class:`UnusableInputError` if the SDK is not installed or nobody is signed in.
    """
    try:
        import google.auth  # noqa: PLC0415
        from google.auth.exceptions import DefaultCredentialsError  # noqa: PLC0415
        from google.auth.transport.requests import AuthorizedSession  # noqa: PLC0415
    except ImportError:
        raise sdk_missing("Google Cloud", "google-auth") from None
    try:
        credentials, _ = cast("Any", google.auth).default(scopes=[_SCOPE])
    except DefaultCredentialsError:
        raise unusable_input(
            "--cloud: there are no credentials of Google Cloud", "run 'gcloud auth application-default login'"
        ) from None
    return GoogleClient(cast("Any", AuthorizedSession)(credentials))


def observe_google(reads: Iterable[GoogleRead], client: GoogleClient, timeout: float) -> Observed:
    """Send every read, a few at once; a failed read is an obstacle and does not stop others."""
    return ask(reads, partial(_read, client, timeout=timeout))


def _read(client: GoogleClient, read: GoogleRead, *, timeout: float) -> Answer:
    found: list[Object] = []
    following = ""
    for _ in range(PAGES):
        answer = _page(client, read, timeout, following)
        if isinstance(answer, (Obstacle, Unexpected)):
            return answer
        if read.items is None:
            return [answer]
        found += object_items(answer, read.items)
        following = text_member(answer, "nextPageToken")
        if not following:
            break
    return found


def _page(client: GoogleClient, read: GoogleRead, timeout: float, following: str) -> Object | Obstacle | Unexpected:
    from requests import RequestException  # noqa: PLC0415

    parameters = {**read.parameters, **({"pageToken": following} if following else {})}
    try:
        response = client.session.request(
            "GET", client.url(read), params=parameters, timeout=timeout, allow_redirects=False
        )
        if response.status_code != HTTPStatus.OK:
            return refused(response.status_code, response.reason)
        content: object = response.json()
    except ValueError:
        return NOT_AN_OBJECT
    except RequestException:
        return Obstacle.UNREACHABLE
    except Exception as error:
        if type(error).__module__ != "google.auth.exceptions":
            raise
        # A token that cannot be refreshed, or no connection to where tokens come from.
        is_offline = type(error).__name__ == "TransportError"
        return Obstacle.UNREACHABLE if is_offline else Obstacle.UNAUTHENTICATED
    return content if is_object(content) else NOT_AN_OBJECT
