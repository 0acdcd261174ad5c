"""The stand-in clouds of a workspace, in the place of an account."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

from tests.acceptance.account import Tagged
from tests.acceptance.run import TAG, Cloud, Run
from tests.acceptance.stacks import account_name, by_hand
from tests.engine.fake_provider.cloud import Clouds
from tests.kit import tokens

_OF_THE_CLOUDS: Final = ("aws:", "azure-native:")
_TRUST: Final = json.dumps({"Version": "2012-10-17", "Statement": []})


class StandInAccount:
    """Stricter than a real one: whatever the clouds still have is left, tagged or not."""

    def __init__(self, clouds: Clouds, run: Run, region: str) -> None:
        self._clouds = clouds
        self._run = run
        self._region = region

    def make_by_hand(self, run: Run) -> Mapping[str, str]:
        match run.cloud:
            case Cloud.AWS:
                self._clouds.sign_in(run.place, self._region)
                name = f"{run.name}-import"
                bucket: dict[str, object] = {"bucket": name, "tags": run.tags, "lifecycleRules": []}
                role = {"name": name, "path": "/", "assumeRolePolicy": _TRUST, "tags": run.tags}
                self._clouds.exists(tokens.S3_BUCKET, name, bucket)
                self._clouds.exists(tokens.IAM_ROLE, name, role)
                return {"bucket": name, "role": f"arn:aws:iam::{run.place}:role/{name}"}
            case Cloud.AZURE:
                group = f"/subscriptions/{run.place}/resourceGroups/{by_hand(run)}"
                name = account_name(run, "import")
                account = f"{group}/providers/Microsoft.Storage/storageAccounts/{name}"
                inputs = {
                    "accountName": name,
                    "resourceGroupName": by_hand(run),
                    "kind": "StorageV2",
                    "sku": {"name": "Standard_ZRS"},
                    "encryption": {"requireInfrastructureEncryption": True},
                    "location": self._region,
                    "tags": run.tags,
                }
                self._clouds.exists(tokens.STORAGE_ACCOUNT, account, inputs)
                return {"storageAccount": account}

    def empty_stores(self, run: Run) -> None:  # noqa: ARG002 - there is no other run
        self._clouds.empty_stores()

    def tidy(self, run: Run) -> None:
        """Nothing to do: stand-ins have no group by hand."""

    def tagged(self) -> Iterator[Tagged]:
        for key, found in self._clouds.world.resources.items():
            kind, _, identifier = key.partition(" ")
            if kind.startswith(_OF_THE_CLOUDS):
                tags: Mapping[str, str] = found.properties.get("tags") or {}
                yield Tagged(kind, identifier, tags.get(TAG, self._run.tag))

    def remove(self, item: Tagged) -> None:
        with self._clouds.changing() as world:
            world.remove(item.kind, item.identifier)
