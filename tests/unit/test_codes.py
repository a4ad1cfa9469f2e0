"""Every code that the program can emit has its message, in both languages. The keys that are put together of a code are
found in the source, and so are the codes that can stand in them: in types, enumerations and literals."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import get_args, get_type_hints

import pytest

from app.api.rate_limit import RateLimit
from app.data.chosen_files import Way
from app.data.statistics_panel import _SHOWN
from app.discover.home import EXAMPLES
from app.discover.results.table import TABLE_COLUMNS
from app.graph.graph_component import TIME_WORDS
from app.shell.widget_translations import OWN_WORDS
from app.state.tuning_state import LEANS
from app.state.view_parameters import BETA_BY_HAND, BETA_BY_QUESTION, LIST_FORMS, TASK_SETS
from app.system.log_panel import Level
from app.system.parts import Part
from core.curation.open_or_build import RebuildReason
from core.curation.review_queue import GroupState
from core.curation.workspace_parts import PARTS
from core.discovery.facets import FACETS
from core.discovery.sorting import SORT_KEYS
from core.discovery.why_not import WhyNot
from core.domain.arms import ARM_TABLE, ARMS, SEARCHES, Side
from core.domain.asked_figures import Figure
from core.domain.model_use import Judge, StageName
from core.domain.plan import Attribute, Beside, Money, Share, ValueOf, YesNo
from core.domain.read_relations import DecidedBy, Verdict
from core.domain.records import LinkType, MentionRole, Passage, RelationStatus
from core.domain.relation_influence import FamilyInfluence, RoleInfluence
from core.domain.requests import FusionMode, RelevanceLevel, ScoreScale
from core.domain.results import AnswerOutcome, Discovery, Outcome, Source, SourceKind, Tense
from core.dossier.changes import ChangeEvent
from core.dossier.ownership.control import ControlRule
from core.entity_resolution.weights import ReasonCode
from core.exploring.layouts.layout_table import LAYOUTS
from core.exploring.neighbours import Order
from core.exploring.paths import PathKind
from core.exploring.view import ColourBy, SizeBy
from core.ingestion.cells.optional_values import _SOURCE_KINDS
from core.ingestion.checking.entity_rows import FittedBy
from core.ingestion.checking.import_effects import _SHOWN_FIELDS
from core.ingestion.mapping.kept_columns import KEPT_OTHERWISE
from core.ingestion.mapping.table_mapping import TableKind, fields_of
from core.ingestion.progress import Stage
from core.ingestion.reading.classifier_reader import NAME as CLASSIFIER
from core.ingestion.reading.pattern_reader import NAME as PATTERNS
from core.ingestion.reading.statement_reader import NAME as STATEMENTS
from core.ingestion.records.profiles import PROFILE
from core.messages import LANGUAGES, Language, catalogue
from core.monitoring.settings_in_force import SettingInForce
from core.ontology.types import RelationFamily
from core.questions.phrases.phrases import Which
from core.reasoning.asked_value import ValueKind
from core.reasoning.recommendation_parser import DropReason
from core.settings import FORMS, Settings
from core.statistics.figures import CountName
from core.storage.manifest import Counts
from core.workspace.decisions import Decision
from core.workspace.removals import Removals
from core.workspace.saved_views import SavedKind
from tests.support import ROOT
from tests.unit.source_scan import (
    CODE,
    NODES,
    allowed,
    around_it,
    assigned,
    codes_there,
    ends_in,
    given,
    in_source,
    of,
    returned,
    strings,
)
from tests.unit.test_errors import family


def problem_codes() -> set[str]:
    """Why a row is refused or repaired. A code and the name of a field may stand in either order: fields go."""
    found = {each for name in ("RowProblem", "repaired") for each in given(name)}
    found |= returned(".*fault|.*reason|_draft", "core/ingestion") | assigned("fault|reason|_REASONS", "core/ingestion")
    fields = {field for kind in get_args(TableKind) for field in fields_of(kind)} | {"schema"}
    return {each for each in found if CODE.fullmatch(each)} - fields


def drop_codes() -> set[str]:
    """Why something that a model said counts for nothing."""
    nodes = list(in_source("core/reasoning"))
    counted = [each.slice for each in nodes if isinstance(each, ast.Subscript) and ends_in(each.value, "dropped")]
    updated = [each.args[0] for each in nodes if isinstance(each, ast.Call) and ends_in(each.func, "dropped.update")]
    found = strings([*counted, *(each.elt for each in updated if isinstance(each, ast.GeneratorExp))])
    return found | returned("_check|_checked", "core/reasoning") - {""} | allowed(DropReason)


def stage_codes() -> set[str]:
    """What an answer is made in, a model's stages included."""
    calls = [node for node in in_source("core") if isinstance(node, ast.Call)]
    timed = (call.args[0] for call in calls if ends_in(call.func, "clock.stage"))
    words = (word for call in calls if ends_in(call.func, "StageTiming") for word in call.keywords)
    named = (word.value for word in words if word.arg == "stage" and isinstance(word.value, ast.Constant))
    return strings([*timed, *named]) | allowed(StageName)


