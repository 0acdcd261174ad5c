"""The mode that the operator works in: the effective one, its metric, and the decision with its path.

Sources: openshift/cloud-credential-operator ``pkg/operator/utils/utils.go`` and
``pkg/operator/metrics/metrics.go`` at b187feee66f4; OpenShift documentation, "Determining the Cloud
Credential Operator mode" (figure 19.1). The operator has two more answers beside that of the figure:
its metric, and whether its actuators broker short-term credentials; all three are reported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.credentials_requests import ProviderKind

from .platforms import AZURE_METRIC, TOKEN_PLATFORMS, Platform, Release, Strategy, root_secret, supported_strategies

MODE_ANNOTATION: Final = "cloudcredential.openshift.io/mode"
"""Annotation of the root secret with the permitted use of its credentials."""


class Mode(StrEnum):
    """Values of ``spec.credentialsMode``."""

    DEFAULT = ""
    MINT = "Mint"
    PASSTHROUGH = "Passthrough"
    MANUAL = "Manual"


class Annotation(StrEnum):
    MINT = "mint"
    PASSTHROUGH = "passthrough"
    INSUFFICIENT = "insufficient"


class OperatorError(ValueError):
    """The operator stops with an error; the text is the operator's."""


@dataclass(frozen=True, slots=True)
class EffectiveMode:
    """``mode`` is a string: the operator keeps an invalid one."""

    mode: str
    conflict: bool


@dataclass(frozen=True, slots=True)
class TokenCluster:
    mode: str
    conflict: bool
    mode_error: str | None
    timed_token_cluster: bool
    token_error: str | None


def is_valid_mode(mode: str) -> bool:
    return mode in set(Mode)


def mode_to_annotation(mode: str) -> Annotation:
    """The annotation that a configured mode forces. Raises :class:`OperatorError` for others."""
    if mode == Mode.MINT:
        return Annotation.MINT
    if mode == Mode.PASSTHROUGH:
        return Annotation.PASSTHROUGH
    raise OperatorError(f"no annotation for operator mode: {mode}")


def legacy_disabled_parse(disabled: str | None) -> bool:
    """Key ``disabled`` of the legacy ConfigMap; ``None`` is "no ConfigMap" or "no such key".

    Raises :class:`OperatorError` for text that ``strconv.ParseBool`` of Go rejects.
    """
    if disabled is None or disabled in ("0", "f", "F", "false", "FALSE", "False"):
        return False
    if disabled in ("1", "t", "T", "true", "TRUE", "True"):
        return True
    raise OperatorError(f"strconv.ParseBool: parsing {quote(disabled)}: invalid syntax")


def effective_mode(*, legacy_disabled: bool, mode: str) -> EffectiveMode:
    """The effective mode; a conflict always stops the operator."""
    if not mode:
        return EffectiveMode(Mode.MANUAL if legacy_disabled else mode, conflict=False)
    return EffectiveMode(mode, conflict=legacy_disabled and mode != Mode.MANUAL)


def mode_and_token_cluster(
    cloudcredential_mode: str | None, legacy_disabled: str | None, service_account_issuer: str | None
) -> TokenCluster:
    """Effective mode and token mode from a cluster's objects.

    ``None`` is a missing object: CloudCredential ``cluster``, the legacy ConfigMap or its key,
    Authentication ``cluster``. Any text counts as an issuer, also a space.
    """
    if cloudcredential_mode is None:
        missing = not_found("cloudcredentials.operator.openshift.io", "cluster")
        return TokenCluster("", False, missing, False, missing)  # noqa: FBT003
    try:
        is_disabled = legacy_disabled_parse(legacy_disabled)
    except OperatorError as error:
        return TokenCluster("", False, str(error), False, str(error))  # noqa: FBT003
    effective = effective_mode(legacy_disabled=is_disabled, mode=cloudcredential_mode)
    token_error = None
    if effective.mode == Mode.MANUAL and service_account_issuer is None:
        token_error = not_found("authentications.config.openshift.io", "cluster")
    is_token_cluster = effective.mode == Mode.MANUAL and bool(service_account_issuer)
    return TokenCluster(effective.mode, effective.conflict, None, is_token_cluster, token_error)


