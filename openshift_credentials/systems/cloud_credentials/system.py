"""The Cloud Credential Operator as a system of the family."""

from functools import partial
from typing import Final

from openshift_credentials.stack.request_folder import with_requests
from openshift_credentials.stack.system import System
from openshift_credentials.systems.cloud_credentials.checks.branch import cross_problems
from openshift_credentials.systems.cloud_credentials.checks.contents import whole_problems
from openshift_credentials.systems.cloud_credentials.checks.promises import assert_root_secret
from openshift_credentials.systems.cloud_credentials.explain.explanation import explain
from openshift_credentials.systems.cloud_credentials.explain.mode_verdict import (
    OPERATOR_MODE_TYPE,
    mode_verdict,
)
from openshift_credentials.systems.cloud_credentials.remarks import remarks
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

SYSTEM: Final = System(
    key="cloudCredentials",
    resource_name="cloud-credentials",
    settings=CloudCredentialsSettings,
    facade="components.cloud_credentials.facade:CloudCredentials",
    expand=partial(with_requests, path="cloudCredentials.requests"),
    checks=cross_problems,
    whole_checks=whole_problems,
    assert_promises=assert_root_secret,
    remarks=remarks,
    explain=explain,
    verdicts={OPERATOR_MODE_TYPE: mode_verdict},
)
