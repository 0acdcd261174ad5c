"""Check whether the identities of a control plane work, stage by stage, in the cluster."""

from collections.abc import Iterator

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.live.check import (
    Check,
    Purpose,
    failure,
    success,
    unknown,
    unread,
    warning,
)
from openshift_credentials.live.observed import Object, Observed, Obstacle

from ..plan.identities import chains
from ..rules.chains import Chain, of_hosted_cluster
from ..settings.branch import ControlPlaneIdentitiesSettings
from . import places
from .preflight import installation
from .stages import Failure, ObservedChain, failures
from .symptoms import Stage


def verify(settings: ControlPlaneIdentitiesSettings, observed: Observed) -> Iterator[Check]:
    """One check per failure of a stage; a stage without failures has passed."""
    yield from unread(places.reads(settings, Purpose.VERIFY), observed)
    yield from installation(settings, observed)
    found = observed.one(places.HOSTED_CLUSTER)
    if found is None:
        if observed.obstacle(places.HOSTED_CLUSTER) is Obstacle.ABSENT:
            yield unknown(
                "identity-no-hosted-cluster",
                f"HostedCluster {settings.hosted_cluster}",
                "does not exist yet",
                "create it with the stanza that the stack exports",
            )
        return
    seen = places.stages_of(settings, observed)
    wrong = [
        *_stanza(settings, found),
        *failures(chains(settings), places.access_of(settings), seen),
    ]
    yield from map(check_of, wrong)
    failing = {place.stage for place in wrong}
    for stage in _observed_stages(seen):
        if stage not in failing:
            yield success(code_of(stage), settings.hosted_cluster, f"stage {stage.value} is right")


def _observed_stages(seen: ObservedChain) -> Iterator[Stage]:
    yield Stage.HOSTED_CLUSTER
    if seen.classes is not None:
        yield Stage.SECRET_PROVIDER_CLASS
    if seen.workloads is not None:
        yield from (Stage.MOUNT, Stage.POD)


def check_of(problem: Failure) -> Check:
    """A failure of a stage as a check; what the API accepts although it is wrong is a warning."""
    about = f"{problem.component}: " if problem.component else ""
    detail = f"stage {problem.stage.value}: {about}{problem.message}"
    tell = warning if problem.is_advice else failure
    return tell(code_of(problem.stage), problem.subject, detail, problem.way_out)


def code_of(stage: Stage) -> str:
    """The code of a stage's checks."""
    return f"identity-{stage.name.lower().replace('_', '-')}"


def _stanza(settings: ControlPlaneIdentitiesSettings, found: Object) -> Iterator[Failure]:
    """Differences in vault, secret, encoding or identity between HostedCluster and stack."""
    subject = f"HostedCluster {settings.hosted_cluster}"
    try:
        real = {(item.component, item.consumer): item for item in of_hosted_cluster(found)}
    except UnusableInputError:
        yield Failure(
            Stage.HOSTED_CLUSTER,
            "",
            subject,
            "has no azureAuthenticationConfig",
            "use the stanza that the stack exports as azureAuthenticationConfig",
        )
        return
    told: set[str] = set()
    for chain in chains(settings):
        other = real.get((chain.component, chain.consumer))
        differing = _differences(chain, other) if other else "is missing"
        if differing and chain.component not in told:
            told.add(chain.component)
            yield Failure(
                Stage.HOSTED_CLUSTER,
                chain.component,
                subject,
                f"{chain.field} {differing}",
                "use the stanza that the stack exports as azureAuthenticationConfig",
            )


def _differences(wanted: Chain, real: Chain) -> str:
    pairs = (
        ("vault", wanted.vault, real.vault),
        ("credentialsSecretName", wanted.secret, real.secret),
        ("objectEncoding", wanted.encoding, real.encoding),
        ("clientID", wanted.client_id, real.client_id),
    )
    return ", ".join(
        f"has {name} {there or 'empty'}, not {here}"
        for name, here, there in pairs
        if here and here.lower() != there.lower() and not (name == "clientID" and not there)
    )
