"""What the stand-in clouds remember, and how they fail on demand.

A directory stands for the clouds: ``journal`` has a line for every call that was served, ``faults``
a line for every call that is to fail. The provider is a process of its own, and may be killed.
"""

import fcntl
import json
import os
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, assert_never

from openshift_credentials.platforms.aws.arns import partition_of
from tests.kit import tokens

DIRECTORY: Final = "STAND_IN_CLOUDS"
"""Environment variable with the directory."""

HANGING_SECONDS: Final = 600


class Action(StrEnum):
    """What happens to a call."""

    REFUSE = "refuse"
    THROTTLE = "throttle"
    HANG = "hang"
    DIE = "die"
    """The provider ends after it has made what it was asked for, and before it answers."""


TAKEN: Final[Mapping[str, str]] = {
    tokens.S3_BUCKET: "creating S3 Bucket ({id}): operation error S3: CreateBucket, https response "
    "error StatusCode: 409, BucketAlreadyOwnedByYou: ",
    tokens.IAM_ROLE: "creating IAM Role ({id}): operation error IAM: CreateRole, https response "
    "error StatusCode: 409, EntityAlreadyExists: Role with name {id} already exists.",
    tokens.IAM_OIDC_PROVIDER: "creating IAM OIDC Provider: operation error IAM: "
    "CreateOpenIDConnectProvider, EntityAlreadyExists: Provider with url {url} already exists.",
    tokens.ROLE_ASSIGNMENT: "cannot create already existing resource '{id}'",
    tokens.STORAGE_ACCOUNT: "cannot create already existing resource '{id}'",
}
"""What a cloud answers where the name is taken, by type; other types take a second creation."""


class RefusedError(Exception):
    """The cloud says no."""


