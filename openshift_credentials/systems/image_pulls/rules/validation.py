"""What the kubelet checks once it has read its CredentialProviderConfig.

Source: kubernetes/kubernetes ``pkg/credentialprovider/plugin/config.go``
(``validateCredentialProviderConfig``). As in the kubelet, fields have no index.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.platforms.kubernetes.admission.admission import annotation_key_problems

from .gates import KubeletVersion
from .locations import pattern_problem
from .provider_config import PLUGIN_API_VERSION, CacheType, OlderProvider, TokenAttributes

TOKEN_GATE: Final = "KubeletServiceAccountTokenForCredentialProviders"  # noqa: S105
"""Feature gate of the kubelet without which ``tokenAttributes`` is refused."""

PLUGIN_API_VERSIONS: Final = (
    PLUGIN_API_VERSION,
    "credentialprovider.kubelet.k8s.io/v1alpha1",
    "credentialprovider.kubelet.k8s.io/v1beta1",
)

_ATTRIBUTES: Final = "providers.tokenAttributes"
_REQUIRED_KEYS: Final = f"{_ATTRIBUTES}.requiredServiceAccountAnnotationKeys"
_OPTIONAL_KEYS: Final = f"{_ATTRIBUTES}.optionalServiceAccountAnnotationKeys"


class ErrorType(StrEnum):
    """Types of errors, as in kubernetes/apimachinery ``field.ErrorType``."""

    REQUIRED = "FieldValueRequired"
    INVALID = "FieldValueInvalid"
    NOT_SUPPORTED = "FieldValueNotSupported"
    FORBIDDEN = "FieldValueForbidden"
    DUPLICATE = "FieldValueDuplicate"


@dataclass(frozen=True, slots=True)
class FieldError:
    """One reason for the kubelet to stop."""

    type: ErrorType
    field: str
    detail: str
    value: str = ""


def validate(
    providers: Sequence[OlderProvider], kubelet: KubeletVersion, *, token_gate: bool = True
) -> tuple[FieldError, ...]:
    """All errors, in the order in which the kubelet lists them.

    ``token_gate`` states whether :data:`TOKEN_GATE` is enabled (default since kubelet 1.34).
    """
    if not providers:
        error = FieldError(ErrorType.REQUIRED, "providers", "at least one provider is needed")
        return (error,)
    return tuple(
        error for provider in providers for error in _errors(provider, kubelet, token_gate)
    )


def _errors(
    provider: OlderProvider,
    kubelet: KubeletVersion,
    token_gate: bool,  # noqa: FBT001
) -> Iterator[FieldError]:
    yield from _name_errors(provider.name)
    if not provider.api_version:
        yield FieldError(ErrorType.REQUIRED, "providers.apiVersion", "is needed")
    elif provider.api_version not in PLUGIN_API_VERSIONS:
        yield FieldError(
            ErrorType.NOT_SUPPORTED,
            "providers.apiVersion",
            f"must be one of {', '.join(PLUGIN_API_VERSIONS)}",
            provider.api_version,
        )
    if not provider.match_images:
        yield FieldError(ErrorType.REQUIRED, "providers.matchImages", "at least one is needed")
    for pattern in provider.match_images:
        if problem := pattern_problem(pattern, kubelet):
            yield FieldError(ErrorType.INVALID, "providers.matchImages", problem, pattern)
    yield from _duration_errors(provider.default_cache_duration)
    if provider.attributes is not None:
        yield from _attribute_errors(provider.attributes, provider.api_version, token_gate)
        if kubelet.has_cache_type:
            yield from _cache_type_errors(provider.attributes.cache_type)


def _name_errors(name: str) -> Iterator[FieldError]:
    wrongs = {
        "cannot contain '/'": "/" in name,
        "cannot contain spaces": " " in name,
        "cannot be '.'": name == ".",
        "cannot be '..'": name == "..",
    }
    for detail, is_wrong in wrongs.items():
        if is_wrong:
            yield FieldError(ErrorType.INVALID, "providers.name", detail, name)


def _duration_errors(nanoseconds: int | None) -> Iterator[FieldError]:
    if nanoseconds is None:
        yield FieldError(ErrorType.REQUIRED, "providers.defaultCacheDuration", "is needed")
    elif nanoseconds < 0:
        yield FieldError(
            ErrorType.INVALID, "providers.defaultCacheDuration", "must be 0 or greater"
        )


def _attribute_errors(
    attributes: TokenAttributes,
    api_version: str,
    token_gate: bool,  # noqa: FBT001
) -> Iterator[FieldError]:
    require = attributes.require_service_account
    required = attributes.required_service_account_annotation_keys
    optional = attributes.optional_service_account_annotation_keys
    if not token_gate:
        detail = f"needs feature gate {TOKEN_GATE}"
        yield FieldError(ErrorType.FORBIDDEN, _ATTRIBUTES, detail)
    if not attributes.service_account_token_audience:
        yield FieldError(
            ErrorType.REQUIRED, f"{_ATTRIBUTES}.serviceAccountTokenAudience", "is needed"
        )
    if require is None:
        yield FieldError(
            ErrorType.REQUIRED, f"{_ATTRIBUTES}.requireServiceAccount", "must be true or false"
        )
    if api_version != PLUGIN_API_VERSION:
        detail = f"needs a provider of apiVersion {PLUGIN_API_VERSION}"
        yield FieldError(ErrorType.FORBIDDEN, _ATTRIBUTES, detail)
    if require is False and required:
        detail = "needs requireServiceAccount: true"
        yield FieldError(ErrorType.FORBIDDEN, _REQUIRED_KEYS, detail)
    yield from _key_errors(_REQUIRED_KEYS, required)
    yield from _key_errors(_OPTIONAL_KEYS, optional)
    if both := sorted({*required} & {*optional}):
        detail = "keys cannot be both required and optional"
        yield FieldError(ErrorType.INVALID, _ATTRIBUTES, detail, f"[{' '.join(both)}]")


def _key_errors(path: str, keys: Sequence[str]) -> Iterator[FieldError]:
    for position, key in enumerate(keys):
        for problem in annotation_key_problems(key):
            yield FieldError(ErrorType.INVALID, path, problem, key)
        if key in keys[:position]:
            yield FieldError(ErrorType.DUPLICATE, path, "occurs twice", key)


def _cache_type_errors(cache_type: str) -> Iterator[FieldError]:
    path = f"{_ATTRIBUTES}.cacheType"
    choices = f"must be one of {', '.join(CacheType)}"
    if not cache_type:
        yield FieldError(ErrorType.REQUIRED, path, choices)
    elif cache_type not in tuple(CacheType):
        yield FieldError(ErrorType.NOT_SUPPORTED, path, choices, cache_type)
