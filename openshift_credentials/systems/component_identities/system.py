"""Component identities as a system of the family."""

from typing import Final

from openshift_credentials.stack.request_folder import with_requests
from openshift_credentials.stack.system import System
from openshift_credentials.systems.component_identities.checks import cross_problems, whole_problems
from openshift_credentials.systems.component_identities.explain import explain
from openshift_credentials.systems.component_identities.plan.identities import RESOURCE_NAME
from openshift_credentials.systems.component_identities.remarks import remarks
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings

SYSTEM: Final = System(
    key="componentIdentities",
    resource_name=RESOURCE_NAME,
    settings=ComponentIdentitiesSettings,
    facade="components.component_identities.facade:ComponentIdentities",
    expand=with_requests,
    checks=cross_problems,
    whole_checks=whole_problems,
    remarks=remarks,
    explain=explain,
)
