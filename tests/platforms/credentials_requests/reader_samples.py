"""How the tests read one request."""

from openshift_credentials.platforms.credentials_requests import CredentialsRequest, load_requests


def only(text: str | bytes) -> CredentialsRequest:
    read = load_requests([("a.yaml", text if isinstance(text, bytes) else text.encode())])
    assert not read.errors
    (request,) = read.requests
    return request
