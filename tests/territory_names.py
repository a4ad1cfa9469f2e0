"""Write the names of territories that ship with the program anew, as the installed rigour has them:
``python -m tests.territory_names``."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib.resources import files
from pathlib import Path

from rigour._core import territories_jsonl
from rigour.territories import lookup_by_identifier, lookup_territory
from rigour.territories.util import normalize_territory_name

from core.names.territories import FILE


def written_names() -> list[str]:
    """Every name of every territory and of places in it, as it is written."""
    found = []
    for line in territories_jsonl().splitlines():
        said = json.loads(line)
        listed = (name for key in ("names_strong", "names_weak", "places") for name in said.get(key, ()))
        found += [said["name"], said.get("full_name", said["name"]), *listed]
    return found


def shipped() -> str:
    """What the file has to say."""
    names: dict[str, set[str]] = defaultdict(set)
    for written in written_names():
        name, territory = normalize_territory_name(written), lookup_territory(written)
        if name.isascii() and territory is not None and lookup_by_identifier(written) is None:
            names[territory.code].add(name)
    return "".join(f"{'|'.join([code, *sorted(names[code])])}\n" for code in sorted(names))


if __name__ == "__main__":
    Path(str(files("core.names") / FILE)).write_text(shipped(), encoding="utf-8")