def faults() -> set[str]:
    """What was wrong with a file, a setting, an ontology."""
    words = (word for node in in_source("core") if isinstance(node, ast.Call) for word in node.keywords)
    errors_alone = (word.value for word in words if word.arg == "fault" and isinstance(word.value, ast.Constant))
    return strings(errors_alone) - {""}


SOURCE_KINDS = {PROFILE, Passage.model_fields["source_kind"].default, *_SOURCE_KINDS.values()} | {
    row["source_kind"] for row in csv.DictReader((ROOT / "data/passages.csv").open(encoding="utf-8"))
}

FIELDS = {field for kind in get_args(TableKind) for field in fields_of(kind)}

LEVELS = allowed(RelevanceLevel)

INFLUENCES = {*FamilyInfluence.model_fields, *RoleInfluence.model_fields}

UNKNOWN = {"unknown_company", "ambiguous_company"} & allowed(Outcome)

ASKS = set(get_args(YesNo.model_fields["asks"].annotation))

CODES: dict[str, Iterable[str]] = {
    "answer.ages.{}": (*allowed(Which), "yes", "no"),
    "answer.counts.{}": ("yes", "no"),
    "answer.beside.no_{}": allowed(Beside),
    "plan.beside.{}": allowed(Beside),
    "chip.beside.{}": allowed(Beside),
    "answer.no_value.{}": allowed(ValueKind),
    "answer.outcome.{}": allowed(AnswerOutcome) - {"open"},  # has no box
    "answer.value.{}": allowed(ValueKind),
    "arm.{}": {*SEARCHES, *ARMS},
    "arm.{}.help": ARMS,
    "card.judged_by_{}": allowed(Judge),
    "card.relation.{}": allowed(Tense),
    "label.{}": allowed(Tense) - {"now"},
    "sentence.{}": allowed(Tense) - {"now"},
    "reason.{}{}": {a + b for a, b in product(allowed(Tense), ("", "_direct"))},
    "source.status.{}": allowed(RelationStatus) - {""},
    "card.normalised.{}": allowed(FusionMode),
    "data.count.{}": {*_SHOWN, "entities", "refused", "repaired"},
    "data.fits.by.{}": allowed(FittedBy),
    "data.field.{}": FIELDS | {*_SHOWN_FIELDS},
    "attribute.{}": KEPT_OTHERWISE,
    "data.kind.{}": allowed(TableKind),
    "discover.reranker.{}": of(Discovery, "reranker"),
    "discover.{}": allowed(Outcome) - {"found"},
    "discover.{}_without_choices": UNKNOWN,
    "discover.{}{}": {a + b for a, b in product(UNKNOWN, ("", "_without_choices"))},
    "dropped.{}": drop_codes(),
    "error.{}": {kind.code for kind in family()},
    "command_line.{}": {"knowledge_base_corrupt", "nothing_to_remove", "companies_told_apart"},  # said below the error
    "example.{}": EXAMPLES,
    "facet.{}": FACETS,
    "ranking.lean.{}": LEANS,
    "explore.colour_by.{}": allowed(ColourBy),
    "explore.hub.{}": allowed(Order),
    "explore.others.{}": allowed(ColourBy) - {"type"},  # the type says the colour
    "explore.path.{}": {*allowed(PathKind), "from", "to"},
    "explore.size_by.{}": allowed(SizeBy),
    "fault.{}": faults(),
    "graph.hops.{}": ("1", "2"),
    "figure.{}": allowed(Figure),
    "influence.{}": INFLUENCES | {each.lower() for each in (*get_args(RelationFamily), *get_args(MentionRole))},
    "level.{}": LEVELS,
    "graph.layout.{}": LAYOUTS,
    "time.{}": TIME_WORDS,
    "list.sort.{}": SORT_KEYS,
    "list.form.{}": LIST_FORMS,
    "list.column.{}": TABLE_COLUMNS,
    "link.{}": ("alike", "to", "from"),
    "mention.{}": allowed(MentionRole),
    "chip.{}": {"path", "comparison"},
    "chip.yes_no.{}": ASKS,
    "chips.change.{}": {"country", "industry", "town"},
    "plan.condition.{}": {
        *(f"{each}.{way}" for each in get_args(Attribute) for way in ("in", "not_in")),
        *(f"{each}.{way}" for each in ("founded", "size") for way in ("<", "<=", "=", ">=", ">")),
    },
    "plan.order.{}": {
        f"{which}.{by}"
        for which in ("most", "least")
        for by in ("count", "count_within", "date", *get_args(ValueOf.model_fields["attribute"].annotation))
    },
    "ownership.rule.{}": allowed(ControlRule),
    "plan.yes_no.{}": ASKS,
    "plan.value.{}": allowed(ValueKind) - {"attribute", "figure"},
    "problem.{}": problem_codes(),
    "saved.{}.delete_named": allowed(SavedKind),
    "saved.{}.list": allowed(SavedKind),
    "saved.{}.name": allowed(SavedKind),
    "saved.{}.none": allowed(SavedKind),
    "same.reason.{}": allowed(ReasonCode),
    "review.verdict.{}": allowed(Verdict) - {"withdrawn"},
    "review.by.{}": allowed(DecidedBy),
    "review.rule.{}": allowed(Verdict) - {"withdrawn"},
    "review.state.{}": {*allowed(GroupState), "all"},
    "library_reason.setting.{}": FORMS.values(),
    "review.reader.{}": {CLASSIFIER, PATTERNS, STATEMENTS, "model"},
    "setting.{}": set(Settings.model_fields) - {arm.setting for arm in ARM_TABLE},
    "setting.arm_share.{}": get_args(Side),
    "workspace.part.{}": {part.name for part in PARTS} | {"all"},
    "source.reached_by.{}": of(Source, "type"),
    "source.{}": allowed(SourceKind),
    "viewer.title.{}": allowed(SourceKind),
    "viewer.accepted.{}": allowed(DecidedBy),
    "data.way.{}": allowed(Way),
    "plan.share.{}": allowed(get_type_hints(Share)["operator"]),
    "plan.money.{}": allowed(get_type_hints(Money)["operator"]),
    "chip.controllers.{}": {"any", "ultimate"},
    "plan.controllers.{}{}": {"any", "ultimate", "any_one", "ultimate_one"},
    "data.came_in.holders.{}": {"person", "company"},
    "company.change.{}": set(get_args(ChangeEvent)),
    "company.identifier.{}": {"wikidata", "register", "record", "social credit code"},
    "stage.{}": stage_codes(),
    "starting.stage.{}": allowed(Stage),
    "statistics.count.{}": Counts.model_fields,
    "statistics.link.{}": allowed(LinkType),
    "statistics.{}": allowed(CountName),
    "system.api.counted_in.{}": allowed(get_type_hints(RateLimit.counted_in.fget)["return"]),
    "system.base.{}": {"set_aside", "put_back"},
    "system.next.{}": {"set_aside", "put_back"},
    "api.workspace.{}": {"set_aside", "put_back"},
    "system.base.rebuilt.{}": allowed(RebuildReason) - {""},
    "system.log.level.{}": allowed(Level),
    "system.part.{}": of(Part, "name"),
    "system.settings.source.{}": of(SettingInForce, "source"),
    "system.state.{}": of(Part, "state"),
    "tuning.mode.{}": allowed(FusionMode),
    "tuning.scale.{}": allowed(ScoreScale),
    "recommend.{}": of(Decision, "verdict"),
    "why_not.{}": of(WhyNot, "reason"),
    "data.remove.kind.{}": Removals.model_fields,
    "influence.{}.help": INFLUENCES,
    "own.{}": OWN_WORDS.values(),
    "source_kind.{}": SOURCE_KINDS,
    "statistics.language.{}": allowed(Language),
    "system.log.at_least.{}": allowed(Level),
    "system.speed.{}": assigned(r"\(_WHOLE, _REORDERED\)", "app/system"),
    "tune.tasks.{}": TASK_SETS,
    "tuning.about.{}": allowed(FusionMode) - {FusionMode.ADAPTIVE.value},  # says who chose the weights
    "tuning.beta.{}": (BETA_BY_QUESTION, BETA_BY_HAND),
}
"""Keys whose codes come from afar; of all others the codes stand where the key is put together."""


