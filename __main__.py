"""The Pulumi program: read settings, deploy the systems of the stack, export."""

from pathlib import Path

import pulumi

from components.base.errors import interrupted_quietly, stopping_the_program
from components.base.facade import Facade
from components.base.positions import leave_out_positions
from components.base.taken_names import tell_taken_names
from components.systems import deploy
from openshift_credentials.base.short_process import leave_garbage
from openshift_credentials.preview.stack_files import known_secrets
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.outputs import Outputs

leave_garbage()
leave_out_positions()
interrupted_quietly()
directory = Path(__file__).parent
config = pulumi.runtime.get_config_env()
secrets = known_secrets(
    directory, pulumi.get_stack(), config, pulumi.runtime.get_config_secret_keys_env()
)

with stopping_the_program():
    deployments = load_settings(config, secrets, directory)
    for deployment in deployments:
        deployment.assert_promises()

tell_taken_names()
made: dict[str, Facade[Outputs]] = {}
for deployment in deployments:
    facade = deploy(deployment, made)
    made[deployment.system.key] = facade
    for key, value in facade.outputs.exports.items():
        pulumi.export(key, value)
