"""The API alone, without a page: ``python -m app.api [--host 127.0.0.1] [--port 3018]``."""

import sys

from core.runtime.interrupt import end_at_once, interruptible

if __name__ == "__main__":
    end_at_once()
    from app.api.command import main

    sys.exit(interruptible(main))
