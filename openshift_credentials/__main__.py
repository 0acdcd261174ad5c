"""Entry point of ``python -m openshift_credentials``."""

import sys

from openshift_credentials.cli import main

if __name__ == "__main__":
    sys.exit(main())
