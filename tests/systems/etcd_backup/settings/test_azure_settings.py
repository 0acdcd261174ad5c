"""Any settings on Azure; ``wrong_settings.txt`` has those that were chosen."""

import copy
from typing import Any, Final

from hypothesis import given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.azure.names import AzureCloud
from openshift_credentials.systems.etcd_backup.settings.identity import Credentials
from openshift_credentials.systems.etcd_backup.settings.storage import AzureBlobStorage
from tests.components.azure.stacks import CLIENT, SUBSCRIPTION, VAULT_ID, config_of, tree
from tests.kit.frames import EXAMPLES
from tests.kit.trees import backup_settings, problems
from tests.platforms.azure.managed_identity.bundles import file

SECRET_MODE: Final = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "s~ecret"}


def test_a_document_is_of_the_tenant_of_the_store() -> None:
    document = file(tenant_id=SUBSCRIPTION, not_after=None).decode()
    (problem,) = problems(tree(credentials={"mode": "azure-managed-identity", "managedIdentityDocument": document}))
    assert "managedIdentityDocument" in problem
    assert "member tenant_id must be the tenant" in problem


def names_of(model: type[Any]) -> list[str]:
    return [str(field.alias) for field in model.model_fields.values()]


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-5, 400)
    | st.text(max_size=20)
    | st.sampled_from([CLIENT, VAULT_ID, *AzureCloud, "azure-client-secret"])
    | st.lists(st.text(max_size=5) | st.just("20.1.2.3"), max_size=3)
    | st.dictionaries(
        st.sampled_from(["days", "state", "keyName", "keyVaultId", "x"]),
        st.integers(-1, 40) | st.text(max_size=5) | st.lists(st.integers(), max_size=2),
        max_size=3,
    )
)


@settings(max_examples=6 * EXAMPLES)
@given(
    st.dictionaries(st.sampled_from(names_of(AzureBlobStorage)), VALUES, max_size=8),
    st.dictionaries(st.sampled_from([*names_of(Credentials)]), VALUES, max_size=6),
)
def test_no_combination_ends_in_anything_but_settings_or_problems(
    blob: dict[str, object], credentials: dict[str, object]
) -> None:
    wrong = copy.deepcopy(tree(blob, credentials))
    try:
        backup_settings(config_of(wrong))
    except UnusableInputError as error:
        problems = tuple(map(str, error.problems))
    else:
        return
    assert problems


# Settings of a stack on Azure that are just right, and the smallest change that is not.
