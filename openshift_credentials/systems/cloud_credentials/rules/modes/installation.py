"""The operator's processing of the installer's manifests: the mode of a future cluster.

Source: openshift/cloud-credential-operator ``pkg/cmd/render/render.go`` at b187feee66f4, and the
capability sets of openshift/api ``config/v1/types_cluster_version.go``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import (
    as_object,
    object_member,
    text_items,
    text_member,
    text_members,
)
from openshift_credentials.platforms.credentials_requests.reader import (
    METADATA,
    OPERATOR_NAMESPACE,
    TYPE_META,
)
from openshift_credentials.platforms.credentials_requests.stream import StreamError, decode_stream
from openshift_credentials.platforms.go.decoding import ListOf, MapOf, Scalar, Struct
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import (
    Mode,
    OperatorError,
    effective_mode,
    is_valid_mode,
    legacy_disabled_parse,
    quote,
)
from openshift_credentials.systems.cloud_credentials.rules.releases import (
    BOOTSTRAP_PROXY,
    CAPABILITY,
    Release,
)

LEGACY_CONFIG_MAP: Final = "cloud-credential-operator-config"
_INSTALL_CONFIG: Final = ("kube-system", "cluster-config-v1", "install-config")
_UNDECODED: Final = "failed to read install config: failed to decode install config"
_CAPABILITY: Final = "CloudCredential"
_BASELINES_WITH_CAPABILITY: Final = ("", "vCurrent", "v4.15", "v4.16", "v4.17", "v4.18")
_PROXY_VARIABLES: Final = {
    "httpProxy": "HTTP_PROXY",
    "httpsProxy": "HTTPS_PROXY",
    "noProxy": "NO_PROXY",
}
_CONFIG_MAP: Final = Struct(
    {
        **TYPE_META,
        "metadata": METADATA,
        "immutable": Scalar.BOOLEAN,
        "data": MapOf(Scalar.TEXT),
        "binaryData": MapOf(Scalar.BYTES),
    }
)
_INSTALL_CONFIG_FIELDS: Final = Struct(
    {
        "credentialsMode": Scalar.TEXT,
        "capabilities": Struct(
            {
                "baselineCapabilitySet": Scalar.TEXT,
                "additionalEnabledCapabilities": ListOf(Scalar.TEXT),
            }
        ),
        "proxy": Struct(dict.fromkeys(_PROXY_VARIABLES, Scalar.TEXT)),
    }
)
_CRD_FILES: Final = (
    "manifests/cco-cloudcredential_v1_credentialsrequest_crd.yaml",
    "manifests/cco-cloudcredential_v1_operator_config_custresdef.yaml",
    "manifests/cco-namespace.yaml",
)
_POD_FILE: Final = "bootstrap-manifests/cloud-credential-operator-pod.yaml"


@dataclass(frozen=True, slots=True)
class InstallConfig:
    """Relevant fields of an install-config."""

    credentials_mode: str = ""
    baseline: str = ""
    additional: tuple[str, ...] = ()
    proxy: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """Output of ``render``, which is empty if the capability is disabled, or on an error.

    ``static_pod_env`` is the proxy as environment variables of the bootstrap pod, which runs
    unless the mode is Manual.
    """

    error: str | None = None
    operator_config: str = ""
    paths: tuple[str, ...] = ()
    static_pod: bool = False
    static_pod_env: tuple[tuple[str, str], ...] = ()


def capability_cloud_credential_disabled(
    baseline: str | None = None,
    additional: Collection[str] = (),
    release: Release = Release.CURRENT,
) -> bool:
    """Whether the capability is disabled; an unknown baseline enables nothing."""
    has_it = (baseline or "") in _BASELINES_WITH_CAPABILITY or _CAPABILITY in additional
    return release.has(CAPABILITY) and not has_it


def render(files: Mapping[str, bytes] | None, release: Release = Release.CURRENT) -> Rendered:
    """Output of the operator for the files of the installer's ``manifests`` folder.

    ``None`` means no folder: the defaults. The mode is checked before the capability.
    """
    try:
        config = InstallConfig() if files is None else install_config(files)
        if not is_valid_mode(config.credentials_mode):
            raise OperatorError(f"invalid mode defined: {config.credentials_mode}")  # noqa: TRY301
        if capability_cloud_credential_disabled(config.baseline, config.additional, release):
            return Rendered()
        effective = effective_mode(
            legacy_disabled=_legacy_disabled(files or {}), mode=config.credentials_mode
        )
        if effective.conflict:
            raise OperatorError(  # noqa: TRY301
                "config map asking for CCO to be disabled, and install-config asking for "
                f"{quote(config.credentials_mode)} mode"
            )
    except OperatorError as error:
        return Rendered(error=str(error))
    has_pod = effective.mode != Mode.MANUAL
    return Rendered(
        operator_config="apiVersion: operator.openshift.io/v1\nkind: CloudCredential\nmetadata:\n"
        f'  name: cluster\nspec:\n  credentialsMode: "{effective.mode}"',
        paths=(
            "bootstrap-manifests/",
            *([_POD_FILE] if has_pod else []),
            "manifests/",
            *_CRD_FILES,
            "manifests/cco-operator-config.yaml",
        ),
        static_pod=has_pod,
        static_pod_env=config.proxy if has_pod and release.has(BOOTSTRAP_PROXY) else (),
    )


def install_config(files: Mapping[str, bytes]) -> InstallConfig:
    """The install-config in ConfigMap ``kube-system/cluster-config-v1`` of a folder.

    Raises :class:`OperatorError`.
    """
    namespace, name, key = _INSTALL_CONFIG
    data = config_map(files, namespace, name)
    if data is None:
        raise OperatorError(
            f"failed to read install config: failed to find configmap {namespace}/{name} in "
            "manifests"
        )
    if key not in data:
        raise OperatorError(
            f"failed to read install config: did not find key {key} in configmap {namespace}/{name}"
        )
    return read_install_config(data[key].encode())


def read_install_config(content: bytes) -> InstallConfig:
    """An install-config file; names of fields are case-insensitive.

    Raises :class:`OperatorError`.
    """
    try:
        decoded = next(decode_stream(content, _INSTALL_CONFIG_FIELDS), None)
    except StreamError as error:
        raise OperatorError(f"{_UNDECODED}: {error.upstream or error}") from None
    if decoded is None:
        raise OperatorError(f"{_UNDECODED}: EOF")
    fields = as_object(decoded)
    capabilities = object_member(fields, "capabilities")
    proxy = text_members(fields, "proxy")
    return InstallConfig(
        credentials_mode=text_member(fields, "credentialsMode"),
        baseline=text_member(capabilities, "baselineCapabilitySet"),
        additional=tuple(text_items(capabilities, "additionalEnabledCapabilities")),
        proxy=tuple(
            (variable, proxy[field])
            for field, variable in _PROXY_VARIABLES.items()
            if proxy.get(field)
        ),
    )


def config_map(files: Mapping[str, bytes], namespace: str, name: str) -> Mapping[str, str] | None:
    """Data of a ConfigMap that is the first document of some file; the first such file counts."""
    for file in sorted(files, key=lambda item: item.encode("utf-8", "surrogateescape")):
        try:
            decoded = next(decode_stream(files[file], _CONFIG_MAP), None)
        except StreamError:
            continue
        members = as_object(decoded)
        metadata = object_member(members, "metadata")
        if (members.get("apiVersion"), members.get("kind")) == ("v1", "ConfigMap") and (
            metadata.get("namespace"),
            metadata.get("name"),
        ) == (namespace, name):
            return text_members(members, "data")
    return None


def _legacy_disabled(files: Mapping[str, bytes]) -> bool:
    """Unlike in the running operator, an invalid value counts as not disabled."""
    data = config_map(files, OPERATOR_NAMESPACE, LEGACY_CONFIG_MAP) or {}
    try:
        return legacy_disabled_parse(data.get("disabled"))
    except OperatorError:
        return False
