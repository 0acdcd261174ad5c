"""Reads AWS through boto3, with a limit on every call. Nothing is written."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from .cloud import AwsCall, ask, sdk_missing
from .observed import Answer, Observed, Obstacle, Unexpected

if TYPE_CHECKING:
    from boto3.session import Session

_OBSTACLES: Final[Mapping[str, Obstacle]] = {
    **dict.fromkeys(("404", "NoSuchEntity", "NoSuchBucket"), Obstacle.ABSENT),
    **dict.fromkeys(
        ("ServerSideEncryptionConfigurationNotFoundError", "NoSuchLifecycleConfiguration", "NoSuchBucketPolicy"),
        Obstacle.ABSENT,
    ),
    **dict.fromkeys(("403", "AccessDenied", "AccessDeniedException"), Obstacle.FORBIDDEN),
    **dict.fromkeys(
        (
            "ExpiredToken",
            "ExpiredTokenException",
            "InvalidClientTokenId",
            "UnrecognizedClientException",
            "InvalidAccessKeyId",
            "SignatureDoesNotMatch",
        ),
        Obstacle.UNAUTHENTICATED,
    ),
}


def observe_aws(calls: Iterable[AwsCall], timeout: float) -> Observed:
    """Send every call, a few at once; a failed call is an obstacle and does not stop others.

    Raises :class:`UnusableInputError` if boto3 is not installed.
    """
    try:
        from boto3.session import Session  # noqa: PLC0415 - only --cloud pays for it
    except ImportError:
        raise sdk_missing("AWS", "boto3") from None
    session = Session()
    listed = tuple(calls)
    services = {(call.service, call.region) for call in listed}
    clients = {place: _client(session, *place, timeout) for place in services}
    return ask(listed, partial(_answer, clients))


def _client(session: "Session", service: str, region: str, timeout: float) -> Any:  # noqa: ANN401 - as boto3's
    from botocore.config import Config  # noqa: PLC0415

    limits = Config(connect_timeout=timeout, read_timeout=timeout, retries={"total_max_attempts": 1})
    return cast("Any", session).client(service, region_name=region, config=limits)


def _answer(clients: Mapping[tuple[str, str], Any], call: AwsCall) -> Answer:
    from botocore.exceptions import (  # noqa: PLC0415
        BotoCoreError,
        ClientError,
        CredentialRetrievalError,
        NoCredentialsError,
        PartialCredentialsError,
        SSOError,
    )

    method = getattr(clients[call.service, call.region], call.method)
    try:
        return [method(**call.parameters)]
    except ClientError as error:
        code = str(cast("Any", error).response.get("Error", {}).get("Code", ""))
        return _OBSTACLES.get(code) or Unexpected(code or "an error without a code")
    except (NoCredentialsError, PartialCredentialsError, CredentialRetrievalError, SSOError):
        return Obstacle.UNAUTHENTICATED
    except (BotoCoreError, OSError):
        return Obstacle.UNREACHABLE
