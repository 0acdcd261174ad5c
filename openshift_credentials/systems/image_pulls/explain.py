"""What the identities of image pulls can do, and who can use them."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.platforms.aws.ecr import PULL_ACTIONS
from openshift_credentials.platforms.azure.registries import pull_role
from openshift_credentials.stack.explanation import Explanation, Permission, Way

from . import plan
from .remarks import remarks
from .settings import ImagePullsSettings


def explain(settings: ImagePullsSettings) -> Explanation:
    identities: list[Explanation] = []
    if settings.uses_tokens and (aws := settings.aws):
        for role in plan.roles(settings, aws):
            images = dict.fromkeys(image for workload in role.workloads for image in workload.repositories)
            identities.append(
                Explanation(
                    f"role {role.name}",
                    _ways(settings, role.subjects, f"pulls as {role.name}"),
                    (_ECR_LOGIN, *(Permission(PULL_ACTIONS, image, "pulls images") for image in images)),
                )
            )
    if settings.uses_tokens and (azure := settings.azure):
        for identity in plan.identities(settings, azure):
            subjects = tuple(federation.subject for federation in identity.federations)
            ways = _ways(settings, subjects, f"pulls as {identity.name}")
            identities.append(Explanation(f"identity {identity.name}", ways, tuple(_acr_permissions(identity))))
    names = ", ".join(one.identity.partition(" ")[2] for one in identities)
    notices = map(str, remarks(settings))
    return Explanation.of_several(f"identities {names}" if names else "the identity of the node", identities, notices)


_ECR_LOGIN: Final = Permission(("ecr:GetAuthorizationToken",), "*", "logs in; the action does not support resources")


def _ways(settings: ImagePullsSettings, subjects: tuple[str, ...], why: str) -> tuple[Way, ...]:
    return tuple(Way(settings.issuer, subject, plan.audience(settings), why) for subject in subjects)


def _acr_permissions(identity: plan.PlannedIdentity) -> Iterator[Permission]:
    for registry, names in identity.registries:
        role = pull_role(registry.permission_mode)
        conditions = () if role.actions else (f"repositories {', '.join(names)}",)
        why = f"{identity.name} pulls images with {role.name}"
        yield Permission(tuple(role.actions or role.data_actions), registry.name, why, conditions)
