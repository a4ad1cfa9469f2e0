"""What shapes the pages: every parameter of an address, how its text becomes a value, and where it stands by default.

Most parameters are shared by the pages; some belong to one page, whose address holds these alone. Defaults are left out
of an address, and so is what does not count: weights where adaptive fusion chooses them, β where relations are not
weighed or the question chooses them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from core.discovery.facets import FACETS, FacetName
from core.discovery.sorting import SORT_KEYS
from core.domain.arms import ARMS, Arm, arm_entry
from core.domain.partial_dates import PartialDate
from core.domain.plan import Plan
from core.domain.relation_influence import FamilyInfluence, RelationInfluence, RoleInfluence
from core.domain.requests import FusionMode, FusionSettings, RelevanceLevel, ScoreScale
from core.exploring.layouts.layout_table import BY_FORCES, LAYOUTS
from core.exploring.paths import PATH_KINDS
from core.exploring.view_link import MAX_LINK
from core.messages import LANGUAGES
from core.settings import Settings, load_settings
from core.workspace.tuned_settings import TunedSettings

_PARTIAL_DATE: TypeAdapter[str] = TypeAdapter(PartialDate)
_QUERY_CHARACTERS = load_settings().query_max_characters


@dataclass(frozen=True)
class Parameter:
    """One URL parameter: how its text becomes a value; ``parse`` raises ValueError for what does not fit.

    ``page``: the URL path of the page that it belongs to; empty for those that the other pages share.
    """

    default: Any  # where the settings do not say
    parse: Callable[[str], Any]
    page: str = ""


def _number(low: float, high: float, kind: type[float]) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return parse


def _one_of(allowed: tuple[Any, ...], kind: Callable[[str], Any] = str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        value = kind(text)
        if value not in allowed:
            raise ValueError(text)
        return value

    return parse


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


def _name(text: str) -> str | None:
    if len(text) > _QUERY_CHARACTERS:
        raise ValueError(text)
    return text or None


def _asked(text: str) -> str:
    return text[: _QUERY_CHARACTERS + 1]  # one too many is refused where it is asked, with what was asked to be seen


def _plan(text: str) -> str:
    if len(text) > MAX_PLAN:
        raise ValueError(text)
    return plan_text(Plan.model_validate_json(text))


def plan_text(plan: Plan) -> str:
    """A plan as an address has it: JSON without what is not given."""
    return plan.model_dump_json(exclude_none=True)


def _day(text: str) -> str:
    day: str = _PARTIAL_DATE.validate_python(text)
    return day


def _names(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for part in text.split("~") if part))[:20]


def share_key(arm: Arm) -> str:
    """What the share of an arm is called in the session and in the URL."""
    return arm_entry(arm).share_key


def facet_key(facet: FacetName) -> str:
    """What the chosen values of a facet are called in the session and in the URL."""
    return f"only_{facet}"


FAMILIES = tuple(FamilyInfluence.model_fields)
ROLES = tuple(RoleInfluence.model_fields)
INFLUENCES = (*FAMILIES, *ROLES)
BETA_BY_QUESTION, BETA_BY_HAND = "question", "hand"
LINK = "view"
"""The view of the graph workbench, as a link of core.exploring."""
NODE, RELATION = "node", "rel"
"""What is selected in it."""
PATH_OPEN, PATH_FROM, PATH_TO, PATH_KIND, PATH_COMPANIES_ONLY = "path", "from", "to", "by", "only"
"""Its search for a path: whether it is open, both ends, and how to search."""
PATH_WITHOUT_TYPES, PATH_WITHOUT = "notby", "notvia"
"""Relation types and entities that a path must not step on."""
PATH_SEARCH = (PATH_OPEN, PATH_FROM, PATH_TO, PATH_KIND, PATH_COMPANIES_ONLY, PATH_WITHOUT_TYPES, PATH_WITHOUT)
"""All of the search."""
AS_OF = "asof"
"""The day as of which questions and the ownership of a company are answered: in the address of both pages."""
SORT, LISTED_AS = "sort", "list"
"""The order of the list, and the form in which it is shown."""
LIST_FORMS = ("cards", "table")
LAYOUT = "layout"
"""How the graph is laid out: in the address of Discover and of Explore."""
LARGEST_K = 10_000
MOST_LISTED = 50
"""Companies that the page lists at most."""
MAX_PLAN = 4_000
"""Characters of a plan in an address."""
TASK_SETS = ("sample", "own", "thumbs")
SHARE_KEYS = tuple(map(share_key, ARMS))
WEIGHTS = ("wg", "wv", *SHARE_KEYS)
SHARES = "shares"
"""All shares in one parameter of an address, which names them one by one while they are few."""
_SHARES_FORM = "1"
_FEW = 2
_LARGEST_SHARE = 2.0
COMPANY_PAGE, EXPLORE_PAGE = "company", "explore"
UNREVIEWED = "unreviewed"
"""Whether what texts state and nobody has accepted is shown beside an answer."""
FIRST_PART = "first"
"""Which part of the page of a company stands first, below who it is."""
RELATIONS_FIRST, OWNERSHIP_FIRST = "relations", "ownership"
PARAMETERS: dict[str, Parameter] = {
    "company": Parameter(None, lambda text: _asked(text) or None),
    "q": Parameter("", _asked),
    "plan": Parameter("", _plan),
    AS_OF: Parameter("", _day),
    "wg": Parameter(0.5, _number(0.0, 1.0, float)),
    "wv": Parameter(0.5, _number(0.0, 1.0, float)),
    "mode": Parameter(FusionMode.ADAPTIVE.value, _one_of(tuple(mode.value for mode in FusionMode))),
    "scale": Parameter(ScoreScale.MIN_MAX.value, _one_of(tuple(scale.value for scale in ScoreScale))),
    **{key: Parameter(0.0, _number(0.0, _LARGEST_SHARE, float)) for key in SHARE_KEYS},
    "k": Parameter(60, _number(1, LARGEST_K, int)),
    "aware": Parameter(False, _switch),
    "beta": Parameter(BETA_BY_QUESTION, _one_of((BETA_BY_QUESTION, BETA_BY_HAND))),
    **{name: Parameter(1.0, _number(0.0, 2.0, float)) for name in INFLUENCES},
    "damping": Parameter(0.85, _number(0.05, 0.95, float)),
    "hops": Parameter(2, _number(1, 6, int)),
    "n": Parameter(10, _number(1, MOST_LISTED, int)),
    "min": Parameter(RelevanceLevel.LOW.value, _one_of(tuple(level.value for level in RelevanceLevel))),
    "both": Parameter(False, _switch),
    UNREVIEWED: Parameter(False, _switch),
    **{facet_key(facet): Parameter((), _names) for facet in FACETS},
    SORT: Parameter(SORT_KEYS[0], _one_of(SORT_KEYS)),
    LISTED_AS: Parameter(LIST_FORMS[0], _one_of(LIST_FORMS)),
    "depth": Parameter(1, _one_of((1, 2), int)),
    LAYOUT: Parameter(BY_FORCES, _one_of(tuple(LAYOUTS))),
    "texts": Parameter(False, _switch),
    "tasks": Parameter(TASK_SETS[0], _one_of(TASK_SETS)),
    "against": Parameter("", lambda text: text[:60]),
    "sel": Parameter(None, _name),
    "open": Parameter((), _names),
    "vs": Parameter((), _names),
    "id": Parameter(None, _name, COMPANY_PAGE),
    FIRST_PART: Parameter(RELATIONS_FIRST, _one_of((RELATIONS_FIRST, OWNERSHIP_FIRST)), COMPANY_PAGE),
    LINK: Parameter("", lambda text: text[: MAX_LINK + 1], EXPLORE_PAGE),
    NODE: Parameter(None, _name, EXPLORE_PAGE),
    RELATION: Parameter(None, _name, EXPLORE_PAGE),
    PATH_OPEN: Parameter(False, _switch, EXPLORE_PAGE),
    PATH_FROM: Parameter(None, _name, EXPLORE_PAGE),
    PATH_TO: Parameter(None, _name, EXPLORE_PAGE),
    PATH_KIND: Parameter(PATH_KINDS[0], _one_of(PATH_KINDS), EXPLORE_PAGE),
    PATH_COMPANIES_ONLY: Parameter(True, _switch, EXPLORE_PAGE),
    PATH_WITHOUT_TYPES: Parameter((), _names, EXPLORE_PAGE),
    PATH_WITHOUT: Parameter((), _names, EXPLORE_PAGE),
    "lang": Parameter(None, _one_of(LANGUAGES)),
}
_ELSEWHERE_TOO = {AS_OF: COMPANY_PAGE, LAYOUT: EXPLORE_PAGE}
_WITH_OWN_PARAMETERS = {parameter.page for parameter in PARAMETERS.values() if parameter.page}
TUNED = ("mode", "scale", *WEIGHTS, "k", "aware", "beta", *INFLUENCES, "damping", "hops")
TUNING = (*TUNED, "n", "min", "both")


def defaults_of(settings: Settings) -> dict[str, Any]:
    """What holds until a person moves a control, under these settings."""
    defaults = {name: parameter.default for name, parameter in PARAMETERS.items()}
    return defaults | tuning_values(TunedSettings.of(settings)) | {"n": settings.relationship_max_results}


def tuning_values(tuned: TunedSettings) -> dict[str, Any]:
    """The controls as they stand for ``tuned``."""
    by_hand = tuned.influence if isinstance(tuned.influence, RelationInfluence) else None
    return {
        "mode": tuned.mode.value,
        **weight_values(tuned.fusion),
        "k": tuned.rrf_k,
        "aware": tuned.influence is not None,
        "beta": BETA_BY_HAND if by_hand else BETA_BY_QUESTION,
        **on_sliders(by_hand or RelationInfluence()),
        "damping": tuned.damping,
        "hops": tuned.max_hops,
    }


def weight_values(fusion: FusionSettings) -> dict[str, Any]:
    """The controls of weighted fusion as they stand for ``fusion``: its scale, weights and shares."""
    return {
        "scale": fusion.scale.value,
        "wg": fusion.graph_weight,
        "wv": fusion.vector_weight,
        **{share_key(arm): fusion.share(arm) for arm in ARMS},
    }


def on_sliders(influence: RelationInfluence) -> dict[str, float]:
    """β with the largest of each group at 1."""
    values: dict[str, float] = {}
    for group in (influence.families, influence.roles):
        chosen = group.model_dump()
        largest = max(chosen.values())
        values |= {name: round(value / largest, 2) for name, value in chosen.items()}
    return values


def page_of(path: str) -> str:
    """Which page's parameters an address may hold: its own, or the shared ones."""
    page = path.rstrip("/").rpartition("/")[2]
    return page if page in _WITH_OWN_PARAMETERS else ""


