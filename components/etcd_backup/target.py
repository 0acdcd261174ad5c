"""What the Kubernetes side has to know of the cloud side, whichever cloud it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi

SecretData = dict[str, bytes]


@dataclass(frozen=True, kw_only=True)
class Target:
    """A place for snapshots and an identity that may upload to it.

    ``secret_data`` is the content of the credential Secret. ``secret_form`` has the same form
    with a stand-in wherever the cloud decides: it is what detection can work on at preview.
    Everything in ``needed_first`` has to exist before the Secret and the backups. With
    ``service_account_client_id`` the ServiceAccount of the backup Jobs is annotated with it.
    """

    secret_form: SecretData = field(repr=False)
    secret_data: pulumi.Output[SecretData]
    needed_first: tuple[pulumi.Resource, ...]
    exports: Mapping[str, pulumi.Output[str]]
    service_account_client_id: pulumi.Output[str] | None = None
