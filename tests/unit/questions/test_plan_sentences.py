"""A plan reads as a phrase in both languages, and each of its parts can be taken out."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings

from core.domain.plan import (
    All,
    And,
    Answer,
    Attribute,
    Companies,
    Compare,
    Controlled,
    Controllers,
    Count,
    CountOf,
    DateOf,
    Entities,
    Filter,
    Like,
    Minus,
    Or,
    Path,
    Plan,
    Related,
    SetPlan,
    Share,
    Top,
    Value,
    ValueOf,
    When,
    YesNo,
)
from core.messages import LANGUAGES, Language
from core.ontology import default_ontology
from core.questions.plans.changed_plan import (
    part_at,
    with_attribute,
    with_group,
    with_name,
    with_order,
    with_relation,
    with_time,
    with_values,
    without,
)
from core.questions.plans.chips import chips
from core.questions.plans.plurals import plural
from core.questions.plans.sentences import PlanWords
from tests.plans import plans
from tests.support import examples

NAMES = {
    "ent-apple": ("苹果", "Apple"),
    "ent-tesla": ("特斯拉", "Tesla"),
    "ent-catl": ("宁德时代", "CATL"),
    "ent-byd": ("比亚迪", "BYD"),
    "ent-banks": ("银行", "banking"),
}
ONTOLOGY = default_ontology()
ANY_PLAN = plans(list(NAMES)[:4], list(ONTOLOGY.types), ["ent-banks"])


def words(language: Language) -> PlanWords:
    return PlanWords(ONTOLOGY, lambda each, reads: NAMES[each][reads == "en"], language)


def rel(kind: str, end: str, of: object, **more: object) -> Related:
    inner = Entities(ids=(of,)) if isinstance(of, str) else of
    return Related.model_validate({"type": kind, "end": end, "of": inner, **more})


APPLE = rel("supplies", "backward", "ent-apple")
TESLA = rel("supplies", "backward", "ent-tesla")
IN_JAPAN = {"attribute": "country", "operator": "in", "values": ("JP",)}
NOT_IN_KOREA = {"attribute": "country", "operator": "not_in", "values": ("KR",)}
JAPANESE = Filter(arg=APPLE, **IN_JAPAN)
YOUNG = Filter(arg=JAPANESE, attribute="founded", operator=">", values=(2015,))
NOT_TESLA = Minus(arg=APPLE, without=(TESLA,))
RIVALS = rel("competitor", "either", "ent-catl")


@pytest.mark.parametrize(
    ("answer", "english", "chinese"),
    [
        (Companies(set=APPLE), "suppliers of Apple", "苹果的供应商"),
        (
            Companies(set=Filter(arg=rel("supplies", "backward", All()), **IN_JAPAN)),
            "suppliers of any company (from Japan)",
            "任何公司的供应商（来自日本）",
        ),
        (
            Companies(set=YOUNG),
            "suppliers of Apple from Japan and founded after 2015",
            "苹果的供应商（来自日本、2015 年之后成立）",
        ),
        (
            Companies(set=Filter(arg=All(), attribute="country", operator="in", values=("JP", "KR"))),
            "companies from Japan or South Korea",
            "来自日本或韩国的公司",
        ),
        (Companies(set=And(args=(APPLE, TESLA))), "suppliers of both Apple and Tesla", "苹果和特斯拉共同的供应商"),
        (Companies(set=Or(args=(APPLE, TESLA))), "suppliers of Apple or Tesla", "苹果或特斯拉的供应商"),
        (Companies(set=Or(args=(APPLE, RIVALS))), "suppliers of Apple or competitors of CATL", None),
        (Companies(set=And(args=(APPLE, RIVALS))), "suppliers of Apple also among competitors of CATL", None),
        (
            Companies(set=Minus(arg=APPLE, without=(Entities(ids=("ent-byd",)), TESLA))),
            "suppliers of Apple other than BYD and not among suppliers of Tesla",
            "苹果的供应商（比亚迪除外、不属于特斯拉的供应商）",
        ),
        (
            Companies(set=Minus(arg=APPLE, without=(Filter(arg=All(), **IN_JAPAN), Filter(arg=All(), **NOT_IN_KOREA)))),
            "suppliers of Apple not from Japan and from South Korea",
            "苹果的供应商（不是来自日本、来自韩国）",
        ),
        (
            Companies(set=rel("supplies", "backward", "ent-apple", ended=True)),
            "former suppliers of Apple",
            "苹果的前供应商",
        ),
        (Companies(set=rel("supplies", "backward", RIVALS)), "suppliers of competitors of CATL", None),
        (Companies(set=rel("supplies", "forward", JAPANESE)), "customers of (suppliers of Apple from Japan)", None),
        (Companies(set=rel("supplies", "either", "ent-catl")), "customers or suppliers of CATL", None),
        (
            Companies(set=rel("acquired", "forward", "ent-apple", when=When(first=2018, last=2020))),
            "acquired companies of Apple from 2018 to 2020",
            None,
        ),
        (Companies(set=Like(of=Entities(ids=("ent-apple",)))), "companies like Apple", "与苹果类似的公司"),
        (
            Companies(set=Top(arg=RIVALS, by=CountOf(type="supplies", end="forward"), which="most", n=3)),
            "competitors of CATL with the most customers (the first 3)",
            None,
        ),
        (Count(set=APPLE), "how many suppliers of Apple", "苹果的供应商的数量"),
        (
            YesNo(entity="ent-byd", set=TESLA),
            "whether BYD is among suppliers of Tesla",
            "比亚迪是否属于特斯拉的供应商",
        ),
        (Value(entity="ent-apple", attribute="founded"), "founding year of Apple", "苹果的成立年份"),
        (Path(ids=("ent-catl", "ent-tesla")), "the connection of CATL and Tesla", "宁德时代和特斯拉之间的联系"),
        (Compare(ids=("ent-catl", "ent-byd", "ent-tesla")), "CATL, BYD and Tesla compared", None),
    ],
)
def test_a_plan_as_a_phrase(answer: Answer, english: str, chinese: str | None) -> None:
    assert words("en").plan(Plan(answer=answer)) == english
    assert chinese is None or words("zh").plan(Plan(answer=answer)) == chinese


@settings(max_examples=examples(300), deadline=None)
@given(ANY_PLAN)
def test_every_plan_is_said_by_names(plan: Plan) -> None:
    for language in LANGUAGES:
        said = words(language).plan(plan)
        assert said
        assert "ent-" not in said
        assert "plan." not in said


@settings(max_examples=examples(300), deadline=None)
@given(ANY_PLAN)
def test_any_part_can_be_taken_out(plan: Plan) -> None:
    in_words = [chips(plan, words(language)) for language in LANGUAGES]
    assert [chip.key for chip in in_words[0]] == [chip.key for chip in in_words[1]]
    assert len({chip.key for chip in in_words[0]}) == len(in_words[0])
    for chip in in_words[1]:
        assert chip.text and "ent-" not in chip.text
        left = without(plan, chip.key)
        assert chip.removable == (left is not None)
        if left is not None:
            assert Plan.model_validate_json(left.model_dump_json()) == left
            assert left != plan


def test_what_is_left_without_a_part() -> None:
    plan = Plan(answer=Companies(set=YOUNG))
    found = {chip.text: chip.key for chip in chips(plan, words("en"))}
    assert list(found) == ["suppliers of", "Apple", "from Japan", "founded after 2015"]

    def left(text: str) -> str:
        changed = without(plan, found[text])
        return words("en").plan(changed) if changed else ""

    assert left("from Japan") == "suppliers of Apple founded after 2015"
    assert left("founded after 2015") == "suppliers of Apple from Japan"
    assert left("Apple") == left("suppliers of") == "companies from Japan and founded after 2015"


@pytest.mark.parametrize(
    ("plan", "text", "left"),
    [
        (Plan(answer=Companies(set=APPLE)), "Apple", None),
        (Plan(answer=Companies(set=rel("supplies", "backward", RIVALS))), "suppliers of", "competitors of CATL"),
        (Plan(answer=Companies(set=rel("supplies", "backward", RIVALS))), "competitors of", "suppliers of CATL"),
        (Plan(answer=Companies(set=And(args=(APPLE, TESLA)))), "Tesla", "suppliers of Apple"),
        (Plan(answer=Count(set=APPLE)), "how many", "suppliers of Apple"),
        (Plan(answer=YesNo(entity="ent-byd", set=APPLE)), "is BYD among them?", "suppliers of Apple"),
        (
            Plan(answer=Companies(set=Minus(arg=APPLE, without=(TESLA,)))),
            "not among suppliers of Tesla",
            "suppliers of Apple",
        ),
        (Plan(answer=Compare(ids=("ent-catl", "ent-byd"))), "BYD", None),
        (Plan(answer=Compare(ids=("ent-catl", "ent-byd", "ent-tesla"))), "BYD", "CATL and Tesla compared"),
    ],
)
def test_one_part_less(plan: Plan, text: str, left: str | None) -> None:
    key = next(chip.key for chip in chips(plan, words("en")) if chip.text == text)
    changed = without(plan, key)
    assert (words("en").plan(changed) if changed else None) == left


def only(attribute: str, operator: str, *values: object) -> Filter:
    return Filter.model_validate({"arg": APPLE, "attribute": attribute, "operator": operator, "values": values})


def top(by: object, **more: object) -> Top:
    return Top.model_validate({"arg": APPLE, "by": by, "which": "most", **more})


KINDS: dict[str, tuple[object, tuple[str, ...]]] = {
    "entities": (Entities(ids=("ent-apple", "ent-tesla")), ("Apple", "Tesla")),
    "all": (rel("produces", "backward", All(type="product")), ("products",)),
    "related": (rel("supplies", "backward", "ent-apple", when=When(first=2020)), ("suppliers of", "begun since 2020")),
    "related with a share": (
        Related(type="shareholder_of", end="forward", of=APPLE, share=Share(operator=">", percent=20)),
        ("holdings (over 20 %) of", "suppliers of"),
    ),
    "controllers": (Controllers(of=APPLE, ultimate=True), ("ultimate controllers of", "suppliers of")),
    "controlled": (Controlled(of=APPLE), ("companies controlled by", "suppliers of")),
    "like": (Like(of=Entities(ids=("ent-apple",))), ("like",)),
    "and": (And(args=(APPLE, TESLA)), ("all of:",)),
    "or": (Or(args=(APPLE, TESLA)), ("any of:",)),
    "minus": (Minus(arg=APPLE, without=(TESLA, Entities(ids=("ent-byd",)))), ("not among suppliers of Tesla", "BYD")),
    "filter country": (only("country", "not_in", "JP"), ("Japan",)),
    "filter founded": (only("founded", "<", 1990), ("founded before 1990",)),
    "filter industry": (only("industry", "in", "ent-banks"), ("banking",)),
    "filter ticker": (only("ticker", "in", "300*"), ("300*",)),
    "filter ticker of a market": (only("ticker", "in", "*.SH", "*.SS"), ("listed in Shanghai",)),
    "filter town": (only("town", "in", "曲靖 Qujing", "Lyon"), ("based in Qujing or Lyon",)),
    "filter other town": (only("town", "not_in", "Lyon"), ("not based in Lyon",)),
    "filter size": (only("size", ">", 10), ("of a size above 10",)),
    "top count": (top(CountOf(type="supplies", end="forward")), ("with the most customers",)),
    "top count within": (
        top(CountOf(type="supplies", end="forward", within=TESLA)),
        ("with the most customers", "counting only suppliers of Tesla"),
    ),
    "top attribute": (top(ValueOf(attribute="founded"), which="least", n=3), ("founded first (the first 3)",)),
    "top date": (top(DateOf()), ("with the latest start",)),
}
ANSWERS: dict[str, tuple[object, tuple[str, ...]]] = {
    "companies": (Companies(set=APPLE), ("suppliers of",)),
    "count": (Count(set=APPLE), ("how many",)),
    "yes_no": (YesNo(entity="ent-byd", set=APPLE), ("is BYD among them?",)),
    "value": (Value(entity="ent-byd", attribute="founded"), ("founding year", "BYD")),
    "value of a market": (
        Value(entity="ent-byd", attribute="ticker", tickers=("*.HK",)),
        ("ticker", "BYD", "Hong Kong"),
    ),
    "path": (Path(ids=("ent-byd", "ent-catl", "ent-apple")), ("connection", "BYD", "CATL", "Apple")),
    "comparison": (Compare(ids=("ent-byd", "ent-catl", "ent-apple")), ("comparison", "BYD", "CATL", "Apple")),
}


def _kinds_of(union: object, field: str) -> set[str]:
    return {kind.model_fields[field].default for kind in get_args(get_args(union)[0])}


def test_every_kind_of_the_algebra_is_among_the_examples() -> None:
    attributes = {f"filter {each}" for each in get_args(Attribute)}
    orders = {f"top {each.model_fields['by'].default}" for each in (CountOf, ValueOf, DateOf)}
    assert {each.partition(" ")[0] for each in KINDS} == _kinds_of(SetPlan, "op")
    assert attributes | orders <= set(KINDS)
    assert {each.partition(" ")[0] for each in ANSWERS} == _kinds_of(Answer, "kind")


@pytest.mark.parametrize("kind", [*KINDS, *ANSWERS])
def test_every_kind_of_part_has_a_chip_in_both_languages(kind: str) -> None:
    found, said = KINDS.get(kind) or ANSWERS[kind]
    plan = Plan.model_validate({"answer": found if kind in ANSWERS else Companies.model_validate({"set": found})})
    english, chinese = chips(plan, words("en")), chips(plan, words("zh"))
    for part in said:
        chip = next(each for each in english if part in each.text)
        other = next(each for each in chinese if each.key == chip.key)
        assert other.kind == chip.kind
        assert other.text
        assert chip.text != other.text or "*" in part
        left = without(plan, chip.key)
        assert chip.removable == (left is not None)
        if left is not None:
            again = [each.text for each in chips(left, words("en"))]
            assert again.count(chip.text) < [each.text for each in english].count(chip.text)


@pytest.mark.parametrize("kind", [*KINDS])
def test_beside_others_every_kind_of_part_can_be_taken_out(kind: str) -> None:
    found = KINDS[kind][0]
    plan = Plan.model_validate({"answer": {"kind": "companies", "set": And.model_validate({"args": (found, RIVALS)})}})
    for chip in chips(plan, words("en")):
        assert chip.removable == (chip.key != "set" or chip.kind != "group"), chip


def test_an_order_a_group_a_likeness_and_a_value_are_changed() -> None:
    ordered = Plan(answer=Companies(set=top(ValueOf(attribute="founded"))))
    assert words("en").plan(with_order(ordered, "set", "least", 2)) == "suppliers of Apple founded first (the first 2)"
    both = Plan(answer=Companies(set=And(args=(APPLE, TESLA))))
    assert words("en").plan(with_group(both, "set", "or")) == "suppliers of Apple or Tesla"
    assert with_group(with_group(both, "set", "or"), "set", "and") == both
    alike = Plan(answer=Companies(set=Like(of=Entities(ids=("ent-apple",)))))
    assert words("en").plan(with_relation(alike, "set", "supplies", "backward")) == "suppliers of Apple"
    value = Plan(answer=Value(entity="ent-apple", attribute="founded"))
    assert words("en").plan(with_attribute(value, "ticker")) == "ticker of Apple"
    for change in (lambda: with_order(both, "set", "most", 1), lambda: with_group(alike, "set", "or")):
        with pytest.raises(KeyError):
            change()
    with pytest.raises(KeyError):
        with_attribute(both, "ticker")


def test_what_is_left_out_is_changed() -> None:
    plan = Plan(answer=Companies(set=Minus(arg=APPLE, without=(TESLA, Entities(ids=("ent-byd",))))))
    changed = with_relation(plan, "set/without.0", "partner", "either")
    assert "not among partners of Tesla" in words("en").plan(changed)
    assert "other than CATL" in words("en").plan(with_name(plan, "set/without.1/ids.0", "ent-catl"))


def test_a_part_is_changed() -> None:
    plan = Plan(answer=Companies(set=YOUNG))
    keys = {chip.text: chip.key for chip in chips(plan, words("en"))}
    assert "Germany" in words("en").plan(with_values(plan, keys["from Japan"], ("DE",)))
    assert "Tesla" in words("en").plan(with_name(plan, keys["Apple"], "ent-tesla"))
    assert "since 2020" in words("en").plan(with_time(plan, keys["suppliers of"], When(first=2020)))
    assert words("en").plan(with_relation(plan, keys["suppliers of"], "supplies", "forward")).startswith("customers of")
    for wrong in ("", "set/nothing", "set/arg/arg/of/ids.7", "ids.0"):
        with pytest.raises(KeyError):
            without(plan, wrong)
    with pytest.raises(KeyError):
        with_values(plan, keys["suppliers of"], ("DE",))
    with pytest.raises(KeyError):
        with_relation(plan, keys["from Japan"], "supplies", "forward")


@given(ANY_PLAN)
@settings(max_examples=examples(200))
def test_every_chip_stands_for_a_part(plan: Plan) -> None:
    for chip in chips(plan, words("en")):
        part = part_at(plan, chip.key)
        match chip.kind:
            case "name":
                assert isinstance(part, str)
                assert words("en").name(part) == chip.text
            case "condition":
                assert isinstance(part, Related if chip.key.endswith(("/when", "/money")) else Filter | All)
            case "relation":
                assert isinstance(part, Related)
            case "order":
                assert isinstance(part, Top)
            case "group":
                assert isinstance(part, And | Or | All)


@pytest.mark.parametrize(("percent", "text"), [(0, "shareholders of"), (20, "shareholders (at least 20 %) of")])
def test_a_share_of_any_size_is_not_told(percent: float, text: str) -> None:
    asked = Related(type="shareholder_of", end="backward", of=APPLE, share=Share(operator=">=", percent=percent))
    assert words("en").relation(asked) == text


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("supplier", "suppliers"),
        ("subsidiary", "subsidiaries"),
        ("sister company", "sister companies"),
        ("headquarters", "headquarters"),
        ("person", "people"),
        ("owner of shares", "owners of shares"),
        ("branch", "branches"),
        ("供应商", "供应商"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many
