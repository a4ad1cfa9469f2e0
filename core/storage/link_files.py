"""Cross-links by the passages at their ends: links/ends.npy · links/scores.npy · links/types.npy · links/touched.npy ·
links/touching.npy"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from core.domain.records import CrossLink, LinkType
from core.storage.mapped_files import RowNumbers, map_array, save_arrays

_TYPES: tuple[LinkType, ...] = get_args(LinkType)
_SCORES = ("similarity", "name_boost", "date_boost", "author_boost")


@dataclass(frozen=True, eq=False)
class LinkFiles:
    """``ends``: passage rows, shape (links, 2). ``scores``: similarity and boosts, shape (links, 4). ``types``: places
    in LinkType. ``touched``: every end of every link, ascending; ``touching``: the link that each belongs to."""

    ends: NDArray[np.int32]
    scores: NDArray[np.float64]
    types: NDArray[np.uint8]
    touched: NDArray[np.int32]
    touching: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ends)

    def of(self, row: int) -> list[int]:
        """Numbers of the links that start or end at a passage, in the order of the links."""
        start, end = np.searchsorted(self.touched, row), np.searchsorted(self.touched, row, side="right")
        return sorted(set(self.touching[start:end].tolist()))

    def link(self, number: int, passage_ids: Sequence[str]) -> CrossLink:
        """One link as a record."""
        first, second = self.ends[number].tolist()
        scores = dict(zip(_SCORES, self.scores[number].tolist(), strict=True))
        return CrossLink(
            from_passage_id=passage_ids[first],
            to_passage_id=passage_ids[second],
            type=_TYPES[int(self.types[number])],
            **scores,
        )


def save_links(links: Sequence[CrossLink], rows: RowNumbers | dict[str, int], folder: Path) -> None:
    """Write the links of a version; ``rows``: passage id → row."""
    ends = np.array([(rows[each.from_passage_id], rows[each.to_passage_id]) for each in links], dtype=np.int32)
    ends = ends.reshape(len(links), 2)
    order = np.argsort(ends.ravel(), kind="stable")
    save_arrays(
        folder,
        ends=ends,
        scores=np.array([[getattr(each, name) for name in _SCORES] for each in links]).reshape(len(links), 4),
        types=np.array([_TYPES.index(each.type) for each in links], dtype=np.uint8),
        touched=ends.ravel()[order],
        touching=(order // 2).astype(np.int32),
    )


def map_links(folder: Path) -> LinkFiles:
    """What ``save_links`` wrote. Raises OSError or ValueError if it cannot be read."""
    return LinkFiles(
        *(map_array(folder / f"{name}.npy") for name in ("ends", "scores", "types", "touched", "touching"))
    )
