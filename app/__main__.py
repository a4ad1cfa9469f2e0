"""Page and API in one process: ``python -m app [--host 127.0.0.1] [--port 8501]``; further options are Streamlit's."""

import sys

from core.runtime.interrupt import end_at_once, interruptible

if __name__ == "__main__":
    end_at_once()
    from app.runtime.start_command import main

    sys.exit(interruptible(main))
