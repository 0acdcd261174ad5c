"""A store that would become another one is noticed, setting by setting."""

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.plan.earlier import assert_same_store
from tests.kit.trees import AWS, AZURE, Tree, changed, load

GUID = "12345678-9abc-def0-1234-56789abcdef0"
MOVES = (
    (AWS, "storage__s3__bucket", "other"),
    (AWS, "storage__s3__region", "us-west-2"),
    (AWS, "storage__s3__accountId", "999999999999"),
    (AWS, "storage__s3__existing", True),
    (AZURE, "storage__azureBlob__storageAccount", "other"),
    (AZURE, "storage__azureBlob__container", "other"),
    (AZURE, "storage__azureBlob__resourceGroup", "other"),
    (AZURE, "storage__azureBlob__location", "northeurope"),
    (AZURE, "storage__azureBlob__subscriptionId", GUID),
    (AZURE, "storage__azureBlob__existing", True),
)


@pytest.mark.parametrize(("tree", "path", "value"), MOVES)
def test_a_protected_store_stops_what_would_replace_it(tree: Tree, path: str, value: object) -> None:
    earlier = plan_of(load(tree)).store_identity

    with pytest.raises(ContractError, match="the store would be replaced") as stopped:
        assert_same_store(earlier, plan_of(load(changed(tree, **{path: value}))).store_identity)

    if value is not True:
        assert f'etcdBackup.{path.replace("__", ".")}: is "{value}"' in str(stopped.value)
    assert "retainOnDestroy to true" in str(stopped.value)


@pytest.mark.parametrize("tree", [AWS, AZURE])
def test_a_store_of_no_earlier_update_or_one_that_may_go_stops_nothing(tree: Tree) -> None:
    branch = "s3" if tree is AWS else "azureBlob"
    loose = changed(tree, **{f"storage__{branch}__retainOnDestroy": True})
    assert_same_store({}, plan_of(load(tree)).store_identity)
    assert_same_store(plan_of(load(tree)).store_identity, plan_of(load(loose)).store_identity)
    other = "storage__s3__bucket" if tree is AWS else "storage__azureBlob__container"
    moved = load(changed(loose, **{other: "other"}))
    assert_same_store(plan_of(load(loose)).store_identity, plan_of(moved).store_identity)


@pytest.mark.parametrize(("setting", "value"), [("region", "us-west-2"), ("accountId", "999999999999")])
def test_a_bucket_that_may_stay_behind_never_moves_under_its_name(setting: str, value: str) -> None:
    tree = changed(AWS, storage__s3__retainOnDestroy=True)
    moved = changed(tree, **{f"storage__s3__{setting}": value})

    earlier = plan_of(load(tree)).store_identity
    with pytest.raises(ContractError, match="a bucket never moves") as stopped:
        assert_same_store(earlier, plan_of(load(moved)).store_identity)
    assert f'etcdBackup.storage.s3.{setting}: is "{value}", but was' in str(stopped.value)
    renamed = changed(moved, storage__s3__bucket="another")
    assert_same_store(earlier, plan_of(load(renamed)).store_identity)


@pytest.mark.parametrize(("tree", "path", "value"), MOVES)
def test_a_store_that_is_not_protected_stops_too_until_it_may_take_the_snapshots(
    tree: Tree, path: str, value: object
) -> None:
    branch = "s3" if tree is AWS else "azureBlob"
    free = changed(tree, **{f"storage__{branch}__protect": False})
    earlier = {**plan_of(load(tree)).store_identity, "keeping": "deleted"}
    now = plan_of(load(changed(tree, **{path: value}))).store_identity
    with pytest.raises(ContractError, match="the store contains the snapshots") as stopped:
        assert_same_store(earlier, now)
    said = "protect to false and" if tree is AZURE else "empty the bucket"
    assert said in str(stopped.value)
    if tree is AZURE:
        on_purpose = changed(free, storage__azureBlob__deleteSnapshots=True)
        renamed = changed(on_purpose, storage__azureBlob__storageAccount="another1")
        assert_same_store(plan_of(load(on_purpose)).store_identity, plan_of(load(renamed)).store_identity)


OF_THE_NAME = (("location", "northeurope"), ("resourceGroup", "other"), ("subscriptionId", GUID))


@pytest.mark.parametrize(("setting", "value"), OF_THE_NAME)
@pytest.mark.parametrize("kept", [{"retainOnDestroy": True}, {"protect": False, "deleteSnapshots": True}])
def test_no_account_is_replaced_by_another_one_of_its_name(setting: str, value: str, kept: Tree) -> None:
    blob = {**AZURE["storage"]["azureBlob"], **kept}
    earlier = plan_of(load(changed(AZURE, storage__azureBlob=blob))).store_identity
    moved = changed(AZURE, storage__azureBlob={**blob, setting: value})
    with pytest.raises(ContractError, match=f'azureBlob.{setting}: is "{value}".*stays taken'):
        assert_same_store(earlier, plan_of(load(moved)).store_identity)
    renamed = changed(moved, storage__azureBlob__storageAccount="another1")
    assert_same_store(earlier, plan_of(load(renamed)).store_identity)


