from openshift_credentials.base.attribute_docs import attribute_docs
from openshift_credentials.stack.base import described_fields
from openshift_credentials.systems.etcd_backup.settings.storage import Kms, S3Storage
from openshift_credentials.systems.token_issuer.settings import Key


def test_a_docstring_is_one_line_however_it_is_wrapped() -> None:
    assert attribute_docs(Key)["private_key"] == (
        "Private key, PEM without passphrase. Secret. Default without `publicKey`: the stack "
        "generates a key once and keeps it encrypted in its state."
    )


def test_a_class_has_the_docstrings_of_its_bases() -> None:
    class Longer(S3Storage): ...

    assert attribute_docs(Longer) == attribute_docs(S3Storage) != {}


def test_a_class_of_others_has_none() -> None:
    assert attribute_docs(dict) == {}


def test_editors_see_the_docstring_under_a_setting() -> None:
    expected = "Create a key, with yearly rotation and an alias."
    assert Kms.model_json_schema()["properties"]["create"]["description"] == expected
    assert described_fields(Kms)["create"].description == expected
