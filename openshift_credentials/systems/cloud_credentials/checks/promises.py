"""Predictions of a stack about its root secret, asserted before anything is registered."""

from typing import assert_never

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.manifests.secrets import SecretManifest

from ..plan import root_form
from ..rules.modes import Annotation, ClusterFacts, Decision, Mode, ModeDecision, determine_mode
from ..rules.platforms import root_secret
from ..rules.secrets import SecretKind, detect
from ..settings import CloudCredentialsSettings


def assert_promises(settings: CloudCredentialsSettings) -> None:
    """Assert that the operator finds its root secret and the expected mode.

    Raises :class:`ContractError` if the content is not that of the platform's root secret, or if
    the operator would be in another mode.
    """
    secret = root_secret(settings.platform)
    form = root_form(settings.root_secret) if settings.root_secret else None
    if secret is None or form is None or not settings.root_is_written:
        return
    data = {key: text.encode() for key, text in form.items()}
    kind = detect(SecretManifest(secret.name, secret.namespace, data)).kind
    if kind is not SecretKind.ROOT:
        raise ContractError(
            f"{secret} would hold {kind} credentials, not a root credential; correct cloudCredentials.rootSecret"
        )
    assert_mode(settings)


def predict_mode(settings: CloudCredentialsSettings) -> Decision:
    """The mode that the operator will be in after its annotator has run.

    A root secret that the stack does not write comes from the installer; the annotator then
    determines the default mode.
    """
    promised = _promise(settings.mode)
    return determine_mode(
        ClusterFacts(
            platform=settings.platform,
            configured_mode=settings.mode,
            root_secret_present=not settings.remove_after_installation,
            annotation=promised and promised[0],
        )
    )


def assert_mode(settings: CloudCredentialsSettings) -> None:
    """Assert that the operator is in the expected mode after its annotator has run."""
    promised = _promise(settings.mode)
    if promised is None:
        return
    wanted = promised[1]
    decision = predict_mode(settings)
    if decision.answer is not wanted:
        raise ContractError(
            f"the operator would be in mode {decision.answer} instead of {wanted}: {'; '.join(decision.path)}"
        )


def _promise(mode: Mode) -> tuple[Annotation, ModeDecision] | None:
    """The annotation that a mode forces on the root secret, and the resulting mode.

    ``None`` if the annotator decides, or if the operator reads no root secret.
    """
    match mode:
        case Mode.MINT:
            return Annotation.MINT, ModeDecision.MINT
        case Mode.PASSTHROUGH:
            return Annotation.PASSTHROUGH, ModeDecision.PASSTHROUGH
        case Mode.DEFAULT | Mode.MANUAL:
            return None
        case _:
            assert_never(mode)