@dataclass(frozen=True)
class Clouds:
    """The directory of one workspace."""

    directory: Path

    @classmethod
    def of_this_process(cls) -> "Clouds":
        return cls(Path(os.environ[DIRECTORY]))

    def sign_in(self, account_id: str, region: str) -> None:
        """Answer as this account of AWS and in this region from now on."""
        self.directory.mkdir(exist_ok=True)
        (self.directory / "account").write_text(f"{account_id} {region}")

    @property
    def signed_in(self) -> tuple[str, str] | None:
        """Account and region, if :meth:`sign_in` has named them."""
        file = self.directory / "account"
        if not file.is_file():
            return None
        account_id, region = file.read_text().split(" ")
        return account_id, region

    def in_account(self, value: object) -> object:
        """An ARN as the account has it that is signed in; anything else as it is."""
        if self.signed_in is None or not (isinstance(value, str) and value.startswith("arn:")):
            return value
        account_id, region = self.signed_in
        parts = value.split(":")
        return ":".join(
            [parts[0], partition_of(region), *parts[2:4], parts[4] and account_id, *parts[5:]]
        )

    def fail(self, operation: str, type_: str, action: Action) -> None:
        """Let the next call of this kind fail, once; several calls, several times."""
        with self._locked(), (self.directory / "faults").open("a") as file:
            file.write(f"{operation} {type_} {action}\n")

    def operator_fails(self, message: str) -> None:
        """Let the operator fail the next backup."""
        with self._locked():
            (self.directory / "failure").write_text(message)

    def failure(self) -> str | None:
        """Why the operator fails the backup that was just made, if it does."""
        with self._locked():
            file = self.directory / "failure"
            message = file.read_text() if file.exists() else None
            file.unlink(missing_ok=True)
            return message

    def exists(self, type_: str, identifier: str, inputs: Mapping[str, object]) -> None:
        """Let there be a resource that no stack has made."""
        with self._locked():
            found = {**self._existing(), f"{type_} {identifier}": dict(inputs)}
            (self.directory / "existing").write_text(json.dumps(found))

    @property
    def has_resources_of_others(self) -> bool:
        """Whether a test has said what exists; all that it did not name does not exist then."""
        return (self.directory / "existing").exists()

    def existing(self, type_: str, identifier: str) -> Mapping[str, object] | None:
        """Inputs of a resource that others have made, or stacks under a name of its own."""
        key = f"{type_} {identifier}"
        return self._made().get(key) or self._existing().get(key)

    def is_gone(self, type_: str, identifier: str) -> bool:
        """Whether it was made and deleted, whatever a state says."""
        return self._made().get(f"{type_} {identifier}", "unknown") is None

    def refuse_taken(self, type_: str, identifier: str, inputs: Mapping[str, object]) -> None:
        """Refuse to create what is there."""
        if type_ in TAKEN and self.existing(type_, identifier) is not None:
            raise RefusedError(TAKEN[type_].format(**{**inputs, "id": identifier}))

    def create(self, type_: str, name: str, identifier: str, inputs: Mapping[str, object]) -> None:
        """Serve a creation."""
        self.serve("create", type_, name, (identifier, inputs))

    def delete(self, type_: str, name: str, identifier: str) -> None:
        """Serve a deletion."""
        self.serve("delete", type_, name, (identifier, None))

    def _existing(self) -> Mapping[str, Mapping[str, object]]:
        file = self.directory / "existing"
        return json.loads(file.read_text()) if file.exists() else {}

    def _made(self) -> Mapping[str, Mapping[str, object] | None]:
        """Inputs of what stacks have made under names that are taken then, none once deleted."""
        file = self.directory / "made"
        return json.loads(file.read_text()) if file.exists() else {}

    def calls(self, operation: str, type_: str) -> list[str]:
        """Names of the resources for which such a call was served, in order."""
        return [name for what, kind, name in self.served() if (what, kind) == (operation, type_)]

    def journal(self) -> list[str]:
        """Every call that was served, as ``delete <name of the resource>``."""
        return [f"{what} {name}" for what, _, name in self.served()]

    def served(self) -> Iterator[tuple[str, str, str]]:
        journal = self.directory / "journal"
        for line in journal.read_text().splitlines() if journal.exists() else ():
            operation, type_, name = line.split(" ", 2)
            yield operation, type_, name

    def serve(
        self,
        operation: str,
        type_: str,
        name: str,
        becomes: tuple[str, Mapping[str, object] | None] | None = None,
    ) -> None:
        """Note the call and what becomes of an ID, or fail as it was asked for."""
        with self._locked():
            action = self._fault(operation, type_)
            if action is None or action is Action.DIE:
                with (self.directory / "journal").open("a") as file:
                    file.write(f"{operation} {type_} {name}\n")
                if becomes and type_ in TAKEN:
                    identifier, inputs = becomes
                    made = {**self._made(), f"{type_} {identifier}": inputs}
                    replacement = self.directory / "made.new"  # whoever reads it holds no lock
                    replacement.write_text(json.dumps(made))
                    replacement.replace(self.directory / "made")
        match action:
            case None:
                return
            case Action.REFUSE:
                raise RefusedError("AccessDenied: the stand-in refuses this call")
            case Action.THROTTLE:
                raise RefusedError("ThrottlingException: Rate exceeded")
            case Action.HANG:
                time.sleep(HANGING_SECONDS)
            case Action.DIE:
                os._exit(1)
            case _:
                assert_never(action)

    def _fault(self, operation: str, type_: str) -> Action | None:
        file = self.directory / "faults"
        lines = file.read_text().splitlines() if file.exists() else []
        for number, line in enumerate(lines):
            what, kind, action = line.split(" ")
            if (what, kind) == (operation, type_):
                file.write_text(
                    "".join(f"{each}\n" for each in lines[:number] + lines[number + 1 :])
                )
                return Action(action)
        return None

    @contextmanager
    def _locked(self) -> Generator[None]:
        self.directory.mkdir(exist_ok=True)
        with (self.directory / "lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
