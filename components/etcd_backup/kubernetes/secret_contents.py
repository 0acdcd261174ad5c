"""The content of the credential Secret, once the cloud has assigned what it contains."""

import pulumi

from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.etcd_backup.plan import Plan
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent

from ...base.engine import unknown_output
from ...base.errors import stopping_the_program


def secret_output(plan: Plan, assigned: pulumi.Output[str | None]) -> pulumi.Output[SecretContent]:
    """The content with what the cloud has ``assigned``; secret if it contains a key.

    It is unknown if a value is encrypted and cannot be read, as in an offline preview.
    """

    def content(assigned: str | None) -> SecretContent:
        with stopping_the_program():
            return plan.content(assigned)

    if any(map(is_sealed, plan.secrets)):
        return pulumi.Output.secret(unknown_output(SecretContent()))
    known = assigned.apply(content)
    return pulumi.Output.secret(known) if plan.secrets else known
