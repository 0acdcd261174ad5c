"""The root account on Google Cloud, on the real engine: its key is rotated and never shown."""

import base64
import json
import re
import shlex
from collections.abc import Iterator
from typing import Final

from tests.engine.examples import make_stack
from tests.engine.fake_provider import gcp
from tests.engine.fake_provider.cloud import Action
from tests.engine.stacks import Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.systems.token_issuer.stacks import SIGNER

pytestmark = NEEDS_SDK

STACK: Final = "mint-gcp"


ROTATION: Final = "openshift-credentials:cloudCredentials.rotation"


def test_a_new_key_is_written_before_the_old_one_is_deleted(workspace: Workspace) -> None:
    make_stack(workspace, STACK)
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK)
    old = key_file(workspace)
    served = len(list(workspace.clouds.served()))

    workspace.succeed("config", "set", "--path", ROTATION, "next", "--stack", STACK)
    told = workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK).text

    steps = [(what, type_) for what, type_, _ in list(workspace.clouds.served())[served:]]
    order = [
        steps.index(step)
        for step in (("create", tokens.GCP_ACCOUNT_KEY), ("update", tokens.SECRET), ("delete", tokens.GCP_ACCOUNT_KEY))
    ]
    assert order == sorted(order)
    new = key_file(workspace)
    assert new["private_key_id"] != old["private_key_id"]
    assert new["client_email"] == old["client_email"]
    exported = workspace.succeed("stack", "export", "--stack", STACK).text
    for file in (old, new):
        whole = base64.b64encode(json.dumps(file, indent=2).encode()).decode()
        for piece in (file["private_key_id"], whole[40:80]):
            assert piece not in told + shown(exported)


def test_a_grant_waits_for_a_new_account_and_a_deleted_role_stops_the_stack(workspace: Workspace) -> None:
    make_stack(workspace, STACK)
    for _ in range(2):
        workspace.clouds.fail("create", tokens.GCP_PROJECT_MEMBER, Action.NEW_ACCOUNT)

    workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK)

    with workspace.clouds.changing() as world:
        ((role, _),) = world.all(tokens.GCP_CUSTOM_ROLE)
        found = world.get(tokens.GCP_CUSTOM_ROLE, role)
        assert found
        world.put(tokens.GCP_CUSTOM_ROLE, role, found.given, {**found.computed, "deleted": True})
    workspace.succeed("refresh", "--yes", "--skip-preview", "--stack", STACK)
    refused = workspace.pulumi("preview", "--stack", STACK)
    assert refused.code != 0
    assert "gcloud iam roles undelete" in " ".join(refused.text.split())


def key_file(workspace: Workspace) -> dict[str, str]:
    """The key file in the root secret of the cluster."""
    (secret,) = (
        given for key, given in workspace.clouds.world.resources.items() if key.startswith(f"{tokens.SECRET} ")
    )
    data = secret.given["data"]["service_account.json"]
    read: dict[str, str] = json.loads(base64.b64decode(data))
    return read


def shown(exported: str) -> str:
    """A state without IDs: that of a key ends with the ID of the key, which is no secret."""
    return re.sub(r'"id": "[^"]*"', "", exported)


AT = ("--stack", "sts-gcp")


POOL = "projects/my-project/locations/global/workloadIdentityPools/mycluster"


BUCKET = "mycluster-oidc"


OBJECTS = (".well-known/openid-configuration", "keys.json")


READER = ("roles/storage.objectViewer", "allUsers")


def configure(workspace: Workspace, **settings: str | None) -> None:
    for name, value in settings.items():
        path = ("--path", f"openshift-credentials:tokenIssuer.{name.replace('__', '.')}")
        if value is None:
            workspace.succeed("config", "rm", *path, *AT)
        else:
            workspace.succeed("config", "set", *path, "--plaintext", *AT, stdin=value)


def up(workspace: Workspace, *more: str) -> list[str]:
    """Update, and return what Google Cloud was asked to do of the issuer."""
    before = len(workspace.calls)
    workspace.succeed("up", "--yes", "--skip-preview", *more, *AT)
    return [call for call in workspace.calls[before:] if "token-issuer" in call]


