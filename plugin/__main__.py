"""Starts the plugin: the engine runs this folder and connects to the port that it prints."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pulumi.provider import main

from plugin.provider import Systems

if __name__ == "__main__":
    main(Systems(), sys.argv[1:])
