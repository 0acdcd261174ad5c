"""The Pulumi program: read settings, deploy the systems that the stack names, export."""

from pathlib import Path

import pulumi

from components.errors import stopping_the_program
from components.systems import deploy
from openshift_credentials.stack.load import load_settings

with stopping_the_program():
    deployments = load_settings(
        pulumi.runtime.get_config_env(),
        pulumi.runtime.get_config_secret_keys_env(),
        directory=Path(__file__).parent,
    )
    for deployment in deployments:
        deployment.assert_promises()

for deployment in deployments:
    for key, value in deploy(deployment).exports.items():
        pulumi.export(key, value)
