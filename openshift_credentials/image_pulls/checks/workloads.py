"""Rules of workloads: names, repositories, and the documents that follow from them."""

from collections import Counter
from collections.abc import Iterator

from openshift_credentials.aws import ecr
from openshift_credentials.aws.arns import partition_of
from openshift_credentials.aws.policies.document import INLINE_POLICIES_LIMIT
from openshift_credentials.azure.registries import PermissionMode, parse_repository
from openshift_credentials.image_pulls import plan
from openshift_credentials.image_pulls.rules.locations import matches
from openshift_credentials.image_pulls.rules.shipped import shipped
from openshift_credentials.image_pulls.settings import AwsPulls, ImagePullsSettings
from openshift_credentials.notices import Notice
from openshift_credentials.stack.problems import invalid

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
                "keep one, with all its repositories",
            )
        seen.setdefault(name, index)


def repositories(settings: ImagePullsSettings) -> Iterator[tuple[str, str]]:
    """Path and name of every repository in the settings."""
    for index, workload in enumerate(settings.workloads):
        for place, image in enumerate(workload.repositories):
            yield f"imagePulls.workloads[{index}].repositories[{place}]", image
    if settings.aws and settings.aws.fallback_role:
        for place, image in enumerate(settings.aws.fallback_role.repositories):
            yield f"imagePulls.aws.fallbackRole.repositories[{place}]", image


def repositories_are_of_the_cloud(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W9, W10 and W18: the plugin is asked, and the identity may pull."""
    patterns = shipped(settings.cloud).patterns
    for path, image in repositories(settings):
        problem = None
        if not any(matches(pattern, image) for pattern in patterns):
            problem = (
                f"matches none of {', '.join(patterns)}, so that the plugin would not be asked",
                "name a repository of the cloud's registry",
            )
        elif settings.aws:
            problem = _ecr_problem(image, settings.aws)
        elif parse_repository(image) is None:
            problem = ("is no repository of ACR", "write it as REGISTRY.azurecr.io/NAME")
        if problem:
            yield invalid(path, *problem, value=f'"{image}"')


def _ecr_problem(image: str, aws: AwsPulls) -> tuple[str, str] | None:
    repository = ecr.parse_repository(image)
    if repository is None:
        return (
            "is no repository of ECR",
            "write it as ACCOUNT.dkr.ecr.REGION.amazonaws.com/NAME (in China with .cn)",
        )
    partition = partition_of(aws.region)
    if repository.partition != partition:
        return (
            f"is in partition {repository.partition}, and the roles are in {partition}",
            "use a registry of the roles' partition",
        )
    if repository.name.endswith("*") and not aws.allow_wildcard_repositories:
        return (
            "stands for more than one repository",
            "name each, or set imagePulls.aws.allowWildcardRepositories: true",
        )
    return None


def registries_are_known(settings: ImagePullsSettings) -> Iterator[Notice]:
    """A role is assigned at a registry, whose resource group has to be known."""
    if settings.azure is None:
        return
    names = Counter(registry.name.lower() for registry in settings.azure.registries)
    for name, count in names.items():
        if count > 1:
            yield invalid("imagePulls.azure.registries", f"has {name} twice", "keep one")
    for path, image in repositories(settings):
        parsed = parse_repository(image)
        if parsed and parsed[0] not in names:
            yield invalid(
                path,
                f"is in registry {parsed[0]}, which imagePulls.azure.registries does not have",
                "add the registry",
                f'"{image}"',
            )


def names_are_unique(settings: ImagePullsSettings) -> Iterator[Notice]:
    """No two identities share a name, nor a workload's with the fallback role's."""
    if not settings.uses_tokens:
        return
    try:
        if aws := settings.aws:
            fallback = plan.fallback_role(settings, aws)
            names = [role.name for role in plan.roles(settings, aws)]
            names += [fallback.name] if fallback else []
        elif azure := settings.azure:
            names = [identity.name for identity in plan.identities(settings, azure)]
        else:
            return
    except ValueError:
        return  # documents_fit says it
    for name, count in Counter(names).items():
        if count > 1:
            yield invalid(
                "imagePulls.workloads",
                f"leads to {count} identities of the name {name}",
                "give one of the groups another name",
            )


def documents_fit(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W7: the documents of every role are within the limits of IAM."""
    if settings.uses_tokens and (aws := settings.aws):
        try:
            planned = list(plan.roles(settings, aws))
        except ValueError as error:
            yield invalid(
                "imagePulls.aws.trustPolicyLimit",
                f"is {aws.trust_policy_limit}, and {error}",
                "raise it, with the quota of the account",
            )
            return
        fallback = plan.fallback_role(settings, aws)
        yield from _role_problems(aws, [*planned, *([fallback] if fallback else [])])
    if settings.uses_tokens and (azure := settings.azure):
        for identity in plan.identities(settings, azure):
            for registry, names in identity.registries:
                is_limited = registry.permission_mode is PermissionMode.REPOSITORIES
                if is_limited and sum(map(len, names)) + 90 * len(names) > _CONDITION_LIMIT:
                    yield invalid(
                        "imagePulls.workloads",
                        f"gives {identity.name} {len(names)} repositories of {registry.name}, "
                        f"more than a condition of {_CONDITION_LIMIT} characters takes",
                        "spread the workloads over more groups",
                    )


def _role_problems(aws: AwsPulls, roles: list[plan.PlannedRole]) -> Iterator[Notice]:
    for role in roles:
        if len(role.trust_policy) > aws.trust_policy_limit:
            yield invalid(
                "imagePulls.aws.fallbackRole.namespaces",
                f"leads to a trust policy of {len(role.trust_policy)} characters, and IAM takes "
                f"{aws.trust_policy_limit}",
                "name fewer namespaces",
            )
        if len(role.permission_policy) > INLINE_POLICIES_LIMIT:
            yield invalid(
                "imagePulls.workloads",
                f"gives role {role.name} a policy of {len(role.permission_policy)} characters, "
                f"and IAM takes {INLINE_POLICIES_LIMIT}",
                "spread the workloads over more groups",
            )
