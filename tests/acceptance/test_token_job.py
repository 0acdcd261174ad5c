"""The Job that proves a role: the operator's own subject and audience, and a strict judgement."""

import re
import subprocess
from types import SimpleNamespace
from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from tests.acceptance.run import Cloud
from tests.acceptance.samples import options, run_of
from tests.acceptance.token_job import READ, REFUSED, UPLOADED, TokenJob, job_of, judge

OUTPUTS = {
    Cloud.AWS: {"roleArn": "arn:aws:iam::123456789012:role/oca", "bucket": "oca-x7k2p1-dev"},
    Cloud.AZURE: {"clientId": "0000000a-1111-4111-8111-00000000000a"},
}
AUDIENCES = {Cloud.AWS: "sts.amazonaws.com", Cloud.AZURE: "api://AzureADTokenExchange"}


@pytest.mark.parametrize("cloud", list(Cloud))
def test_the_pod_has_the_token_of_the_backup_jobs_and_no_other_credential(cloud: Cloud) -> None:
    job = job_of(run_of(cloud), options(cloud), OUTPUTS[cloud])
    pod: Any = job["spec"]["template"]["spec"]
    assert pod["serviceAccountName"] == SERVICE_ACCOUNT
    (volume,) = pod["volumes"]
    assert volume["projected"]["sources"][0]["serviceAccountToken"]["audience"] == AUDIENCES[cloud]
    (container,) = pod["containers"]
    assert not [each for each in container["env"] if re.search("KEY|SECRET", each["name"])]
    assert "latest" not in container["image"]


@pytest.mark.parametrize("cloud", list(Cloud))
def test_the_script_names_only_variables_that_it_has(cloud: Cloud) -> None:
    job = job_of(run_of(cloud), options(cloud), OUTPUTS[cloud])
    (container,) = job["spec"]["template"]["spec"]["containers"]
    script = container["command"][-1]
    named = set(re.findall(r"\$([A-Z_]+)", script))
    assert named <= {each["name"] for each in container["env"]}
    checked = subprocess.run(["sh", "-n"], input=script, text=True, check=False)  # noqa: S607
    assert checked.returncode == 0


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (f"{UPLOADED}\n{READ}", "could read what it uploaded"),
        (f"{REFUSED}\nNot authorized", "could not upload"),
        (f"{UPLOADED}\nno route to host", "another reason than permission"),
        ("", "could not upload"),
    ],
)
def test_only_an_upload_and_a_refused_read_are_right(log: str, why: str) -> None:
    with pytest.raises(PermissionError, match=why):
        judge(log)
    judge(f"{UPLOADED}\nAn error occurred (AccessDenied)\n{REFUSED}\n")


class Api:
    """Notes what it is asked, and answers that the Job has ended with a log."""

    def __init__(self, log: str) -> None:
        self.log = log
        self.asked: list[str] = []
        self.namespaces = ["oca-x7k2p1"]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the client of Kubernetes
        def call(*_: object, **__: object) -> object:
            self.asked.append(name)
            status = SimpleNamespace(succeeded=1, failed=None)
            pod = SimpleNamespace(metadata=SimpleNamespace(name="acceptance-1"))
            answers = {
                "read_namespaced_job_status": SimpleNamespace(status=status),
                "list_namespaced_pod": SimpleNamespace(items=[pod]),
                "list_namespace": SimpleNamespace(items=self.namespaces),
                "read_namespaced_pod_log": self.log,
            }
            return answers.get(name)

        return call


@pytest.mark.parametrize(("log", "right"), [(f"{UPLOADED}\n{REFUSED}", True), (UPLOADED, False)])
def test_the_log_decides_and_the_namespace_goes(log: str, *, right: bool) -> None:
    api = Api(log)
    job = TokenJob(run_of(), options(Cloud.AWS), api, api)
    job.prepare()
    assert api.asked == ["create_namespace", "create_namespaced_service_account"]
    if right:
        job.upload_and_read(OUTPUTS[Cloud.AWS])
    else:
        with pytest.raises(PermissionError):
            job.upload_and_read(OUTPUTS[Cloud.AWS])
    job.remove()
    assert api.asked[-1] == "delete_namespace"
    api.namespaces = []
    job.remove()
    assert api.asked[-1] == "list_namespace", "a run that was killed before has none"
