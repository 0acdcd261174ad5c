"""What the identities of image pulls can do, and who can use them."""

from collections.abc import Iterator

from openshift_credentials.platforms.aws.ecr import PULL_ACTIONS
from openshift_credentials.platforms.azure.registries import pull_role
from openshift_credentials.stack.explanation import Explanation, Permission, Way

from . import plan
from .remarks import remarks
from .settings import ImagePullsSettings


def explain(settings: ImagePullsSettings) -> Explanation:
    ways: list[Way] = []
    permissions: list[Permission] = []
    names: list[str] = []
    if settings.uses_tokens and (aws := settings.aws):
        for role in plan.roles(settings, aws):
            names.append(role.name)
            ways += _ways(settings, role.subjects, f"pulls as {role.name}")
        permissions += _ecr_permissions(settings)
    if settings.uses_tokens and (azure := settings.azure):
        for identity in plan.identities(settings, azure):
            names.append(identity.name)
            subjects = tuple(federation.subject for federation in identity.federations)
            ways += _ways(settings, subjects, f"pulls as {identity.name}")
            permissions += _acr_permissions(identity)
    what = f"identities {', '.join(names)}" if names else "the identity of the node"
    return Explanation(what, tuple(ways), tuple(permissions), tuple(map(str, remarks(settings))))


def _ways(settings: ImagePullsSettings, subjects: tuple[str, ...], why: str) -> Iterator[Way]:
    for subject in subjects:
        yield Way(settings.issuer, subject, plan.audience(settings), why)


def _ecr_permissions(settings: ImagePullsSettings) -> Iterator[Permission]:
    yield Permission(("ecr:GetAuthorizationToken",), "*", "logs in; the action does not support resources")
    images = [image for workload in settings.workloads for image in workload.repositories]
    for image in dict.fromkeys(images):
        yield Permission(PULL_ACTIONS, image, "pulls images")


def _acr_permissions(identity: plan.PlannedIdentity) -> Iterator[Permission]:
    for registry, names in identity.registries:
        role = pull_role(registry.permission_mode)
        conditions = () if role.actions else (f"repositories {', '.join(names)}",)
        why = f"{identity.name} pulls images with {role.name}"
        yield Permission(tuple(role.actions or role.data_actions), registry.name, why, conditions)
