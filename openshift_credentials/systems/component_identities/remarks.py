"""Notices about component identities before they are created or changed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.token_issuer.rules.issuers import aws_resource_tags, azure_resource_tags

from .plan.identities import plan_component_identities, plan_component_service_accounts
from .rules.secret_manifests import TOKEN_PATH
from .settings import ComponentIdentitiesSettings, GcpIdentities

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    """Tags, token paths and requests without an effect, and custom roles that others may use."""
    name, own = settings.name, dict[str, str]()
    if settings.aws or settings.azure:
        own = aws_resource_tags(name) if settings.aws else azure_resource_tags(name)
    if replaced := [tag for tag, value in settings.tags.items() if own.get(tag, value) != value]:
        yield REMARKS["tag-replaced"].fill(names=", ".join(replaced))
    if settings.azure:
        for note in plan_component_identities(settings, settings.azure).notes:
            yield replace(note, why=str(note), place="", setting="componentIdentities.azure")
    if settings.gcp:
        yield from _on_google_cloud(settings, settings.gcp)
    if not settings.requests.requests:
        yield REMARKS["no-identity"].fill(path=settings.requests.path)


def _on_google_cloud(settings: ComponentIdentitiesSettings, gcp: GcpIdentities) -> Iterator[Notice]:
    for request in settings.requests.requests:
        if request.cloud_token_path not in ("", TOKEN_PATH):
            yield REMARKS["token-path-ignored"].fill(
                where=request.where, cloud_token_path=request.cloud_token_path, name=request.name, token_path=TOKEN_PATH
            )
    if settings.tags:
        yield REMARKS["tags-without-effect"]
    shared = [
        account.custom_role_id
        for account in plan_component_service_accounts(settings, gcp).identities
        if account.custom_role
    ]
    if shared and gcp.delete_custom_roles:
        yield REMARKS["custom-roles-deleted"].fill(project=gcp.project, names=", ".join(shared))
