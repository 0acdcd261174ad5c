"""Identities of components: identities in the cloud, and the Secrets that contain them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self, assert_never, cast

from pulumi import Output, ResourceOptions

from openshift_credentials.stack.base import Settings
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.component_identities.plan import written_secrets
from openshift_credentials.systems.component_identities.rules.requests import file_name
from openshift_credentials.systems.component_identities.settings import (
    AwsIdentities,
    AzureIdentities,
    ComponentIdentitiesSettings,
    GcpIdentities,
)

from ..base.facade import Facade, check_model
from ..gcp import require_sdk
from ..kubernetes.look_before_writing import look_before_writing
from ..token_issuer.address import IssuerAddress, adoption_of
from ..token_issuer.facade import TokenIssuer
from .secrets import ComponentSecret, write_secrets


@dataclass(frozen=True, kw_only=True)
class ComponentIdentitiesOutputs(Outputs):
    """Outputs of component identities."""

    component_manifests: Annotated[
        Mapping[str, Output[str]] | None, About("Secrets of a future cluster, by the name of their file.")
    ]
    olm_operators: Annotated[
        Mapping[str, Output[Mapping[str, str]]] | None,
        About("Fields for the operators of OLM, by the name of the request.", in_package="olmOperatorFields"),
    ]


class ComponentIdentities(Facade[ComponentIdentitiesOutputs]):
    """One identity per CredentialsRequest of a folder, which trusts the token issuer.

    A changed request is an update, a removed request is a deletion. Secrets are exported as files for
    openshift-install, or written to an existing cluster; they contain no secret, only the name of an identity.
    """

    TYPE = "component-identities:ComponentIdentities"

    depends_on_systems: ClassVar[Sequence[str]] = ("tokenIssuer",)

    def __init__(
        self,
        name: str,
        args: ComponentIdentitiesSettings,
        opts: ResourceOptions | None = None,
        *,
        token_issuer: TokenIssuer | None = None,
    ) -> None:
        issuer = token_issuer.place if token_issuer else None
        self.create(name, check_model("componentIdentities", args), opts, issuer)

    @classmethod
    def in_stack(
        cls, name: str, settings: Settings, earlier: Mapping[str, Facade[Outputs]], opts: ResourceOptions | None
    ) -> Self:
        """The identities trust the issuer of the stack, if it has one."""
        facade, issuer = cls.__new__(cls), earlier.get("tokenIssuer")
        own = cast("ComponentIdentitiesSettings", settings)
        facade.create(name, own, opts, issuer.place if isinstance(issuer, TokenIssuer) else None)
        return facade

    def create(
        self,
        name: str,
        settings: ComponentIdentitiesSettings,
        opts: ResourceOptions | None,
        issuer: IssuerAddress | None = None,
    ) -> None:
        self.start(name, settings, opts)
        child = ResourceOptions(parent=self)
        secrets = written_secrets(settings)
        look_before_writing(name, settings.kubernetes, settings.cluster, secrets, child)
        identities = _identities(name, settings, issuer, child)
        own = [item for item in identities if item.request not in settings.olm_operators]
        by_olm = {item.request: item for item in identities if item.request in settings.olm_operators}
        fields = {request: item.olm_fields for request, item in by_olm.items()}
        manifests = {file_name(item.secret): item.manifest for item in own}
        if settings.cluster and not settings.is_bundled:
            self.ready = write_secrets(name, settings, settings.cluster, own, child)
        self.outputs = ComponentIdentitiesOutputs(
            component_manifests=manifests if settings.is_bundled else None, olm_operators=fields or None
        )
        self.register_outputs({"identities": len(identities)})


def _identities(
    name: str, settings: ComponentIdentitiesSettings, issuer: IssuerAddress | None, opts: ResourceOptions
) -> list[ComponentSecret]:
    """Create the cloud side; the SDK of the other cloud is never imported."""
    adoption = adoption_of(settings.existing, settings.existing_ids)
    match settings.place:
        case AwsIdentities() as place:
            from .aws_roles import component_roles  # noqa: PLC0415

            return component_roles(name, settings, place, issuer, adoption, opts)
        case AzureIdentities() as place:
            from .azure_identities import component_identities  # noqa: PLC0415

            return component_identities(name, settings, place, issuer, adoption, opts)
        case GcpIdentities() as place:
            require_sdk("componentIdentities.gcp")
            from .gcp_service_accounts import component_service_accounts  # noqa: PLC0415

            return component_service_accounts(name, settings, place, issuer, adoption, opts)
        case _:
            assert_never(settings.place)
