from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from openshift_credentials.systems.etcd_backup.plan.backups import (
    azure_portal_link,
    s3_console_link,
)


@pytest.mark.parametrize(
    ("region", "host"),
    [
        ("eu-central-1", "console.aws.amazon.com"),
        ("us-gov-west-1", "console.amazonaws-us-gov.com"),
        ("cn-north-1", "console.amazonaws.cn"),
    ],
)
def test_a_bucket_is_in_the_console_of_its_partition(region: str, host: str) -> None:
    link = urlsplit(s3_console_link(region, "my-bucket", "etcd/a'(b)!"))
    assert link.hostname == host
    assert link.path == "/s3/buckets/my-bucket"
    assert parse_qs(link.query) == {"region": [region], "prefix": ["etcd/a'(b)!/"]}


def test_a_container_is_found_by_the_id_of_its_account() -> None:
    link = azure_portal_link("tenant", "subscription", "group", "account", "container")
    assert link.startswith("https://portal.azure.com/#@tenant/view/")
    assert unquote(link).endswith(
        "/storageAccountId//subscriptions/subscription/resourceGroups/group/providers"
        "/Microsoft.Storage/storageAccounts/account/path/container"
    )