def not_found(resource: str, name: str) -> str:
    """The API server's text for an object that does not exist."""
    return f"{resource} {quote(name)} not found"


_SHORT_ESCAPES: Final = {
    "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v",
    '"': '\\"', "\\": "\\\\",
}  # fmt: skip


def quote(text: str) -> str:
    """A text quoted by ``strconv.Quote`` of Go."""
    return '"' + "".join(map(_quote_character, text)) + '"'


def _quote_character(character: str) -> str:
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    if code <= 0x7F:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


class ModeMetric(StrEnum):
    """Label ``mode`` of ``cco_credentials_mode``."""

    MINT = "mint"
    PASSTHROUGH = "passthrough"
    CREDENTIALS_REMOVED = "credsremoved"
    MANUAL = "manual"
    MANUAL_POD_IDENTITY = "manualpodidentity"
    DEGRADED = "degraded"
    UNKNOWN = "unknown"


class RootSecretState(StrEnum):
    UNSUPPORTED_CLOUD = "unsupported-cloud"
    NOT_FOUND = "not-found"
    NO_ANNOTATION = "no-annotation"
    ANNOTATED = "annotated"


_BY_ANNOTATION: Final = {
    "mint": ModeMetric.MINT,
    "passthrough": ModeMetric.PASSTHROUGH,
    "insufficient": ModeMetric.DEGRADED,
}


def metric_mode(
    *, mode: str, root_secret: RootSecretState, annotation: str | None = None, pod_identity_found: bool = False
) -> ModeMetric:
    """The mode that the metric reports; the configured one is used only if it is Manual."""
    if mode == Mode.MANUAL:
        return ModeMetric.MANUAL_POD_IDENTITY if pod_identity_found else ModeMetric.MANUAL
    match root_secret:
        case RootSecretState.NOT_FOUND:
            return ModeMetric.CREDENTIALS_REMOVED
        case RootSecretState.UNSUPPORTED_CLOUD | RootSecretState.NO_ANNOTATION:
            return ModeMetric.UNKNOWN
        case RootSecretState.ANNOTATED:
            return _BY_ANNOTATION.get(annotation or "", ModeMetric.UNKNOWN)
        case _:
            assert_never(root_secret)


def secret_is_pod_identity(
    kind: str, secret_data: Mapping[str, bytes] | None, release: Release = Release.CURRENT
) -> bool:
    """Whether the metric counts a component secret as short-term; never one of Google Cloud."""
    data = secret_data or {}
    if kind == ProviderKind.AWS:
        return b"web_identity_token_file" in data.get("credentials", b"")
    is_counted = kind == ProviderKind.AZURE and release.has(AZURE_METRIC)
    return is_counted and "azure_federated_token_file" in data


_NO_OPERATOR: Final = (Platform.IBM_CLOUD, Platform.POWER_VS, Platform.NUTANIX, Platform.ALIBABA, Platform.AZURE_STACK)
"""Platforms with only manual credentials: the operator has no actuator, or must not use it."""
_ALWAYS_PASSTHROUGH: Final = (Platform.AZURE, Platform.OPENSTACK, Platform.VSPHERE)
"""Platforms whose annotator asks no cloud in the default mode (upstream ``secretannotator``)."""
_NO_CLOUD: Final = (Platform.NONE, Platform.BARE_METAL, Platform.EXTERNAL)


