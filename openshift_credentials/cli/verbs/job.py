"""Verb ``job``: the Job that the operator creates for a backup and its Secret."""

import argparse
import sys
from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.errors import ExitCode
from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.platforms.kubernetes.admission import label_value_problems
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OPERATOR_NAMESPACE
from openshift_credentials.platforms.manifests import printable
from openshift_credentials.systems.etcd_backup.rules.findings import findings
from openshift_credentials.systems.etcd_backup.rules.job import Images, JobPrediction, predict_job
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, StorageType

from ..argument_parser import PROGRAM
from ..job_inputs import JobInputs, read_job_inputs
from ..output import add_output, print_json, print_notes

PLACEHOLDER_HOSTED_CONTROL_PLANE: Final = "HOSTED-CONTROL-PLANE"
PLACEHOLDER_CONTROL_PLANE_OPERATOR_IMAGE: Final = "example.invalid/control-plane-operator:unknown"
PLACEHOLDER_ETCD_IMAGE: Final = "example.invalid/etcd:unknown"

_EPILOG = f"""\
Prints the Job as the operator sends it: with generateName, without fields that the API server adds.
--with-service-account also prints the ServiceAccount as the operator leaves it, as a second YAML
document or, in JSON, as the second item of a List. Files can also contain other objects, and
objects as 'kubectl get -o yaml' prints them. Additions of other controllers, and warnings, go to
standard error; a warning with a code is a finding of the verb 'detect' (docs/findings.md).

Without --hosted-control-plane, the label is the placeholder {PLACEHOLDER_HOSTED_CONTROL_PLANE};
images that are not set have placeholders such as {PLACEHOLDER_ETCD_IMAGE}.

Example: {PROGRAM} job --backup backup.yaml --secret secret.yaml
Exit codes: 0 printed; 1 the API server rejects the backup, or a backup with this Secret fails;
2 something cannot be read.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.epilog = _EPILOG
    add = parser.add_argument
    add("--backup", required=True, metavar="FILE", help="the HCPEtcdBackup; - is standard input")
    add("--secret", required=True, metavar="FILE", help="its Secret; - is standard input")
    add("--service-account", metavar="FILE", help="current ServiceAccount etcd-backup-job (default: it does not exist)")
    add(
        "--hosted-control-plane",
        metavar="NAME",
        default=PLACEHOLDER_HOSTED_CONTROL_PLANE,
        help="name of the HostedControlPlane (default: %(default)s)",
    )
    add(
        "--image-cpo",
        metavar="IMAGE",
        default=PLACEHOLDER_CONTROL_PLANE_OPERATOR_IMAGE,
        help="image of the control-plane operator (default: %(default)s)",
    )
    add("--image-etcd", metavar="IMAGE", default=PLACEHOLDER_ETCD_IMAGE, help="image of etcd (default: %(default)s)")
    add(
        "--operator-namespace",
        metavar="NAMESPACE",
        default=DEFAULT_OPERATOR_NAMESPACE,
        help="namespace of HyperShift's operator (default: %(default)s)",
    )
    add(
        "--contract",
        metavar="VERSION",
        choices=[str(version) for version in ContractVersion],
        default=str(ContractVersion.CURRENT),
        help="rules of the operator: %(choices)s (default: %(default)s)",
    )
    add("--with-service-account", action="store_true", help="also print the ServiceAccount")
    add_output(parser, "yaml", "json")


def run(arguments: argparse.Namespace) -> ExitCode:
    """Print the Job."""
    inputs = read_job_inputs(
        backup_file=arguments.backup,
        secret_file=arguments.secret,
        service_account_file=arguments.service_account,
        operator_namespace=arguments.operator_namespace,
        standard_input=sys.stdin.buffer,
    )
    prediction = predict_job(
        inputs.backup,
        inputs.secret_data,
        inputs.service_account,
        hosted_control_plane=arguments.hosted_control_plane,
        images=Images(control_plane_operator=arguments.image_cpo, etcd=arguments.image_etcd),
        operator_namespace=arguments.operator_namespace,
        version=ContractVersion(arguments.contract),
    )
    found = _findings(inputs, ContractVersion(arguments.contract))
    warnings = [*inputs.notes, *map(_finding, found), *_hosted_control_plane_problems(arguments.hosted_control_plane)]
    sys.stderr.writelines(f"warning: {printable(warning)}\n" for warning in warnings)
    print_notes(_notes(prediction))
    objects = [prediction.job]
    if arguments.with_service_account:
        objects.append(prediction.service_account)
    if arguments.output == "json":
        several = {"apiVersion": "v1", "kind": "List", "items": objects}
        print_json(several if arguments.with_service_account else prediction.job)
    else:
        sys.stdout.write(yaml_text(objects))
    is_usable = all(notice.severity is not Severity.ERROR for notice in found)
    return ExitCode.OK if is_usable else ExitCode.NO


def _findings(inputs: JobInputs, version: ContractVersion) -> list[Notice]:
    """What is wrong with the Secret, as the verb ``detect`` finds it."""
    storage = object_member(inputs.backup, "spec", "storage")
    storage_type = StorageType(text_member(storage, "storageType"))
    found = findings(storage_type, inputs.secret_data, version=version)
    return [notice for notice in found if notice.severity is not Severity.INFO]


def _finding(found: Notice) -> str:
    return f"{found.code}: {found.why} {found.way_out}"


def _hosted_control_plane_problems(name: str) -> Iterator[str]:
    for problem in label_value_problems(name):
        yield (
            f"--hosted-control-plane: {name!r} becomes the value of a label, and {problem}: "
            "the Job can never be created"
        )


def _notes(prediction: JobPrediction) -> Iterator[str]:
    additions = prediction.webhook_additions
    if additions is not None:
        known = ", ".join(f"{variable['name']}={variable['value']}" for variable in additions.env)
        unknown = " and ".join(additions.unknown_env)
        yield (
            "the webhook of Azure workload identity, not the operator, adds volume "
            f"{additions.volume['name']} on {additions.mount['mountPath']} and {known} to every "
            f"container, and {unknown} from its own configuration"
        )
