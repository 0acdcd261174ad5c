"""Entry point of ``python -m hcpbackup``."""

import sys

from hcpbackup.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