def created_by_ccoctl(workspace: Workspace) -> None:
    exists = workspace.clouds.exists
    in_pool = {"project": "my-project", "workloadIdentityPoolId": "mycluster"}
    exists(tokens.GCP_POOL, POOL, {**in_pool, "displayName": "mycluster"})
    provider = {
        **in_pool,
        "workloadIdentityPoolProviderId": "mycluster",
        "attributeMapping": {"google.subject": "assertion.sub"},
        "oidc": {"issuerUri": f"https://storage.googleapis.com/{BUCKET}"},
    }
    exists(tokens.GCP_POOL_PROVIDER, f"{POOL}/providers/mycluster", provider)
    bucket = {"name": BUCKET, "project": "my-project", "location": "europe-west3"}
    exists(tokens.GCP_BUCKET, BUCKET, {**bucket, "uniformBucketLevelAccess": True})
    role, member = READER
    reader = {"bucket": BUCKET, "role": role, "member": member}
    exists(tokens.GCP_BUCKET_MEMBER, f"{BUCKET} {role} {member}", reader)
    for name in OBJECTS:
        document = {"bucket": BUCKET, "name": name, "content": "of ccoctl"}
        exists(tokens.GCP_BUCKET_OBJECT, f"{BUCKET}-{name}", document)


def contents(workspace: Workspace) -> set[str]:
    return {each["content"] for _, each in workspace.clouds.world.all(tokens.GCP_BUCKET_OBJECT)}


def test_what_ccoctl_created_is_kept_then_repaired(workspace: Workspace) -> None:
    make_stack(workspace, "sts-gcp")
    created_by_ccoctl(workspace)
    public = {"keys[0].name": "of-the-cluster", "keys[0].publicKey": SIGNER}
    configure(workspace, existing="keep", **public)
    kept = up(workspace)
    assert not [call for call in kept if call.startswith(("update", "delete"))]
    assert not [call for call in kept if call.startswith("create") and "settle" not in call]
    assert contents(workspace) == {"of ccoctl"}
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", *AT)

    configure(workspace, existing="repair")
    repaired = up(workspace)
    assert {"update token-issuer-pool", "update token-issuer-provider"} <= set(repaired)
    assert {f"create token-issuer-bucket-{each}" for each in ("discovery", "keys")} <= {*repaired}
    assert not [call for call in repaired if call.startswith("delete")]
    assert len(contents(workspace)) == 2
    assert "of ccoctl" not in contents(workspace)
    configure(workspace, existing=None)
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", *AT)


def test_the_key_set_moves_and_a_destroyed_issuer_is_restored(workspace: Workspace) -> None:
    make_stack(workspace, "sts-gcp")
    roles = "openshift-credentials:componentIdentities.gcp.deleteCustomRoles"
    workspace.succeed("config", "set", "--path", roles, "true", "--plaintext", *AT)
    configure(workspace, protect="false")
    up(workspace)
    configure(workspace, gcp__keyStorage="pool-jwk-file")
    moved = up(workspace)
    assert moved[0] == "update token-issuer-provider"
    assert moved[-1] == "delete token-issuer-bucket"
    configure(workspace, gcp__keyStorage=None)
    back = up(workspace)
    assert back[0] == "create token-issuer-bucket"
    assert back[-1] == "update token-issuer-provider"

    workspace.succeed("destroy", "--yes", "--skip-preview", *AT)
    told: set[str] = set()
    for noun in ("pool", "provider"):
        outcome = workspace.pulumi("up", "--yes", "--skip-preview", *AT)
        assert outcome.code != 0
        assert f"the {noun} exists and is not in the state of the stack" in outcome.text
        for program, *arguments in commands(outcome.text):
            told.add(program)
            if program == "gcloud":
                restore(workspace, noun)
            else:
                workspace.succeed(*arguments, "--yes", "--skip-preview")
    assert told == {"gcloud", "pulumi"}
    up(workspace)
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", *AT)


def commands(text: str) -> Iterator[list[str]]:
    for line in text.partition("Diagnostics:")[2].splitlines():
        if line.strip().startswith(("gcloud iam workload-identity-pools ", "pulumi import ")):
            yield shlex.split(line)


def restore(workspace: Workspace, noun: str) -> None:
    """What ``gcloud`` does: the ID of the pool is that of the provider too."""
    with workspace.clouds.changing() as world:
        gcp.undelete(world, POOL if noun == "pool" else f"{POOL}/providers/mycluster")


