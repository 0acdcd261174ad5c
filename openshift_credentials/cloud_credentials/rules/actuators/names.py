"""Names of what the operator mints.

Source: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go`` at b187feee66f4.
"""

from openshift_credentials.component_identities.rules.names import (
    generate_unique_name_with_field_limits,
)


def aws_user_name(infra: str, request_name: str) -> str:
    """A name for the IAM user of a request, with five random characters; at most 64 bytes.

    Raises :class:`ValueError` where the request has no name.
    """
    if not request_name:
        raise ValueError("empty credential name")
    return generate_unique_name_with_field_limits(infra, 20, request_name, 37)


def aws_policy_name(user_name: str) -> str:
    """The name of the inline policy of an IAM user."""
    return f"{user_name}-policy"
