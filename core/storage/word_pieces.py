"""The word pieces of the default model: what its package's tokenizer finds, read in a third of the time and a tenth of
the memory.

Its file ``sp.model`` is a message of Protocol Buffers: pieces with their scores, and the table that normalises
characters, a double array (darts-clone) and the texts it leads to. The best cut of a text into pieces is that of the
greatest sum of scores (unigram model, Kudo 2018).
"""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from marisa_trie import Trie

_UNKNOWN, _BEGIN, _END = 0, 1, 2
_NEVER = -1e38
_BELOW_ALL = 10.0
"""By how much a character that is no piece scores less than the worst piece."""
_SPACE = "▁"
_PLAIN = re.compile(rb"[ -~]+(?=[ -~]|\Z)")
"""What is normal already: printable ASCII, but for a character that something may be combined with."""
_SPACES = re.compile(" +")
_PIECES, _LONGEST, _NUMBERS, _SCORES, _CHARACTERS = "pieces", "longest", "numbers", "scores", "characters"
"""Names of the files that ``save`` writes."""


class WordPieces:
    """Cuts texts into the pieces of a file ``sp.model``. Thread-safe."""

    def __init__(
        self, pieces: Trie, longest: int, numbers: array[int], scores: array[float], characters: bytes
    ) -> None:
        self._pieces, self._longest = pieces, longest
        self._numbers, self._scores = numbers, scores
        self._unknown = min(self._scores) - _BELOW_ALL
        self._characters = characters
        self._normal = _Normal(characters)

    @classmethod
    def read(cls, path: Path) -> WordPieces:
        """Those of a file ``sp.model``."""
        model = _read(path.read_bytes())
        pieces = [each.piece for each in model.pieces]
        trie = Trie(pieces)
        numbers = array("i", bytes(4 * len(pieces)))
        scores = array("f", bytes(4 * len(pieces)))
        for number, piece in enumerate(pieces):
            place = trie[piece]
            numbers[place], scores[place] = number, model.pieces[number].score
        return cls(trie, max(map(len, pieces)), numbers, scores, model.characters.table)

    def save(self, folder: Path) -> None:
        """Write what ``saved`` reads. Raises OSError."""
        self._pieces.save(str(folder / _PIECES))
        (folder / _LONGEST).write_text(str(self._longest), encoding="ascii")
        for name, values in ((_NUMBERS, self._numbers), (_SCORES, self._scores), (_CHARACTERS, self._characters)):
            (folder / name).write_bytes(values)

    @classmethod
    def saved(cls, folder: Path) -> WordPieces:
        """Those that ``save`` wrote. Raises OSError, ValueError or RuntimeError if they cannot be read."""
        trie, longest = Trie().mmap(str(folder / _PIECES)), int((folder / _LONGEST).read_text(encoding="ascii"))
        numbers, scores = array("i", (folder / _NUMBERS).read_bytes()), array("f", (folder / _SCORES).read_bytes())
        return cls(trie, longest, numbers, scores, (folder / _CHARACTERS).read_bytes())

    def encode(self, text: str, **_: object) -> list[int]:
        """Numbers of the pieces of a text, between those of its begin and its end."""
        normal = self._normal.text(text)
        return [_BEGIN, *(self._best_cut(normal) if normal else [_UNKNOWN]), _END]

    def _best_cut(self, text: str) -> list[int]:
        best = [0.0, *[_NEVER] * len(text)]
        steps = [(0, _UNKNOWN)] * (len(text) + 1)
        for start in range(len(text)):
            so_far = best[start]
            known = False
            for piece, place in self._pieces.iter_prefixes_with_ids(text[start : start + self._longest]):
                end = start + len(piece)
                known = known or end == start + 1
                if so_far + self._scores[place] > best[end]:
                    best[end], steps[end] = so_far + self._scores[place], (start, self._numbers[place])
            if not known and so_far + self._unknown > best[start + 1]:
                best[start + 1], steps[start + 1] = so_far + self._unknown, (start, _UNKNOWN)
        found, place = [], len(text)
        while place:
            place, number = steps[place]
            found.append(number)
        return found[::-1]


class _Normal:
    """Texts with normal characters: the longest part of the text that the table knows is replaced, from left to right;
    one space at a time, written as ▁, and one before all."""

    def __init__(self, table: bytes) -> None:
        size = int.from_bytes(table[:4], "little")
        self._units = memoryview(np.frombuffer(table[4 : 4 + size], dtype="<u4").astype(np.uint32).tobytes()).cast("I")
        self._texts = table[4 + size :]

    def text(self, text: str) -> str:
        raw, out, place = text.encode("utf-8"), bytearray(), 0
        while place < len(raw):
            plain = _PLAIN.match(raw, place)
            end, normal = (plain.end(), plain[0]) if plain else self._longest(raw, place)
            out += normal
            place = end
        words = _SPACES.sub(" ", out.decode("utf-8")).strip(" ")
        return f"{_SPACE}{words.replace(' ', _SPACE)}".rstrip(_SPACE) if words else ""

    def _longest(self, raw: bytes, start: int) -> tuple[int, bytes]:
        """Where the longest known part that begins at ``start`` ends, and what replaces it; else one character."""
        found, units = None, self._units
        unit = units[0]
        node = _offset(unit)
        for place in range(start, len(raw)):
            node ^= raw[place]
            unit = units[node]
            if unit & 0x800000FF != raw[place]:
                break
            node ^= _offset(unit)
            if unit & 0x100:
                found = place + 1, units[node] & 0x7FFFFFFF
        if found is None:
            end = start + 1
            while end < len(raw) and raw[end] & 0xC0 == 0x80:
                end += 1
            return end, raw[start:end]
        end, place = found
        return end, self._texts[place : self._texts.index(0, place)]


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)


def _read(content: bytes) -> Any:
    """The message ``Model`` of the file: what of it is needed."""
    kind = FieldDescriptorProto
    file = FileDescriptorProto(name="pieces.proto", package="pieces")
    one, many, message = kind.LABEL_OPTIONAL, kind.LABEL_REPEATED, kind.TYPE_MESSAGE
    piece = file.message_type.add(name="Piece")
    piece.field.add(name="piece", number=1, type=kind.TYPE_STRING, label=one)
    piece.field.add(name="score", number=2, type=kind.TYPE_FLOAT, label=one)
    characters = file.message_type.add(name="Characters")
    characters.field.add(name="table", number=2, type=kind.TYPE_BYTES, label=one)
    model = file.message_type.add(name="Model")
    model.field.add(name="pieces", number=1, type=message, label=many, type_name=".pieces.Piece")
    model.field.add(name="characters", number=3, type=message, label=one, type_name=".pieces.Characters")
    pool = DescriptorPool()
    pool.Add(file)
    return GetMessageClass(pool.FindMessageTypeByName("pieces.Model")).FromString(content)
