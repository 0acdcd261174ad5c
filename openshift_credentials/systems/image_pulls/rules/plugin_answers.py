"""Answers of credential provider plugins as the kubelet decodes them.

Source: kubernetes/kubernetes ``pkg/credentialprovider/plugin/plugin.go`` (``ExecPlugin``,
``decodeResponse``); kubernetes/kubelet ``pkg/apis/credentialprovider/{v1,v1beta1,v1alpha1}``.
"""

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, ValidationError

from openshift_credentials.base.json_values import is_object
from openshift_credentials.platforms.go.structs import GoStruct, Nanoseconds, Text, zero
from openshift_credentials.platforms.manifests.syntax import parse_json_values

RESPONSE_KIND: Final = "CredentialProviderResponse"


class CacheKeyType(StrEnum):
    """The cache key type that a plugin requests for its answer."""

    IMAGE = "Image"
    REGISTRY = "Registry"
    GLOBAL = "Global"


class RegistryCredential(GoStruct):
    """One entry of an answer; both fields can be a token."""

    username: Text = Field(default="", repr=False)
    password: Text = Field(default="", repr=False)


class PluginAnswer(GoStruct):
    """A CredentialProviderResponse; the cache duration is in ns."""

    api_version: Text = ""
    kind: Text = ""
    cache_key_type: Text = ""
    cache_duration: Nanoseconds = None
    auth: Annotated[dict[str, Annotated[RegistryCredential, zero({})]], zero({})] = Field(
        default={}, repr=False
    )


def read_answer(text: str, api_version: str) -> PluginAnswer | None:
    """The answer, or ``None`` if the kubelet cannot use it.

    ``api_version`` is that of the provider; the answer must have the same.
    """
    values = parse_json_values(text.lstrip(" \t\r\n"))
    if len(values) != 1 or not is_object(values[0]):
        return None
    try:
        answer = PluginAnswer.model_validate(values[0])
    except ValidationError:
        return None
    return answer if (answer.api_version, answer.kind) == (api_version, RESPONSE_KIND) else None
