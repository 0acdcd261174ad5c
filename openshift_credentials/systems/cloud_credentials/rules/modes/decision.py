"""The mode of a cluster, determined as in the documentation, with the path of the decision.

Source: OpenShift documentation, "Determining the Cloud Credential Operator mode" (figure 19.1).
The operator has two more answers: that of its metric, and whether its actuators broker
short-term credentials; all three are reported.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .effective import Annotation, Mode, OperatorError, is_valid_mode, mode_and_token_cluster, mode_to_annotation
from .metrics import ModeMetric, RootSecretState, metric_mode
from .platforms import TOKEN_PLATFORMS, Platform, Strategy, root_secret, supported_strategies

_NO_OPERATOR: Final = (Platform.IBM_CLOUD, Platform.POWER_VS, Platform.NUTANIX, Platform.ALIBABA, Platform.AZURE_STACK)
"""Platforms with only manual credentials: the operator has no actuator, or must not use it."""
_ALWAYS_PASSTHROUGH: Final = (Platform.AZURE, Platform.OPENSTACK, Platform.VSPHERE)
"""Platforms whose annotator asks no cloud in the default mode (upstream ``secretannotator``)."""
_NO_CLOUD: Final = (Platform.NONE, Platform.BARE_METAL, Platform.EXTERNAL)


class ModeDecision(StrEnum):
    """Possible results of the tree."""

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

    ``annotation`` is that of the root secret. ``pod_identity_found``: a component secret has
    short-term credentials according to the metric. ``secrets_known`` is false where nobody said
    which Secrets exist, so that a missing root secret means nothing.
    """

    platform: str
    configured_mode: str | None = ""
    legacy_disabled: str | None = None
    issuer: str | None = None
    root_secret_present: bool = False
    annotation: str | None = None
    pod_identity_found: bool = False
    secrets_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The answer and its path; ``warnings`` are differences from the operator's own view."""

    answer: ModeDecision
    effective_mode: str
    conflict: bool
    token_cluster: bool
    metric: ModeMetric
    path: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def strategy(self) -> Strategy | None:
        """The strategy of table 19.1 that corresponds to the answer."""
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
    metric = metric_mode(
        mode=effective.mode,
        root_secret=_state(facts),
        annotation=facts.annotation,
        pod_identity_found=facts.pod_identity_found,
    )
    return Decision(
        answer=answer,
        effective_mode=effective.mode,
        conflict=effective.conflict,
        token_cluster=effective.timed_token_cluster and facts.platform in TOKEN_PLATFORMS,
        metric=metric,
        path=(*path, f"the mode is {answer}"),
        warnings=tuple(_warnings(facts, effective.mode, answer, metric, effective.conflict)),
    )


def _answer(facts: ClusterFacts, mode: str, path: list[str]) -> ModeDecision:
    if not is_valid_mode(mode):
        path.append("this mode does not exist; the operator is Degraded with reason ModeInvalid")
        return ModeDecision.INVALID
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
    metric: ModeMetric,
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
