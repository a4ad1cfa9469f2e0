"""A workspace in which everything is said, and how its parts are damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from core.curation.ontology_in_force import ontology_in_force
from core.curation.open_or_build import Started, rebuild
from core.curation.versions import restore
from core.curation.workspace_parts import PARTS, counted
from core.domain.linking import LinkingRules
from core.ingestion.mapping.saved_mappings import SavedMappings, save_mappings
from core.settings import Settings
from core.storage.manifest import Counts
from core.storage.publishing import current_version
from core.workspace.copies import LAST_WHOLE
from core.workspace.decisions import DecisionStore
from core.workspace.judgements import JudgementStore, judged_now
from core.workspace.linking_rules import save_rules
from core.workspace.own_types import save_own_types
from core.workspace.presets import PresetStore
from core.workspace.removals import Removals, save_removals
from core.workspace.saved_views import SavedViewStore
from core.workspace.text_reviews import ReadingRule, TextReviewStore, save_reading_rules, save_reading_thresholds
from core.workspace.tuned_settings import TunedSettings
from core.workspace.unlinked_sources import save_unlinked_sources
from core.workspace.verdicts import add_verdicts, collect_verdict, verdict
from core.workspace.workspace import FILE_NAME
from tests.unit.curation.test_review_lessons import review
from tests.unit.workspace.decisions.made_decisions import decision

RANDOM = b"\x8f\x00\xffZ{\x13\xfe" * 9


CONTENTS = {"empty": b"", "random": RANDOM, "another type": b"3"}


AUDITS = "relation_types: {audits: {label: {zh: 审计, en: audits}, colour: '#123456'}}"


NEEDED = ("removed", "ontology")


NAMES = [part.name for part in PARTS]


WITH_ONE_VALUE = (
    "presets",
    "linking",
    "unlinked_sources",
    "import_choices",
    "reading_rules",
    "reading_thresholds",
    "restored",
    "built_from",
    *NEEDED,
)


def damage_part(folder: Path, name: str, content: bytes) -> None:
    """Write ``content`` where a text of the part stands, as no program would."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as database:
        (column, *_), *_ = database.execute(f"SELECT name FROM pragma_table_info('{name}') WHERE type = 'TEXT'")  # noqa: S608
        if database.execute(f"UPDATE {name} SET {column} = CAST(? AS TEXT)", (content,)).rowcount == 0:  # noqa: S608
            database.execute(f"INSERT INTO {name} VALUES (CAST(? AS TEXT))", (content,))  # noqa: S608


def no_copy(folder: Path) -> None:
    (folder / LAST_WHOLE).unlink(missing_ok=True)


def say_everything(base: Settings) -> dict[str, int]:
    """Write every part, build, and return how much each holds."""
    folder = base.knowledge_base_folder
    save_removals(folder, Removals(entities=("公司B",)))
    save_own_types(folder, AUDITS + "\n# of one's own\n")
    add_verdicts(folder, [verdict("公司A", "公司C", "same"), verdict("公司A", "公司D", "different")])
    collect_verdict(folder, verdict("公司C", "公司E", "same"))
    save_rules(folder, LinkingRules(pairs=("news:filing",), min_similarity=0.9, top=3))
    save_mappings(folder, SavedMappings(entity_types={"firm": "company"}))
    PresetStore(folder).save("mine", TunedSettings())
    save_unlinked_sources(folder, ("a",))
    restore(current_version(folder).name, base, ontology_in_force(base))
    DecisionStore.beside(folder).decide(decision())
    JudgementStore(folder).judge(judged_now("公司A", "", "公司D", "up", "zh"))
    TextReviewStore(folder).keep([review(1, "rejected")])
    save_reading_rules(folder, [ReadingRule(source="", relation_type="supplies", verdict="rejected")])
    save_reading_thresholds(folder, {"en acquired": 0.9})
    for kind in ("views", "searches"):
        SavedViewStore.beside(folder, kind).save("供应链", "1abc")  # type: ignore[arg-type]
    rebuild(base, ontology_in_force(base))
    return counted(folder)


def everything(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        return {name: sorted(database.execute(f"SELECT * FROM {name}")) for name in NAMES}  # noqa: S608


def holds(started: Started) -> tuple[Counts, set[str]]:
    """How much there is, and which companies."""
    base = started.knowledge_base
    return base.manifest.counts, {f"公司{each}" for each in "ABCDE" if f"公司{each}" in base.node_of}


LOSSES: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-1000]),
    "half": lambda file: file.write_bytes(file.read_bytes()[: len(file.read_bytes()) // 2]),
    "empty": lambda file: file.write_bytes(b""),
    "random": lambda file: file.write_bytes(RANDOM),
    "another database": lambda file: (file.unlink(), sqlite3.connect(file).execute("CREATE TABLE others (x)")),
}
