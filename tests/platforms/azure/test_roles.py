from hypothesis import given, strategies as st

from openshift_credentials.platforms.azure.identifiers import (
    ADD_BLOBS,
    GENERATE_USER_DELEGATION_KEY,
    READ_BLOBS,
    WRITE_BLOBS,
    container_id,
    storage_account_id,
    upload_grants,
    upload_role,
)
from tests.kit.nonempty import nonempty
from tests.platforms.azure import strategies as azure

NEEDED = {WRITE_BLOBS, ADD_BLOBS}


@given(azure.guids, azure.groups, azure.accounts, azure.containers, st.booleans(), st.booleans())
def test_what_is_granted_is_enough_and_no_wider_than_the_account(
    subscription: str, group: str, account: str, container: str, restore: bool, own: bool
) -> None:
    account_id = storage_account_id(subscription, group, account)
    custom = upload_role("/g", account, container, restore=restore) if own else None
    grants = upload_grants(account_id, container, custom, restore=restore)
    place = container_id(account_id, container)
    at_container = {action for grant in grants if place.startswith(grant.scope) for action in grant.role.data_actions}
    assert at_container >= NEEDED
    assert all(grant.scope in (account_id, place) for grant in nonempty(grants))
    at_account = [grant for grant in grants if grant.scope == account_id]
    assert bool(at_account) == restore, "the account is for the delegation key only"
    if restore:
        assert READ_BLOBS in at_container
        assert any(GENERATE_USER_DELEGATION_KEY in grant.role.actions for grant in at_account)
    if own and not restore:
        assert at_container == NEEDED
