"""``guanxi COMMAND``, or ``python -m guanxi``: page, API and command line of the installed program.

The package is put on the path of this process alone, so that modules are imported by the names they have in a checkout.
"""

import os
import sys
from functools import partial
from pathlib import Path

_OF_APP = {"app": "the pages, and the API beside them", "api": "the HTTP API alone, without pages"}


def main() -> int:
    """Run one command; returns its exit status."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from core.runtime.garbage_collection import rare_garbage_collection
    from core.runtime.installation import cache_folder
    from core.runtime.interrupt import end_at_once, interruptible

    end_at_once()
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder() / "numba"))  # else it is written beside the modules
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # searches already run in parallel
    command = sys.argv[1:2]
    with rare_garbage_collection():
        if command == ["app"]:
            from app.runtime.start_command import main as run
        elif command == ["api"]:
            from app.api.command import main as run
        else:
            from core.cli.parser import main as other_command

            run = partial(other_command, others=_OF_APP)
    if command in (["app"], ["api"]):
        del sys.argv[1]
    return interruptible(run)


if __name__ == "__main__":
    sys.exit(main())
