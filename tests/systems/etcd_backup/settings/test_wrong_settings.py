"""Wrong and right settings of backups, on both clouds and through OADP, with all that is said of each."""

from pathlib import Path
from typing import Final

from tests.components.azure.stacks import tree
from tests.kit.golden import Golden
from tests.kit.settings_rows import Tree, compare_settings
from tests.kit.trees import AWS, AZURE, changed, problems
from tests.systems.etcd_backup.settings.test_oadp_settings import AWS as OADP, AZURE as OADP_ON_AZURE

KEYS: Final = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
TREES: Final[dict[str, Tree]] = {
    "AWS": AWS,
    "STATIC": changed(AWS, credentials=KEYS),
    "AZURE": tree(),
    "SMALL": AZURE,
    "OADP": OADP,
    "OADP_ON_AZURE": OADP_ON_AZURE,
}


def test_what_is_said_of_settings(golden: Golden) -> None:
    compare_settings(Path(__file__).with_name("wrong_settings.txt"), golden, TREES, problems)
