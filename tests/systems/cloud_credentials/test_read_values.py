"""Values of a cluster's objects as the operator reads them."""

import pytest

from openshift_credentials.platforms.credentials_requests import SecretRef
from openshift_credentials.systems.cloud_credentials.plan import install_config_line, secret_manifest
from openshift_credentials.systems.cloud_credentials.rules.modes import OperatorError, legacy_disabled_parse


def test_a_switch_is_read_as_go_reads_one() -> None:
    for text in ("1", "t", "T", "true", "TRUE", "True"):
        assert legacy_disabled_parse(text)
    for text in (None, "0", "f", "F", "false", "FALSE", "False"):
        assert not legacy_disabled_parse(text)


@pytest.mark.parametrize("text", ["", "tRUE", "yes", " 1"])
def test_another_word_is_no_switch(text: str) -> None:
    with pytest.raises(OperatorError) as raised:
        legacy_disabled_parse(text)
    assert str(raised.value) == f'strconv.ParseBool: parsing "{text}": invalid syntax'


MANIFEST = """\
apiVersion: v1
kind: Secret
metadata:
  name: "s"
  namespace: "ns"
type: Opaque
stringData:
  "a.b": "x\\"\\n"
  "c": "yes"
"""


def test_what_the_installer_gets_is_yaml() -> None:
    secret = SecretRef("ns", "s")
    assert secret_manifest(secret, {"a.b": 'x"\n', "c": "yes"}) == MANIFEST
    assert install_config_line("Manual") == "credentialsMode: Manual"
    assert install_config_line("") == 'credentialsMode: ""'