@dataclass(frozen=True)
class Key:
    """A key that is put together: where, its text with {} for each code, and the codes as far as they stand there."""

    where: str
    text: str
    codes: tuple[frozenset[str] | None, ...]

    def whole(self) -> set[str]:
        """Every key that it can become."""
        if self.text in CODES:
            return {self.text.format(code, *[""] * self.text.count("{}")) for code in CODES[self.text]}
        return {self.text.format(*each) for each in product(*(codes or () for codes in self.codes))}


def put_together() -> Iterator[Key]:
    for path, nodes in NODES.items():
        above = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
        for node in nodes:
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
                if text.split(".")[0] in GROUPS and re.fullmatch(r"[a-z_]+(\.[a-z_{}]+)+", text):
                    around = tuple(around_it(node, above))
                    values = (each.value for each in node.values if isinstance(each, ast.FormattedValue))
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    yield Key(where, text, tuple(codes_there(each, around) for each in values))


GROUPS = {key.split(".")[0] for key in catalogue()}

KEYS = list(put_together())


def test_the_scan_finds_the_keys_of_every_layer() -> None:
    assert len({key.text for key in KEYS}) > 90
    assert {key.where.split("/")[0] for key in KEYS} == {"app", "core", "pages"}
    assert {key.text for key in KEYS} >= CODES.keys()


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.text} {key.where}")
def test_every_code_has_its_message_in_both_languages(key: Key) -> None:
    possible = key.whole()
    assert possible, f"what can stand in {key.text}? say so in CODES"
    assert {each for each in possible if set(catalogue().get(each, ())) != set(LANGUAGES)} == set()


@pytest.mark.parametrize("group", ["problem", "dropped", "fault", "system.base.rebuilt", "same.reason"])
def test_every_message_for_a_code_is_one_that_is_emitted(group: str) -> None:
    """Which also shows that the codes are found: one that the scan misses is here as a message that nobody needs."""
    kept = {"problem.row", "problem.row_field", "same.reason.of"}
    messages = {key for key in catalogue() if key.startswith(f"{group}.") and key.count(".") == group.count(".") + 1}
    assert messages - kept == {f"{group}.{code}" for code in CODES[f"{group}.{{}}"]}