NAME: Final = "sts-gcp"


FRONT: Final = "component-identities-openshift"


REGISTRY: Final = f"{FRONT}-image-registry-installer-cloud-credentials"


INGRESS: Final = f"{FRONT}-ingress-operator-cloud-credentials"


PROJECT: Final = {"project": "my-project"}


ROLE: Final = "projects/my-project/roles/myproject_openshiftingressgcp"


IDS: Final = {REGISTRY: "mycluster-openshift-i-x7k2p", INGRESS: "mycluster-openshift-i-b4c5d"}


OLD: Final = ["dns.changes.create", "dns.changes.get"]


USERS: Final = "roles/iam.workloadIdentityUser"


def resource_name(account_id: str) -> str:
    return f"projects/my-project/serviceAccounts/{account_id}@my-project.iam.gserviceaccount.com"


def made_by_ccoctl(workspace: Workspace) -> None:
    """Two accounts, as an older ccoctl made them: without descriptions, and with other members."""
    role = {**PROJECT, "roleId": ROLE.rpartition("/")[2], "title": "t", "permissions": OLD}
    workspace.clouds.exists(tokens.GCP_CUSTOM_ROLE, ROLE, role)
    for resource, account_id in IDS.items():
        name = resource_name(account_id)
        account = {**PROJECT, "accountId": account_id, "displayName": resource}
        workspace.clouds.exists(tokens.GCP_SERVICE_ACCOUNT, name, account)
        granted = ROLE if resource == INGRESS else "roles/storage.admin"
        member = f"serviceAccount:{name.rpartition('/')[2]}"
        grant = {**PROJECT, "role": granted, "member": member}
        workspace.clouds.exists(tokens.GCP_PROJECT_MEMBER, f"my-project {granted} {member}", grant)
        users = {"serviceAccountId": name, "role": USERS, "members": ["user:old@example.com"]}
        workspace.clouds.exists(tokens.GCP_ACCOUNT_BINDING, f"{name} {USERS}", users)


def test_accounts_of_ccoctl_come_in_as_they_are_and_are_repaired_by_a_later_update(workspace: Workspace) -> None:
    make_stack(workspace, NAME)
    made_by_ccoctl(workspace)
    stack = Stack(workspace, NAME)
    branch = "componentIdentities"
    stack.configure(
        (f"{branch}.existing", "keep"),
        *((f"{branch}.existingIds.{name}", account_id) for name, account_id in IDS.items()),
    )
    stack.update()

    made = {call.partition(" ")[2] for call in workspace.calls if call.startswith("create ")}
    assert not [name for name in made if name.startswith(FRONT) and not name.endswith("-settle")]
    world = workspace.clouds.world
    assert (world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {})["permissions"] == OLD
    manifests = workspace.succeed("stack", "output", "componentManifests", "--stack", NAME).text
    assert "openshift-ingress-operator-cloud-credentials-credentials.yaml" in manifests

    stack.configure((f"{branch}.existing", "repair"))
    before = len(workspace.calls)
    stack.update()
    changed = set(workspace.calls[before:])
    assert {f"update {INGRESS}", f"update {INGRESS}-role", f"update {INGRESS}-users"} <= changed
    assert not [call for call in changed if call.startswith(("create ", "delete "))]
    repaired = workspace.clouds.world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {}
    assert "dns.changes.get" not in repaired["permissions"]

    stack.configure((f"{branch}.existing", ""))
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", NAME)


def test_the_custom_role_of_another_cluster_is_reported_with_the_setting(workspace: Workspace) -> None:
    make_stack(workspace, NAME)
    role = {**PROJECT, "roleId": ROLE.rpartition("/")[2], "title": "t", "permissions": OLD}
    workspace.clouds.exists(tokens.GCP_CUSTOM_ROLE, ROLE, role)
    stack = Stack(workspace, NAME)

    told = stack.refused()
    assert "set componentIdentities.gcp.customRoles to existing" in told
    assert "pulumi import" in told

    stack.configure(("componentIdentities.gcp.customRoles", "existing"))
    stack.update()
    assert (workspace.clouds.world.find(tokens.GCP_CUSTOM_ROLE, ROLE) or {})["permissions"] == OLD
