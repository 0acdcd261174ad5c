"""First branches of the systems other than etcd backups and issuers, in YAML."""

import json
from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.scaffold.questions import Answers, StackCloud

FRONT: Final = "  openshift-credentials:"


def text(value: str) -> str:
    """A string that YAML always reads as this string."""
    return json.dumps(value)


def cluster(answers: Answers) -> Iterator[str]:
    """The cluster that several systems share."""
    yield f"{FRONT}cluster:"
    yield f"    name: {text(answers['name'])}"
    yield "    # Copied from the cluster exactly: a trailing slash is significant."
    yield f"    oidcIssuer: {text(answers['issuer'])}"


def component_identities(cloud: StackCloud, answers: Answers) -> Iterator[str]:
    """Below the issuer: one identity for each CredentialsRequest of a release."""
    yield f"{FRONT}componentIdentities:"
    yield "    # oc adm release extract --credentials-requests --cloud=... --to=DIR"
    yield f"    requests: {text(answers['requests'])}"
    if cloud is StackCloud.AZURE:
        yield "    azure:"
        yield f"      dnsZoneResourceGroup: {text(answers['dns-zone-resource-group'])}"
        yield "      # networkResourceGroup:   # of an existing virtual network"


def cloud_credentials(cloud: StackCloud, answers: Answers) -> Iterator[str]:
    """Mint with an identity that the stack makes; on Azure Manual, for identities without keys."""
    yield f"{FRONT}cloudCredentials:"
    yield f"    name: {text(answers['name'])}"
    match cloud:
        case StackCloud.AWS:
            yield "    platform: AWS"
            yield "    mode: Mint"
            yield "    # oc get infrastructure cluster -o jsonpath='{.status.infrastructureName}'"
            yield f"    infrastructureName: {text(answers['infrastructure-name'])}"
            yield "    aws:"
            yield f"      region: {text(answers['region'])}"
            yield f"      accountId: {text(answers['account-id'])}"
            yield "    # A user with exactly the permissions that the operator needs to mint."
            yield "    rootSecret:"
            yield "      aws:"
            yield "        make: user"
            yield '    rotation: "first" # a new value replaces the access key'
        case StackCloud.AZURE:
            yield "    platform: Azure"
            yield "    # Short-lived credentials; Passthrough needs rootSecret.azure: docs/cco.md"
            yield "    mode: Manual"
        case StackCloud.GCP:
            yield "    platform: GCP"
            yield "    mode: Mint"
            yield "    gcp:"
            yield f"      project: {text(answers['project'])}"
            yield "    # A service account with exactly the permissions that the operator needs."
            yield "    rootSecret:"
            yield "      gcp:"
            yield "        make: serviceAccount"
            yield '    rotation: "first" # a new value replaces the key'
        case _:
            assert_never(cloud)


def control_plane_identities(answers: Answers) -> Iterator[str]:
    """Workload identities, which need neither a vault nor a certificate."""
    infra = answers["infrastructure-name"]
    yield f"{FRONT}controlPlaneIdentities:"
    yield f"    hostedCluster: {text(answers['hosted-cluster'])}"
    yield f"    infraId: {text(infra)}"
    yield "    # Managed ARO HCP: type ManagedIdentities with vault, keyVaultUser and identities."
    yield "    type: WorkloadIdentities"
    yield f"    subscriptionId: {text(answers['subscription-id'])}"
    yield f"    tenantId: {text(answers['tenant-id'])}"
    yield f"    location: {text(answers['location'])}"
    yield f"    resourceGroup: {text(answers['resource-group'])}"
    yield "    resourceGroups:"
    yield f"      managed: {text(f'{infra}-managed')}"
    yield f"      nsg: {text(f'{infra}-nsg')}"
    yield f"      vnet: {text(f'{infra}-vnet')}"
    yield f"      dnsZone: {text(answers['dns-zone-resource-group'])}"
    yield f"    oidcIssuer: {text(answers['issuer'])}"


def snapshot_store(answers: Answers) -> Iterator[str]:
    """A bucket for the snapshots of other accounts."""
    yield f"{FRONT}snapshotStore:"
    yield f"    bucket: {text(answers['bucket'])}"
    yield f"    region: {text(answers['region'])}"
    yield f"    accountId: {text(answers['account-id'])}"
    yield "    uploadRoles:"
    yield f"      - roleARN: {text(answers['upload-role'])}"
    yield "        # storage.s3.keyPrefix of the other stack"
    yield "        keyPrefix: etcd-backups"
    yield "    # retentionDays: 90          # delete snapshots after this number of days"
    yield "    # kms: {create: true}        # a KMS key of the stack; default: keys of S3"


def image_pulls(cloud: StackCloud, answers: Answers) -> Iterator[str]:
    """An identity for one workload; more are more entries of the list."""
    namespace, _, account = answers["service-account"].partition("/")
    yield from cluster(answers)
    yield f"{FRONT}imagePulls:"
    yield f"    openshiftVersion: {text(answers['openshift-version'])}"
    if cloud is StackCloud.AWS:
        yield "    aws:"
        yield f"      accountId: {text(answers['account-id'])}"
        yield f"      region: {text(answers['region'])}"
    else:
        yield "    azure:"
        yield f"      subscriptionId: {text(answers['subscription-id'])}"
        yield f"      tenantId: {text(answers['tenant-id'])}"
        yield f"      resourceGroup: {text(answers['resource-group'])}"
        yield f"      location: {text(answers['location'])}"
        yield "      variant: strict # optional and dual: docs/image-pulls.md"
        yield "      cloudConfig:"
        yield "        useManagedIdentityExtension: true"
        yield f"        tenantId: {text(answers['tenant-id'])}"
        yield "      registries:"
        yield f"        - name: {text(answers['repository'].partition('.')[0])}"
        yield f"          resourceGroup: {text(answers['resource-group'])}"
    yield "    workloads:"
    yield f"      - namespace: {text(namespace)}"
    yield f"        serviceAccount: {text(account)}"
    yield f"        repositories: {text(answers['repository'])}"