def belongs(name: str, page: str) -> bool:
    """Whether a parameter may stand in the address of a page."""
    return name == "lang" or PARAMETERS[name].page == page or _ELSEWHERE_TOO.get(name) == page


def values_in(url: Mapping[str, str], page: str, defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a page's parameters in an address: what does not fit or is not there is at its default.

    Who gives weights, or β, wants them to count.
    """
    values = {
        name: _parsed(parameter, url.get(name), defaults[name])
        for name, parameter in PARAMETERS.items()
        if belongs(name, page)
    }
    if not page:
        together = _shares(url.get(SHARES))
        values |= {name: share for name, share in together.items() if name not in url}
        given = bool(together) or any(name in url for name in ("scale", *WEIGHTS))
        if defaults["mode"] == FusionMode.ADAPTIVE and "mode" not in url and given:
            values["mode"] = FusionMode.WEIGHTED.value
        if any(name in url for name in INFLUENCES):
            values["beta"] = BETA_BY_HAND
    return values


def unfit_in(url: Mapping[str, str], page: str) -> list[str]:
    """Names of a page's parameters whose text in an address does not fit; an empty text is none."""
    named = [
        name for name, parameter in PARAMETERS.items() if belongs(name, page) and not _fits(parameter, url.get(name))
    ]
    together = not page and url.get(SHARES) and not _shares(url[SHARES])
    return [*named, SHARES] if together else named


def _fits(parameter: Parameter, text: str | None) -> bool:
    try:
        return not text or parameter.parse(text) is not ...
    except ValueError:
        return False


def _parsed(parameter: Parameter, text: str | None, default: Any) -> Any:
    return parameter.parse(text) if text and _fits(parameter, text) else default


def differing(page: str, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, str]:
    """Those of a page's parameters that are not at their default and count, as an address writes them."""
    names = differing_names(page, values, defaults)
    if sum(name in SHARE_KEYS for name in names) <= _FEW:
        return {name: _written(values[name]) for name in names}
    written = {name: _written(values[name]) for name in names if name not in SHARE_KEYS}
    return written | {SHARES: _together(values)}


def differing_names(page: str, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> list[str]:
    """Names of those of a page's parameters that are not at their default and count."""
    return [
        name
        for name in PARAMETERS
        if name != "lang"
        and belongs(name, page)
        and values[name] not in (None, "", defaults[name])
        and _counts(name, values)
    ]


def _together(values: Mapping[str, Any]) -> str:
    """All shares in the order of ARMS behind the number of this form, each as short as it can be without loss."""
    shares = (f"{float(values[name])!r}".removesuffix(".0").removeprefix("0") or "0" for name in SHARE_KEYS)
    return "_".join((_SHARES_FORM, *shares))


def _shares(text: str | None) -> dict[str, float]:
    """The shares that ``_together`` wrote; none for a text of another form."""
    form, *written = (text or "").split("_")
    if form != _SHARES_FORM or len(written) != len(SHARE_KEYS):
        return {}
    parse = _number(0.0, _LARGEST_SHARE, float)
    try:
        return {name: parse(share) for name, share in zip(SHARE_KEYS, written, strict=True)}
    except ValueError:
        return {}


def _counts(name: str, values: Mapping[str, Any]) -> bool:
    """Whether a parameter has a say as the controls stand."""
    if name in WEIGHTS:
        return bool(values["mode"] != FusionMode.ADAPTIVE)
    if name == "scale":
        return bool(values["mode"] == FusionMode.WEIGHTED)
    if name == "k":
        return bool(values["mode"] == FusionMode.RRF)
    if name in INFLUENCES:
        return bool(values["aware"] and values["beta"] == BETA_BY_HAND)
    return name != "beta" or bool(values["aware"])


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "~".join(value) if isinstance(value, tuple) else f"{value}"
