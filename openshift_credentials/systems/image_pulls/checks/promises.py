"""Assert before anything is registered that kubelets start and use one audience everywhere."""

from openshift_credentials.base.errors import ContractError

from ..plan import audience, plan_file
from ..rules.locations import matches
from ..rules.provider_config import UnreadableConfigError, read_file
from ..rules.shipped import CRIO_PROVIDER
from ..rules.validation import validate
from ..settings import ImagePullsSettings


def assert_promises(settings: ImagePullsSettings) -> None:
    """Read the file as the kubelet does, and look up every repository.

    Raises :class:`ContractError` if the kubelet would not start, a repository matches no provider,
    or the file has a different audience than RBAC and trust.
    """
    try:
        providers = read_file(plan_file(settings).content.encode(), settings.kubelet).providers
    except UnreadableConfigError as error:
        raise ContractError(f"imagePulls: a kubelet would not start: {error}") from None
    problems = [f"{error.field}: {error.detail}" for error in validate(providers, settings.kubelet)]
    own = [provider for provider in providers if provider.name != CRIO_PROVIDER]
    named = {
        provider.attributes.service_account_token_audience
        for provider in own
        if provider.attributes
    }
    if settings.uses_tokens and named != {audience(settings)}:
        problems.append(
            f"the file requests {sorted(named)}, but RBAC and trust have {audience(settings)}"
        )
    patterns = [pattern for provider in own for pattern in provider.match_images]
    problems += (
        f"{image} matches no provider"
        for workload in settings.workloads
        for image in workload.repositories
        if not any(matches(pattern, image, settings.kubelet) for pattern in patterns)
    )
    if problems:
        raise ContractError(f"imagePulls: a kubelet would not start: {'; '.join(problems)}")