@pytest.mark.parametrize(
    ("setting", "value", "kept"),
    [
        ("infrastructureEncryption", False, {}),
        ("infrastructureEncryption", False, {"retainOnDestroy": True}),
        ("immutability", {"days": 7}, {}),
    ],
)
def test_what_azure_takes_at_the_creation_of_an_account_is_not_changed_later(
    setting: str, value: object, kept: Tree
) -> None:
    blob = {**AZURE["storage"]["azureBlob"], **kept}
    earlier = plan_of(load(changed(AZURE, storage__azureBlob=blob))).store_identity
    now = plan_of(load(changed(AZURE, storage__azureBlob={**blob, setting: value}))).store_identity
    with pytest.raises(ContractError, match=f"azureBlob.{setting}: .*never changes it"):
        assert_same_store(earlier, now)
    of_an_older_program = {key: text for key, text in earlier.items() if setting not in key}
    assert_same_store(of_an_older_program, now)


def test_the_way_out_names_the_store_in_every_order_of_the_state() -> None:
    for tree, said in ((AWS, "etcdBackup.storage.s3.retainOnDestroy"), (AZURE, "etcdBackup.storage.azureBlob.protect")):
        earlier = plan_of(load(tree)).store_identity
        now = plan_of(
            load(changed(tree, **{next(path for of, path, _ in MOVES if of is tree): "other"}))
        ).store_identity
        for order in (sorted(earlier), sorted(earlier, reverse=True)):
            with pytest.raises(ContractError, match=f"{said} to (true|false)"):
                assert_same_store({key: earlier[key] for key in order}, now)


VAULT = f"/subscriptions/{GUID}/resourceGroups/keys/providers/Microsoft.KeyVault/vaults"
KEYS = (
    (AWS, "s3", {"kms": {"create": True}}, {"kms": None}, "kms.create: is not there"),
    (AWS, "s3", {"kms": {"create": True}}, {"kms": {"create": True, "alias": "other"}}, 'kms.alias: is "other"'),
    (
        AZURE,
        "azureBlob",
        {"customerManagedKey": {"keyVaultId": f"{VAULT}/one", "keyName": "etcd"}},
        {"customerManagedKey": None},
        "customerManagedKey.keyVaultId: is not there",
    ),
    (
        AZURE,
        "azureBlob",
        {"customerManagedKey": {"keyVaultId": f"{VAULT}/one", "keyName": "etcd"}},
        {"customerManagedKey": {"keyVaultId": f"{VAULT}/two", "keyName": "etcd"}},
        "customerManagedKey.keyVaultId: is ",
    ),
)


@pytest.mark.parametrize(("tree", "branch", "before", "after", "said"), KEYS)
def test_what_encrypts_a_protected_store_is_not_taken_away(
    tree: Tree, branch: str, before: Tree, after: Tree, said: str
) -> None:
    def store(**group: object) -> Tree:
        return {key: value for key, value in {**tree["storage"][branch], **group}.items() if value is not None}

    at = f"storage__{branch}"
    now = plan_of(load(changed(tree, **{at: store(**after)}))).store_identity
    with pytest.raises(ContractError, match=f"etcdBackup.storage.{branch}.{said}.*Nothing was changed") as stopped:
        assert_same_store(plan_of(load(changed(tree, **{at: store(**before)}))).store_identity, now)
    assert "would be replaced" not in str(stopped.value)
    assert_same_store(plan_of(load(changed(tree, **{at: store(**before, retainOnDestroy=True)}))).store_identity, now)
    plain = plan_of(load(changed(tree, **{at: store()}))).store_identity
    assert_same_store(plain, plan_of(load(changed(tree, **{at: store(**before)}))).store_identity)


# What an update writes into the state about its store, for the comparison of the next one.

BUCKET = {"s3.bucket": "snapshots", "s3.region": "us-east-1", "s3.accountId": "123456789012", "keeping": "protected"}
NAMES = {
    "azureBlob.storageAccount": "snapshots",
    "azureBlob.container": "etcd-snapshots",
    "azureBlob.resourceGroup": "backup",
    "azureBlob.subscriptionId": "11111111-2222-3333-4444-555555555555",
}
ACCOUNT = {
    "azureBlob.location": "westeurope",
    "azureBlob.infrastructureEncryption": "true",
    "azureBlob.immutability": "not set",
}


@pytest.mark.parametrize(
    ("tree", "group", "identity"),
    [
        (AWS, {}, BUCKET),
        (AWS, {"existing": True}, {}),
        (AWS, {"retainOnDestroy": True}, {**BUCKET, "keeping": "left-behind"}),
        (AZURE, {}, {**NAMES, **ACCOUNT, "keeping": "protected"}),
        (AZURE, {"existing": True}, {}),
        (AZURE, {"existingAccount": True}, {**NAMES, "keeping": "protected"}),
        (
            AZURE,
            {"infrastructureEncryption": False, "immutability": {"days": 7}, "retainOnDestroy": True},
            {
                **NAMES,
                "azureBlob.location": "westeurope",
                "azureBlob.infrastructureEncryption": "false",
                "azureBlob.immutability": "set",
                "keeping": "left-behind",
            },
        ),
        (
            AZURE,
            {"protect": False, "deleteSnapshots": True},
            {**NAMES, **ACCOUNT, "deleteSnapshots": "true", "keeping": "deleted"},
        ),
    ],
)
def test_the_words_in_the_state_stay_those_that_earlier_updates_wrote(
    tree: Tree, group: Tree, identity: dict[str, str]
) -> None:
    kind = "s3" if tree is AWS else "azureBlob"
    place = {**tree["storage"][kind], **group}
    assert plan_of(load(changed(tree, **{f"storage__{kind}": place}))).store_identity == identity
