"""Settings that have the right shape and no sense are told, each with a way out."""

from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.notices import Severity
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.remarks import backup_advice, s3_warnings as warnings
from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.trees import ABSENT, AWS, AZURE, Tree, backup_settings, changed, config, load, problems

SCHEDULE = {"name": "nightly", "schedule": "0 1 * * *", "hostedClusters": ["clusters/one"]}


def statement(**elements: object) -> Tree:
    given = {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::a/*"}
    return {"extraStatements": [{**given, **elements}]}


def schedule(**changes: object) -> Tree:
    return {"enabled": True, "secretName": "cloud-credentials", "schedules": [{**SCHEDULE, **changes}]}


NONSENSE: list[tuple[Tree, dict[str, Any], str]] = [
    (AWS, {"backups__0__hostedCluster": "a/b..c"}, "backups[0].hostedCluster"),
    (AWS, {"backups__0__hostedCluster": "a/b-.c"}, "backups[0].hostedCluster"),
    (AWS, {"backups__0__hostedCluster": f"{'a' * 64}/b"}, "backups[0].hostedCluster"),
    (AWS, {"storage__s3__region": "eu-west-9"}, "storage.s3.region"),
    (AWS, {"storage__s3__region": "us-esat-1"}, "storage.s3.region"),
    (AZURE, {"storage__azureBlob__tenantId": "11111111-2222-3333-4444-555555555555"}, "storage.azureBlob.tenantId"),
    (AZURE, {"storage__azureBlob__tenantId": "00000000-0000-0000-0000-000000000000"}, "storage.azureBlob.tenantId"),
    (AZURE, {"storage__azureBlob__location": "westeurop"}, "storage.azureBlob.location"),
    (AZURE, {"storage__azureBlob__location": "usgovvirginia"}, "storage.azureBlob.location"),
    (AWS, {"cluster__oidcIssuer": "https://10.0.0.1/a"}, "cluster.oidcIssuer"),
    (AWS, {"cluster__oidcIssuer": "https://[::1]/a"}, "cluster.oidcIssuer"),
    (AWS, {"cluster__oidcIssuer": "https://localhost:8443"}, "cluster.oidcIssuer"),
    *(
        (tree, {"cluster__oidcIssuer": f"https://{host}"}, "cluster.oidcIssuer")
        for tree in (AWS, AZURE)
        for host in (
            "api-int.mc.example.com",
            "oidc.example.com/id/.well-known/openid-configuration",
            "westeurope.oic.prod-aks.azure.com/tenant/id",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "kubernetes.default.svc:6443/issuer",
            "kubernetes",
            "oidc.apps.cluster.local",
        )
    ),
    (AWS, {"cluster__oidcIssuer": "https://*.example.com"}, "cluster.oidcIssuer"),
    (AWS, {"cluster__oidcIssuer": "https://example.com/*"}, "cluster.oidcIssuer"),
    (AWS, {"cluster__oidcIssuer": "https://a..example.com"}, "cluster.oidcIssuer"),
    (AZURE, {"storage__azureBlob__tags": {"Team": "a", "team": ""}}, "storage.azureBlob.tags.team"),
    (AZURE, {"storage__azureBlob__tags": {"MicrosoftX": "a"}}, "storage.azureBlob.tags.MicrosoftX"),
    (AWS, {"oadp": schedule(schedule="@every 1s")}, "oadp.schedules[0].schedule"),
    (AWS, {"oadp": schedule(ttl="1s")}, "oadp.schedules[0].ttl"),
    (AWS, {"kubernetes": {"renderTo": "/"}}, "kubernetes.renderTo"),
    (AWS, {"kubernetes": {"renderTo": "a/../../../../../../../.."}}, "kubernetes.renderTo"),
    (AWS, {"kubernetes": {"renderTo": "."}}, "kubernetes.renderTo"),
    (AWS, {"kubernetes": {"renderTo": "pyproject.toml"}}, "kubernetes.renderTo"),
    (AWS, {"kubernetes": {"renderTo": "/dev/null/a"}}, "kubernetes.renderTo"),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "changes", "path"), NONSENSE, ids=str)
def test_nonsense_is_reported(tree: Tree, changes: dict[str, Any], path: str) -> None:
    whole = changed(tree, kubernetes={}, oadp={})

    [problem] = problems(changed(whole, **changes))

    assert problem.removeprefix("etcdBackup.").startswith(path)
    assert ";" in problem


SENSE: list[tuple[Tree, dict[str, Any]]] = [
    (AWS, {"backups__0__hostedCluster": "a/b.c-d"}),
    (AWS, {"storage__s3__region": "eu-west-9", "storage__s3__allowUnknownRegion": True}),
    (AZURE, {"storage__azureBlob__location": "moonbase1",
             "storage__azureBlob__allowUnknownLocation": True}),
    (AWS, {"cluster__oidcIssuer": "https://oidc.op1.openshiftapps.com/2b3c"}),
    (AWS, {"cluster__oidcIssuer": "https://eastus.oic.aro.azure.com/6666/1234/"}),
    (AZURE, {"storage__azureBlob__tags": {"team": "a", "azimuth": "b"}}),
    (AWS, {"oadp": schedule(schedule="@every 6h", ttl="24h")}),
    (AWS, {"kubernetes": {"renderTo": "rendered/new"}}),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "changes"), SENSE, ids=str)
def test_sense_and_what_is_new_are_let_through(tree: Tree, changes: dict[str, Any]) -> None:
    whole = changed(tree, kubernetes={}, oadp={})
    assert problems(changed(whole, **changes)) == ()


@pytest.mark.parametrize(
    ("action", "effect", "told"),
    [
        ("iam:PassRole", "Allow", True),
        ("sts:AssumeRole", "Allow", True),
        ("kms:PutKeyPolicy", "Allow", True),
        ("s3:PutBucketPolicy", "Allow", True),
        ("iam:PassRole", "Deny", False),
        ("s3:PutObjectTagging", "Allow", False),
        ("kms:Decrypt", "Allow", False),
        ("*", "Allow", True),
        ("S3:*", "Allow", True),
        ("s3:Get*", "Allow", False),
        ("iam:UpdateAssumeRolePolicy", "Allow", True),
    ],
)
def test_a_privilege_in_an_extra_statement_is_a_finding(action: str, effect: str, *, told: bool) -> None:
    extra = statement(Action=[action], Effect=effect, Resource="arn:aws:iam::123456789012:role/*")
    settings = load(changed(AWS, credentials=extra))
    plan = plan_of(settings)
    assert isinstance(plan, S3Plan)

    found = [told for told in map(str, warnings(plan)) if "other privileges" in told]

    assert bool(found) == told
    assert all("extraStatements[0] allows" in each and "role/*" in each for each in found)


@pytest.mark.parametrize("length", [1000, 1009, 1010, 1011, 1018, 1024])
@pytest.mark.parametrize("slash", ["", "/"])
def test_a_key_prefix_is_taken_exactly_where_validate_has_no_error(length: int, slash: str) -> None:
    prefix = f"etcd-backups/{'a' * (length - 13)}"[: length - len(slash)] + slash
    tree = changed(AWS, backups=[{"hostedCluster": "a/b", "trigger": "1", "keyPrefix": prefix}])
    s3 = {"bucket": "abc", "region": "us-east-1", "keyPrefix": prefix, "credentials": {"name": "a"}}
    storage = {"storageType": "S3", "s3": s3}
    backup = {
        "apiVersion": "hypershift.openshift.io/v1beta1",
        "kind": "HCPEtcdBackup",
        "metadata": {"name": "a", "namespace": "b"},
        "spec": {"storage": storage},
    }

    verdict = validate(backup)
    fatal = any(warning.severity is Severity.ERROR for warning in verdict.warnings)

    assert bool(problems(tree)) == (fatal or not verdict.accepted)


@pytest.mark.parametrize("namespace", ["openshift-adp", "velero-elsewhere"])
@pytest.mark.parametrize("further", [17, 18, 19])
def test_federations_are_counted_with_velero_where_it_really_is(namespace: str, further: int) -> None:
    accounts = ["openshift-adp/velero", *(f"a/b{number}" for number in range(further - 1))]
    tree = changed(
        AZURE,
        credentials={"restore": True, "serviceAccounts": accounts},
        cluster={**AZURE["cluster"], "oadpNamespace": namespace},
    )
    number = 1 + further + (namespace != "openshift-adp")

    assert bool(problems(tree)) == (number > 20)


@pytest.mark.parametrize(("name", "content"), [("a.yml", "# none\n"), ("a.yaml", "[]\n")])
def test_a_file_without_a_backup_is_reported(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    tree = changed(AWS, backups=ABSENT, backupsFile=name)

    settings = backup_settings(config(tree), directory=tmp_path)

    assert [each for each in map(str, backup_advice(plan_of(settings))) if f"backupsFile = {name}" in each]


def test_manifests_go_through_no_loop_of_links(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    tree = changed(AWS, kubernetes={"renderTo": "loop/manifests"})

    with pytest.raises(UnusableInputError, match=r"kubernetes\.renderTo"):
        backup_settings(config(tree), directory=tmp_path)
