"""What Go's decoder keeps of a duplicate member, as measured with ``DecodeProviderSpec``."""

import pytest

from openshift_credentials.platforms.credentials_requests import aws_provider_spec
from openshift_credentials.systems.component_identities.rules.aws import create_role_policy

FIRST = '{"effect":"Allow","action":["a","b"],"resource":"*","policyCondition":{"Bool":{"k":"v"}}}'


def policy(*entries: str) -> str:
    """The statements of a provider spec that has ``statementEntries`` once for each of these."""
    members = ",".join(f'"statementEntries":{value}' for value in entries)
    text = create_role_policy(aws_provider_spec(f"{{{members}}}").statement_entries)
    return text.partition('"Statement":')[2].removesuffix("}")


ACTION = '"Action":["a","b"]'
CONDITION = ',"Condition":{"Bool":{"k":"v"}}'
WHOLE = f'{{"Effect":"Allow",{ACTION},"Resource":"*"{CONDITION}}}'
EMPTY = '{"Effect":"","Action":null,"Resource":""}'


@pytest.mark.parametrize(
    ("second", "statements"),
    [
        ("[{}]", [WHOLE]),
        ("[null]", [WHOLE]),
        ('[{"effect":"Deny"}]', [WHOLE.replace("Allow", "Deny")]),
        ('[{"action":["c"]}]', [WHOLE.replace(ACTION, '"Action":["c"]')]),
        ('[{"action":[null,"c"]}]', [WHOLE.replace(ACTION, '"Action":["a","c"]')]),
        ('[{"action":null}]', [WHOLE.replace(ACTION, '"Action":null')]),
        ('[{"policyCondition":null}]', [WHOLE.replace(CONDITION, "")]),
        ("[{},{}]", [WHOLE, EMPTY]),
        ("[]", []),
        ("null", []),
    ],
)
def test_a_duplicate_list_is_decoded_into_the_elements_of_the_first(second: str, statements: list[str]) -> None:
    assert policy(f"[{FIRST}]", second) == f"[{','.join(statements)}]"


def test_elements_beyond_the_end_of_a_shorter_list_come_back_in_a_longer_one() -> None:
    assert policy(f"[{{}},{FIRST}]", "[{}]", "[{},{}]") == f"[{EMPTY},{WHOLE}]"
    assert policy(f"[{{}},{FIRST}]", "[]", "[{},{}]") == f"[{EMPTY},{EMPTY}]"
    assert policy(f"[{{}},{FIRST}]", "null", "[{},{}]") == f"[{EMPTY},{EMPTY}]"
