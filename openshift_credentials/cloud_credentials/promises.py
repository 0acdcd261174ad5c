"""What a stack promises of its root secret, asserted before anything is registered."""

from openshift_credentials.cloud_credentials.plan import root_form
from openshift_credentials.cloud_credentials.rules.modes.decision import (
    Answer,
    ClusterFacts,
    Decision,
    determine_mode,
)
from openshift_credentials.cloud_credentials.rules.modes.effective import Annotation, Mode
from openshift_credentials.cloud_credentials.rules.modes.platforms import root_secret
from openshift_credentials.cloud_credentials.rules.secrets.detection import SecretKind, detect
from openshift_credentials.cloud_credentials.settings import CloudCredentialsSettings
from openshift_credentials.errors import ContractError
from openshift_credentials.manifests.secrets import SecretManifest


def assert_root_secret(settings: CloudCredentialsSettings) -> None:
    """Assert that the operator finds its root secret, and the mode that is wanted.

    Raises :class:`ContractError` where the content is not that of the platform's root secret, or
    where the operator would be in another mode.
    """
    secret = root_secret(settings.platform)
    form = root_form(settings.root_secret) if settings.root_secret else None
    if secret is None or form is None or not settings.root_is_written:
        return
    data = {key: text.encode() for key, text in form.items()}
    kind = detect(SecretManifest(secret.name, secret.namespace, data)).kind
    if kind is not SecretKind.ROOT:
        raise ContractError(
            f"{secret} would hold {kind} credentials, not a root credential; correct "
            "cloudCredentials.rootSecret"
        )
    if settings.mode is not Mode.DEFAULT:
        assert_mode(settings)


def predicted_mode(settings: CloudCredentialsSettings) -> Decision:
    """The mode that the operator will be in once its annotator has run.

    A root secret that the stack does not write is the installer's own; the default mode is then
    whatever the annotator finds.
    """
    forced = {Mode.MINT: Annotation.MINT, Mode.PASSTHROUGH: Annotation.PASSTHROUGH}
    return determine_mode(
        ClusterFacts(
            platform=settings.platform,
            configured_mode=settings.mode,
            root_secret_present=not settings.remove_after_installation,
            annotation=forced.get(settings.mode),
        )
    )


def assert_mode(settings: CloudCredentialsSettings) -> None:
    """Assert that the operator, once its annotator has run, is in the wanted mode."""
    decision = predicted_mode(settings)
    wanted = {Mode.MINT: Answer.MINT, Mode.PASSTHROUGH: Answer.PASSTHROUGH}[settings.mode]
    if decision.answer is not wanted:
        raise ContractError(
            f"the operator would be in mode {decision.answer} instead of {wanted}: "
            f"{'; '.join(decision.path)}"
        )