class ModeDecision(StrEnum):
    MINT = "mint"
    MINT_ROOT_REMOVED = "mint, root secret removed"
    PASSTHROUGH = "passthrough"
    PASSTHROUGH_ROOT_MISSING = "passthrough, root secret missing"
    MANUAL_LONG_TERM = "manual long-term"
    MANUAL_SHORT_TERM = "manual short-term"
    DEGRADED = "insufficient credentials"
    UNKNOWN = "unknown"
    INVALID = "invalid"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterFacts:
    """Facts of a cluster; ``None`` is an object that is missing or was not passed.

    ``annotation`` is that of the root secret. ``pod_identity_found``: a component secret has short-term credentials
    according to the metric. ``secrets_known`` is false where nobody said which Secrets exist, so that a missing root
    secret means nothing; ``issuer_known`` likewise for the Authentication object.
    """

    platform: str
    configured_mode: str | None = ""
    legacy_disabled: str | None = None
    issuer: str | None = None
    root_secret_present: bool = False
    annotation: str | None = None
    pod_identity_found: bool = False
    secrets_known: bool = True
    issuer_known: bool = True

    @property
    def root_secret_known(self) -> bool:
        return self.root_secret_present or (self.secrets_known and bool(self.platform))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The answer and its path; ``warnings`` are differences from the operator's own view.

    ``token_cluster`` and ``metric`` are ``None`` where the objects that determine them were not passed.
    """

    answer: ModeDecision
    effective_mode: str
    conflict: bool
    token_cluster: bool | None
    metric: ModeMetric | None
    path: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def strategy(self) -> Strategy | None:
        return _STRATEGIES.get(self.answer)


_STRATEGIES: Final = {
    ModeDecision.MINT: Strategy.MINT,
    ModeDecision.MINT_ROOT_REMOVED: Strategy.MINT,
    ModeDecision.PASSTHROUGH: Strategy.PASSTHROUGH,
    ModeDecision.PASSTHROUGH_ROOT_MISSING: Strategy.PASSTHROUGH,
    ModeDecision.MANUAL_LONG_TERM: Strategy.MANUAL_LONG_TERM,
    ModeDecision.MANUAL_SHORT_TERM: Strategy.MANUAL_SHORT_TERM,
}


def determine_mode(facts: ClusterFacts) -> Decision:
    """Walk the tree. Raises :class:`OperatorError` if the operator cannot determine its mode."""
    effective = mode_and_token_cluster(facts.configured_mode, facts.legacy_disabled, facts.issuer)
    if effective.mode_error is not None:
        raise OperatorError(effective.mode_error)
    path = [f"platform is {facts.platform or 'not known'}"]
    path.append(f"spec.credentialsMode is {facts.configured_mode or 'empty (default)'}")
    if effective.mode != facts.configured_mode:
        path.append("the legacy ConfigMap says disabled: the mode in effect is Manual")
    answer = _answer(facts, effective.mode, path)
    is_manual = effective.mode == Mode.MANUAL
    metric = token_cluster = None
    if (facts.secrets_known or facts.pod_identity_found) if is_manual else facts.root_secret_known:
        metric = metric_mode(
            mode=effective.mode,
            root_secret=_state(facts),
            annotation=facts.annotation,
            pod_identity_found=facts.pod_identity_found,
        )
    if not is_manual or facts.issuer_known or facts.platform not in ("", *TOKEN_PLATFORMS):
        token_cluster = effective.timed_token_cluster and facts.platform in TOKEN_PLATFORMS
    return Decision(
        answer=answer,
        effective_mode=effective.mode,
        conflict=effective.conflict,
        token_cluster=token_cluster,
        metric=metric,
        path=(*path, f"the mode is {answer}"),
        warnings=tuple(_warnings(facts, effective.mode, answer, metric, effective.conflict)),
    )


def _answer(facts: ClusterFacts, mode: str, path: list[str]) -> ModeDecision:
    if not is_valid_mode(mode):
        path.append("this mode does not exist; the operator is Degraded with reason ModeInvalid")
        return ModeDecision.INVALID
    if not facts.platform:
        path.append("Infrastructure cluster was not passed: pass it, or ask the cluster with 'live'")
        return ModeDecision.UNKNOWN
    if facts.platform in _NO_OPERATOR:
        path.append("the platform supports manual long-term credentials only")
        return ModeDecision.MANUAL_LONG_TERM
    if facts.platform in _NO_CLOUD:
        path.append("the platform has no cloud credentials")
        return ModeDecision.NONE
    if mode == Mode.MANUAL:
        return _manual(facts, path)
    if root_secret(facts.platform) is None:
        path.append("the operator has no root secret for the platform")
        return ModeDecision.UNKNOWN
    return _with_root_secret(facts, mode, path)


def _manual(facts: ClusterFacts, path: list[str]) -> ModeDecision:
    if facts.issuer and facts.platform in TOKEN_PLATFORMS:
        path.append("Authentication cluster has a serviceAccountIssuer")
        return ModeDecision.MANUAL_SHORT_TERM
    if not facts.issuer_known and facts.platform in TOKEN_PLATFORMS:
        path.append("Authentication cluster was not passed: pass it, or ask the cluster with 'live'")
        return ModeDecision.UNKNOWN
    said = "is missing or was not passed" if facts.issuer is None else "has no serviceAccountIssuer"
    path.append("the platform has no short-term credentials" if facts.issuer else f"Authentication cluster {said}")
    return ModeDecision.MANUAL_LONG_TERM


def _with_root_secret(facts: ClusterFacts, mode: str, path: list[str]) -> ModeDecision:
    name = root_secret(facts.platform)
    if not facts.root_secret_present and not facts.secrets_known:
        path.append(f"no root secret was passed: pass {name}, or ask the cluster with 'live'")
        return ModeDecision.UNKNOWN
    if not facts.root_secret_present:
        path.append(f"root secret {name} does not exist")
        can_mint = Strategy.MINT in supported_strategies(Platform(facts.platform))
        is_mint = can_mint and mode != Mode.PASSTHROUGH
        return ModeDecision.MINT_ROOT_REMOVED if is_mint else ModeDecision.PASSTHROUGH_ROOT_MISSING
    path.append(f"root secret {name} exists")
    annotation = (facts.annotation or "").lower()
    path.append(f"its annotation is {annotation or 'missing'}")
    if annotation == Annotation.INSUFFICIENT:
        return ModeDecision.DEGRADED
    if mode == Mode.MINT or (mode == Mode.DEFAULT and annotation == Annotation.MINT):
        return ModeDecision.MINT
    if mode == Mode.PASSTHROUGH or annotation == Annotation.PASSTHROUGH:
        return ModeDecision.PASSTHROUGH
    if not annotation and facts.platform in _ALWAYS_PASSTHROUGH:
        path.append(f"the annotator always writes passthrough on {facts.platform}")
        return ModeDecision.PASSTHROUGH
    return ModeDecision.UNKNOWN


def _state(facts: ClusterFacts) -> RootSecretState:
    if root_secret(facts.platform) is None:
        return RootSecretState.UNSUPPORTED_CLOUD
    if not facts.root_secret_present:
        return RootSecretState.NOT_FOUND
    is_annotated = facts.annotation is not None
    return RootSecretState.ANNOTATED if is_annotated else RootSecretState.NO_ANNOTATION


def _warnings(
    facts: ClusterFacts,
    mode: str,
    answer: ModeDecision,
    metric: ModeMetric | None,
    conflict: bool,  # noqa: FBT001
) -> list[str]:
    warnings: list[str] = []
    if conflict:
        warnings.append(
            "the legacy ConfigMap says disabled and CloudCredential another mode: the operator "
            "stops (ModeMismatch); delete the ConfigMap"
        )
    strategy = _STRATEGIES.get(answer)
    known = facts.platform in set(Platform)
    if strategy and known and strategy not in supported_strategies(Platform(facts.platform)):
        warnings.append(f"{facts.platform} does not support {strategy}, by the OpenShift documentation")
    annotation = (facts.annotation or "").lower()
    wanted = mode_to_annotation(mode) if mode in (Mode.MINT, Mode.PASSTHROUGH) else None
    if wanted and annotation and annotation != wanted:
        warnings.append(
            f"the annotation is {annotation}, but the mode is {mode}: the annotation is stale, or was edited manually"
        )
    if answer is ModeDecision.MANUAL_SHORT_TERM and metric is ModeMetric.MANUAL:
        warnings.append("the metric reports manual: it finds no short-term secret (and never one on Google Cloud)")
    if answer is ModeDecision.MANUAL_LONG_TERM and metric is ModeMetric.MANUAL_POD_IDENTITY:
        warnings.append(
            "a component secret has short-term credentials, but the cluster has no issuer: the "
            "operator ignores CredentialsRequests"
        )
    if answer is ModeDecision.UNKNOWN and facts.root_secret_present:
        warnings.append("the annotator has not run yet, or failed; wait, then run the command again")
    return warnings
