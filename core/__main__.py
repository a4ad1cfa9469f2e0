"""``python -m core``: the command line."""

import sys

from core.runtime.interrupt import end_at_once, interruptible

if __name__ == "__main__":
    end_at_once()
    from core.cli.parser import main

    sys.exit(interruptible(main))
