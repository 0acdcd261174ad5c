"""Component identities as a system of the family."""

from typing import Final

from openshift_credentials.component_identities.checks import cross_problems, whole_problems
from openshift_credentials.component_identities.explain import explain
from openshift_credentials.component_identities.plan import RESOURCE_NAME
from openshift_credentials.component_identities.remarks import remarks
from openshift_credentials.component_identities.request_folder import with_requests
from openshift_credentials.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.stack.system import System

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
