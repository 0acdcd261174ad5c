"""Arguments of ``issuer identities``, with the names of ccoctl's flags."""

import argparse

from openshift_credentials.cli.verbs.cco.reading import add_filters


def add_identity_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare them by cloud."""
    parser.add_argument("--name", default="", help="name of the cluster's cloud resources")
    parser.add_argument("--region", default="", help="region of the cluster")
    parser.add_argument(
        "--requests", required=True, metavar="DIR", help="folder of CredentialsRequests"
    )
    add_filters(parser)
    parser.add_argument(
        "--compatible-names",
        action="store_true",
        help="truncate long names as ccoctl does, instead of ending them with a hash",
    )
    parser.add_argument("--issuer-url", default="", help="AWS and Azure")
    aws = parser.add_argument_group("AWS")
    aws.add_argument("--provider-arn", default="", help="ARN of the IAM OIDC provider")
    aws.add_argument(
        "--permissions-boundary-arn",
        default="",
        metavar="ARN",
        help="managed policy that limits every role",
    )
    aws.add_argument(
        "--audience", action="append", metavar="AUD", help="of the tokens; default: openshift"
    )
    azure = parser.add_argument_group("Azure")
    azure.add_argument(
        "--subscription-id", default="", metavar="ID", help="subscription of the cluster"
    )
    for group, content in (
        ("oidc", "the identities; default: the name with -oidc"),
        ("installation", "openshift-install; default: the name"),
        ("dnszone", "the DNS zone, for the ingress operator"),
        ("network", "the network, if it is not in the group of openshift-install"),
    ):
        azure.add_argument(
            f"--{group}-resource-group-name",
            default="",
            metavar="GROUP",
            help=f"resource group of {content}",
        )
    azure.add_argument(
        "--user-tags",
        action="append",
        default=[],
        metavar="K=V,...",
        help="tags of all resources; can be repeated",
    )
    gcp = parser.add_argument_group("Google Cloud")
    gcp.add_argument("--project", default="", metavar="ID", help="project of the cluster")
    gcp.add_argument("--project-number", default="", metavar="NUMBER", help="its number")
    gcp.add_argument("--workload-identity-pool", default="", help="default: the name")
    gcp.add_argument("--workload-identity-provider", default="", help="default: the name")
    gcp.add_argument("--universe-domain", default="", help="default: googleapis.com")
    nutanix = parser.add_argument_group("Nutanix")
    nutanix.add_argument("--credentials-file", default="", metavar="FILE", help="its passwords")
    parser.add_argument(
        "--out", default="", metavar="DIR", help="folder for -o cli-input, and for Nutanix"
    )
