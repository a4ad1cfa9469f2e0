"""Whatever is asked and however it is weighed: a company is said to answer exactly where it is among the answer's."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.discovery.claimed_answer import claimed_answer
from core.discovery.pipeline import DiscoveryPipeline
from core.domain.plan import Plan
from core.domain.requests import DiscoveryRequest, FusionMode, FusionSettings, RelevanceLevel
from core.messages import LANGUAGES, Language
from tests.plans import plans
from tests.support import examples

CLAIMS = ("The relation you asked for", "正是所问的关系", "What you asked for", "正是所问的公司")
NAMES = ("Apple", "宁德时代", "Tesla", "台积电", "SoftBank", "Microsoft", "lithium-ion batteries", "合肥", "Boeing", "")
PARTS = (
    "suppliers",
    "供应商",
    "competitors",
    "客户",
    "who invested in",
    "投资了",
    "acquired",
    "subsidiaries",
    "合作伙伴",
    "depends on",
    "makers of",
    "founders",
    "similar to",
    "of",
    "的",
    "and",
    "和",
    "not",
    "不是",
    "Japanese",
    "韩国",
    "2015",
    "how many",
    "最大",
    "有哪些",
    "which companies",
    "?",
    "founded when",
    "股票代码",
    "成立",
)
questions = st.lists(st.sampled_from(NAMES + PARTS + PARTS), min_size=1, max_size=6).map(" ".join)
fusions = st.builds(
    FusionSettings,
    mode=st.sampled_from(FusionMode),
    graph_weight=st.sampled_from([0.0, 0.5, 1.0]),
    vector_weight=st.sampled_from([0.0, 0.5, 1.0]),
    max_results=st.sampled_from([1, 10, 100]),
    min_relevance=st.sampled_from(RelevanceLevel),
)


@settings(max_examples=examples(60), deadline=None)
@given(questions.filter(str.strip), fusions, st.sampled_from(LANGUAGES))
def test_a_company_answers_exactly_where_it_is_among_the_answers(
    sample_pipeline: DiscoveryPipeline, question: str, fusion: FusionSettings, language: str
) -> None:
    request = DiscoveryRequest.model_validate({"query": question, "language": language, "fusion": fusion})
    searched, found = sample_pipeline.retrieve(request), sample_pipeline.discover(request)
    answer, listed = found.answer, found.related_companies
    answering = [each.company_id for each in listed if each.answers_question]
    assert all(each.answers_question == (each.company_id in answer.company_ids) for each in listed)
    assert [each.company_id for each in listed[: len(answering)]] == answering
    assert answering == [each for each in answer.company_ids if each in answering]
    for each in listed:
        assert each.judgement.reason.startswith(CLAIMS) == each.answers_question
    assert len(set(answer.company_ids)) == len(answer.company_ids)
    told = answer.outcome == "answered" and answer.kind in ("value", "yes_no")
    assert (answer.value is not None) == (told or answer.kind == "count")  # none is 0
    if answer.kind not in ("count", "yes_no", "comparison"):
        assert bool(answer.company_ids) == (answer.outcome == "answered" and answer.kind == "companies")
    if searched.understood.parsed.not_understood and searched.understood.asked_value is None:
        assert answer.outcome in ("partly_understood", "open", "unknown_name", "ambiguous_name") or (
            answer.kind == "fact"
        )
    if answer.outcome in ("unknown_name", "ambiguous_name"):
        assert (listed, answer.company_ids) == ((), ())
    else:
        assert set(claimed_answer(searched, "en").company_ids) == set(answer.company_ids)


def _plans() -> st.SearchStrategy[Plan]:
    ids = ["apple", "tesla", "catl", "tsmc", "softbank", "place-hefei", "product-ev-battery"]
    types = ["supplies", "competitor", "produces", "shareholder_of", "founded_by", "acquired"]
    return plans(ids, types, ["industry-ev-batteries"])


@settings(max_examples=examples(60), deadline=None)
@given(_plans(), fusions, st.sampled_from(LANGUAGES))
def test_of_any_plan_exactly_the_members_are_claimed(
    sample_pipeline: DiscoveryPipeline, plan: Plan, fusion: FusionSettings, language: Language
) -> None:
    found = sample_pipeline.discover(DiscoveryRequest(plan=plan, language=language, fusion=fusion))
    answer, listed = found.answer, found.related_companies
    assert answer.plan == plan
    assert answer.outcome in ("answered", "empty")
    assert answer.sentences
    shown = [each.company_id for each in listed if each.answers_question]
    assert shown == list(answer.company_ids[: len(listed)])
    for each in listed:
        assert each.judgement.reason.startswith(CLAIMS) == each.answers_question
    kinds = {"count": int, "yes_no": bool, "value": str}
    if answer.outcome == "answered" and answer.kind in kinds:
        assert type(answer.value) is kinds[answer.kind]
    if answer.nearest is not None:
        assert (answer.outcome, answer.nearest.count > 0) == ("empty", True)
