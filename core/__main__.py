"""``python -m core``: the command line."""

import sys

from core.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
