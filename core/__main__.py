"""``python -m core``: the command line."""

import sys

from core.runtime.garbage_collection import rare_garbage_collection
from core.runtime.interrupt import end_at_once, interruptible

if __name__ == "__main__":
    end_at_once()
    with rare_garbage_collection():  # reading a thousand modules takes a quarter longer without
        from core.cli.parser import main

    sys.exit(interruptible(main))
