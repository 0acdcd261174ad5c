"""The issuer of a stack: URL, keys, and the roles that trust it."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace

from openshift_credentials.base.errors import UnusableInputError, unusable_input
from openshift_credentials.base.json_values import text_member
from openshift_credentials.platforms.kubernetes.secrets import read_secret
from openshift_credentials.platforms.manifests import read_documents
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.component_identities.live import judge
from openshift_credentials.systems.component_identities.plan import plan_roles_of_issuer
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.systems.token_issuer.plan import public_key_of_settings
from openshift_credentials.systems.token_issuer.rules.exchange import ExchangeAnswer
from openshift_credentials.systems.token_issuer.settings import TokenIssuerSettings

from ...stack_arguments import read_named_stack
from ...stack_outputs import stack_outputs
from .asked import Asked


def arguments_from_stack(arguments: argparse.Namespace, given: Asked) -> Asked:
    """Values from the stack that are not on the command line.

    The outputs are read only if CloudFront assigns the issuer. Raises :class:`UnusableInputError`
    if the stack has no issuer.
    """
    stack = read_named_stack(arguments)
    deployments = load_settings(stack.config, stack.secret_keys, directory=stack.program)
    issuer = settings_in(deployments, TokenIssuerSettings)
    if issuer is None:
        raise unusable_input(f"stack {stack.stack} has no tokenIssuer", "use --url")
    url = issuer.issuer_url or text_member(stack_outputs(stack), "issuerUrl")
    if not url:
        raise unusable_input(f"stack {stack.stack} has no issuer yet", "run 'pulumi up' first")
    keys = [public_key_of_settings(item) for item in issuer.keys]
    known = [key for key in keys if key is not None]
    identities = settings_in(deployments, ComponentIdentitiesSettings)
    roles = given.roles
    if not roles and identities and identities.aws:
        planned = plan_roles_of_issuer(identities, identities.aws, url).identities
        roles = [(item.name, item.trust_policy) for item in planned]
    # Keys that are only in the state are not known here.
    complete = known if len(known) == len(keys) else []
    more = tuple(_secrets(arguments.secrets, identities)) if arguments.secrets else ()
    return replace(given, url=url, keys=given.keys or complete, roles=roles, more=more)


def _secrets(file: str, identities: ComponentIdentitiesSettings | None) -> Iterator[ExchangeAnswer]:
    """Findings about the Secrets of the cluster; raises if the file contains none."""
    if identities is None:
        raise unusable_input("--secrets requires a stack with componentIdentities")
    documents, problems = read_documents([file], sys.stdin.buffer)
    if problems:
        raise UnusableInputError(problems)
    live: dict[str, Mapping[str, bytes]] = {}
    for document in documents:
        secret = read_secret(document.content)
        live[f"{secret.namespace}/{secret.name}"] = secret.data
    yield from judge(identities, live)
