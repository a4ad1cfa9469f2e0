"""Names in texts: normalising, finding, nearest names, places."""

from core.names import time_zone as time_zone
