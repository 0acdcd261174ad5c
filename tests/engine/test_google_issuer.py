"""An issuer on Google Cloud on the real engine: adopted, moved, destroyed, restored."""

import shlex
from collections.abc import Iterator

from tests.engine.examples import make_stack
from tests.engine.fake_provider import gcp
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.systems.token_issuer.stacks import SIGNER

pytestmark = NEEDS_SDK

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
