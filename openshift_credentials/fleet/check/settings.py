"""Check every setting of every stack with the models of the program itself."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.json_values import as_object, is_array, is_object
from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.registry import SYSTEMS
from openshift_credentials.stack.secret_texts import MASK, mask_secret_settings
from openshift_credentials.stack.system import PROJECT
from openshift_credentials.stack.tree import is_within

ALONE: Final = 100
"""Up to this number of stacks, one process is as fast as several."""

TRIGGER: Final = "checked-before-its-first-night"
"""Placeholder for the trigger of the nightly job, so that backups are also checked."""

_NO_SETTING: Final = "is not a setting"

Settings = Mapping[str, object]


def settings_problems(stacks: Sequence[Settings]) -> list[list[Notice]]:
    """The problems of each tree of settings (``cluster``, ``etcdBackup``, ...), in their order.

    A key with a colon is one of a provider, or of another project.
    """
    workers = min(os.cpu_count() or 1, 8)
    if len(stacks) <= ALONE or workers == 1:
        return [problems_of(stack) for stack in stacks]
    with ProcessPoolExecutor(workers) as pool:
        size = max(1, len(stacks) // (4 * workers))
        texts = [json.dumps(stack) for stack in stacks]
        found = pool.map(_problems_of_text, texts, chunksize=size)
        return list(found)


def problems_of(settings: Settings) -> list[Notice]:
    """Settings that the program would reject, and secrets that readers of the Stack could see."""
    refused = _refusals(settings)
    unknown = [notice.setting for notice in refused if _NO_SETTING in notice.why]
    secrets = [
        secret
        for secret in _secrets(settings)
        if not any(is_within(secret.setting, path) for path in unknown)
    ]
    told = {secret.setting for secret in secrets}
    return [*secrets, *(notice for notice in refused if notice.setting not in told)]


def _refusals(settings: Settings) -> list[Notice]:
    config = {
        key if ":" in key else f"{PROJECT}:{key}": value
        if isinstance(value, str)
        else json.dumps(value)
        for key, value in _with_trigger(settings).items()
    }
    try:
        for deployment in load_settings(config, (), Path("/nonexistent")):
            deployment.assert_promises()
    except UnusableInputError as error:
        return list(error.problems)
    except ContractError as error:
        return list(error.first_problems)
    return []


def _problems_of_text(text: str) -> list[Notice]:
    return problems_of(json.loads(text))


def _with_trigger(settings: Settings) -> Settings:
    backup = settings.get("etcdBackup")
    if not is_object(backup):
        return settings
    branch = as_object(backup)
    defaults = as_object(branch.get("backupDefaults"))
    shared = {"trigger": TRIGGER, **defaults}
    return {**settings, "etcdBackup": {**branch, "backupDefaults": shared}}


def _secrets(settings: Settings) -> Iterator[Notice]:
    """Settings that are secret, or could be a secret with a wrong name."""
    for key, branch in settings.items():
        if key not in SYSTEMS or not is_object(branch):
            continue
        masked = mask_secret_settings(branch, SYSTEMS[key].settings.MODEL)
        for path in _differences(branch, masked, key):
            yield _secret(
                path,
                "everybody who can read a Stack can read its configuration",
                "use a mode without a key, such as a role or a managed identity",
            )
    for group in ("kubernetes", "hostedKubernetes"):
        if "kubeconfig" in as_object(settings.get(group)):
            yield _secret(
                f"{group}.kubeconfig",
                "the operator refuses it as a configuration value",
                "store the kubeconfig in the Secret of kubeconfigSecret, which the pod mounts",
            )


def _secret(path: str, why: str, way_out: str) -> Notice:
    return replace(invalid(path, why, way_out), value=MASK, place=f"{PROJECT}:")


def _differences(given: object, masked: object, path: str) -> Iterator[str]:
    if is_object(given) and is_object(masked):
        for name, value in given.items():
            yield from _differences(value, masked[name], f"{path}.{name}")
    elif is_array(given) and is_array(masked):
        for index, (item, other) in enumerate(zip(given, masked, strict=True)):
            yield from _differences(item, other, f"{path}[{index}]")
    elif given != masked:
        yield path
