"""Google Cloud and Nutanix as ccoctl makes them."""

import base64
from collections.abc import Iterator, Mapping
from typing import cast

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.credentials_requests import load_requests
from openshift_credentials.platforms.gcp import service_account_email
from openshift_credentials.platforms.go.yaml import parse_yaml
from openshift_credentials.systems.component_identities.plan.nutanix import read_credentials
from openshift_credentials.systems.component_identities.rules.gcp import (
    EMAIL,
    PoolOptions,
    account_commands,
    plan_service_accounts,
)
from openshift_credentials.systems.component_identities.rules.requests import file_name, gcp_secret, nutanix_secret
from tests.cco_samples import Row, request_folder, sample
from tests.kit.tables import nonempty
from tests.systems.component_identities.ccoctl_samples import cases, loaded, with_requests


@pytest.mark.parametrize("case", with_requests("gcp.json", "create-service-accounts"), ids=lambda case: case["id"])
def test_scripts_and_secrets_of_google_cloud_are_those_of_ccoctl(case: Row) -> None:
    found, arguments = loaded(case), case["args"]
    options = PoolOptions(
        name=arguments["name"],
        project=arguments["project"],
        project_number="123456789012",
        pool=arguments["workload-identity-pool"],
        provider=arguments["workload-identity-provider"],
    )
    planned = plan_service_accounts(found.requests, options)
    assert bool(planned.problems) == bool(case["exit"])
    for index, account in enumerate(planned.identities):
        scripts = [
            text.split("\n")[1:]
            for file, text in sorted(case["files"].items())
            if f"-{index}-" in file and file.endswith(".sh")
        ]
        theirs = [_comparable(line) for script in scripts for line in script]
        assert [_comparable(line) for line in account_commands(account, options)] == theirs
        script = f"out/09-{index}-generate-credentials-config-for-{account.display_name}-sa.sh"
        secret = account.secret
        manifest = gcp_secret("", secret, script)
        assert case["files"][f"out/manifests/{file_name(secret)}"] == manifest


def _comparable(line: str) -> list[str]:
    """A command without quotes, and without what ccoctl leaves out, misspells or gets wrong."""
    words = [word.replace("'", "") for word in line.split() if not word.startswith("--output-file")]
    words = [word.replace("---", "--") for word in words if not word.startswith("--project=")]
    return [
        word.replace("projects/123456789012/", "projects/test-project/") if word.startswith("projects/") else word
        for word in words
    ]


def configured_steps() -> Iterator[tuple[Row, Row]]:
    """Scenarios and their steps in which ccoctl wrote configurations."""
    for scenario in sample("live-gcp.json"):
        for step in scenario["steps"]:
            if not step["error"] and step.get("service_account_json"):
                yield scenario, step


def test_configurations_of_google_cloud_are_those_of_ccoctl() -> None:
    for scenario, step in nonempty(configured_steps()):
        configurations = cast("Mapping[str, str]", step["service_account_json"])
        options = PoolOptions(
            name="mycluster", project=scenario["project"], project_number="123456789012", universe=scenario["universe"]
        )
        planned = plan_service_accounts(load_requests(request_folder(step["request_dir"])).requests, options)
        for account in nonempty(planned.identities):
            file = f"manifests/{file_name(account.secret)}"
            email = service_account_email(account.account_id, scenario["project"])
            config = account.credentials_config.replace(EMAIL, email)
            assert configurations[file] == config
            encoded = base64.b64encode(config.encode()).decode()
            theirs = step["files"][file].replace("<BASE64 OF THE DECODED TEXT>", encoded)
            assert theirs == gcp_secret(config, account.secret)


@pytest.mark.parametrize("case", cases("nutanix.json", "create-shared-secrets"), ids=lambda case: case["id"])
def test_secrets_of_nutanix_are_those_of_ccoctl(case: Row) -> None:
    content = parse_yaml(case["given"]["pre_files"]["cred.yaml"])
    if case["exit"]:
        with pytest.raises(UnusableInputError):
            read_credentials(content)
        return
    credentials = read_credentials(content)
    secrets = [each.secret for each in loaded(case).requests if each.provider_spec is not None]
    assert case["files"] == {f"out/manifests/{file_name(each)}": nutanix_secret(credentials, each) for each in secrets}
