"""Rules of workloads: names, repositories, and the policies that follow from them."""

from collections import Counter
from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws import ecr
from openshift_credentials.platforms.aws.arns import partition_of
from openshift_credentials.platforms.aws.policies.document import INLINE_POLICIES_LIMIT
from openshift_credentials.platforms.azure.registries import PermissionMode, parse_repository
from openshift_credentials.stack.problems import invalid

from .. import plan
from ..rules.locations import matches
from ..rules.shipped import shipped_file
from ..settings import AwsPulls, ImagePullsSettings

_CONDITION_LIMIT = 8_000


def accounts_are_unique(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W6: a ServiceAccount has one identity."""
    seen: dict[str, int] = {}
    for index, workload in enumerate(settings.workloads):
        name = f"{workload.namespace}/{workload.service_account}"
        if name in seen:
            yield invalid(
                f"imagePulls.workloads[{index}]",
                f"is ServiceAccount {name}, as imagePulls.workloads[{seen[name]}] is",
                "keep one entry, with all repositories",
            )
        seen.setdefault(name, index)


def repositories(settings: ImagePullsSettings) -> Iterator[tuple[str, str]]:
    """Path and name of every repository in the settings."""
    for index, workload in enumerate(settings.workloads):
        for place, image in enumerate(workload.repositories):
            yield f"imagePulls.workloads[{index}].repositories[{place}]", image


def repositories_are_of_the_cloud(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W9 and W10: the kubelet runs the plugin, and the identity has permission to pull."""
    patterns = shipped_file(settings.cloud).patterns
    for path, image in repositories(settings):
        problem = None
        if not any(matches(pattern, image, settings.kubelet) for pattern in patterns):
            problem = (
                f"matches none of {', '.join(patterns)}, so the kubelet would not run the plugin",
                "set a repository of the cloud's registry",
            )
        elif settings.aws:
            problem = _ecr_problem(image, settings.aws)
        elif parse_repository(image) is None:
            problem = ("is not a repository of ACR", "write it as REGISTRY.azurecr.io/NAME")
        if problem:
            yield invalid(path, *problem, value=image)


def _ecr_problem(image: str, aws: AwsPulls) -> tuple[str, str] | None:
    repository = ecr.parse_repository(image)
    if repository is None:
        return (
            "is not a repository of ECR",
            "write it as ACCOUNT.dkr.ecr.REGION.amazonaws.com/NAME (in China with .cn)",
        )
    partition = partition_of(aws.region)
    if repository.partition != partition:
        return (
            f"is in partition {repository.partition}, but the roles are in {partition}",
            "use a registry in the partition of the roles",
        )
    return None


def registries_are_known(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Roles are assigned on a registry, so its resource group must be known."""
    if settings.azure is None:
        return
    names = Counter(registry.name.lower() for registry in settings.azure.registries)
    for name, count in names.items():
        if count > 1:
            yield invalid("imagePulls.azure.registries", f"contains {name} twice", "keep one")
    for path, image in repositories(settings):
        parsed = parse_repository(image)
        if parsed and parsed[0] not in names:
            yield invalid(
                path,
                f"is in registry {parsed[0]}, which is not in imagePulls.azure.registries",
                "add the registry",
                image,
            )


def names_are_unique(settings: ImagePullsSettings) -> Iterator[Notice]:
    """No two identities share a name."""
    if not settings.uses_tokens:
        return
    if aws := settings.aws:
        names = [role.name for role in plan.roles(settings, aws)]
    elif azure := settings.azure:
        names = [identity.name for identity in plan.identities(settings, azure)]
    else:
        return
    for name, count in Counter(names).items():
        if count > 1:
            yield invalid(
                "imagePulls.workloads",
                f"results in {count} identities with the name {name}",
                "rename one of the groups",
            )


def documents_fit(settings: ImagePullsSettings) -> Iterator[Notice]:
    """The documents of every role are within the limits of IAM and Azure."""
    if settings.uses_tokens and (aws := settings.aws):
        for role in plan.roles(settings, aws):
            if len(role.permission_policy) > INLINE_POLICIES_LIMIT:
                yield invalid(
                    "imagePulls.workloads",
                    f"gives role {role.name} a policy of {len(role.permission_policy)} characters, "
                    f"but IAM accepts {INLINE_POLICIES_LIMIT}",
                    "distribute the workloads over more groups",
                )
    if settings.uses_tokens and (azure := settings.azure):
        for identity in plan.identities(settings, azure):
            for registry, names in identity.registries:
                is_limited = registry.permission_mode is PermissionMode.REPOSITORIES
                if is_limited and sum(map(len, names)) + 90 * len(names) > _CONDITION_LIMIT:
                    yield invalid(
                        "imagePulls.workloads",
                        f"gives {identity.name} {len(names)} repositories of {registry.name}, "
                        f"which do not fit in a condition of {_CONDITION_LIMIT} characters",
                        "distribute the workloads over more groups",
                    )
