"""``python -m core``: the command line."""

import sys

from core.runtime.collecting import rarely_collecting

with rarely_collecting():  # reading a thousand modules takes a quarter longer with it
    from core.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
