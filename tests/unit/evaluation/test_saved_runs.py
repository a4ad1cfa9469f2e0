from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from core.domain.requests import FusionSettings
from core.errors import DataUnreadableError
from core.evaluation.comparison import compare
from core.evaluation.experiment import QuestionScore, Status
from core.evaluation.metrics import MetricName, measure
from core.evaluation.report import markdown_report, tables, text_report
from core.evaluation.saved_runs import (
    ResultsNotWrittenError,
    SavedRun,
    load_run,
    prepare_folder,
    run_of,
    save_run,
    shown_settings,
)
from core.evaluation.summaries import summarise
from core.evaluation.tasks import LabelledQuestion, Target
from core.evaluation.variants import RetrievalChoice, Variant
from core.messages import Language
from core.settings import Settings
from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest

MANIFEST = Manifest(
    schema_version=SCHEMA_VERSION,
    build_id="20250101-ab",
    created_at="2025-01-01T00:00:00+00:00",
    embedding_model="use-multilingual",
    embedding_dimension=512,
    edge_types=(),
    data_fingerprint="",
    counts=Counts(entities=1, companies=1, relations=0, passages=0, mentions=0, links=0, skipped_rows=0),
)
Results = dict[str, list[QuestionScore]]


def score(
    identifier: str,
    place: int,
    *,
    task: str = "peers",
    target: Target = "company",
    language: Language = "en",
    status: Status = "searched",
) -> QuestionScore:
    """A question whose one answer stands in this place of a list of ten; place 0: nowhere."""
    question = LabelledQuestion(
        id=identifier, task=task, target=target, language=language, query="who?", relevant={"right": 1}
    )
    ranked = tuple("right" if place == number else f"wrong{number}" for number in range(1, 11))
    return QuestionScore(question, status, ranked, measure(target, ranked, question.relevant))


def half_found(count: int = 20) -> Results:
    """The hybrid always ranks the answer first, the walk alone finds it for every other question."""
    return {
        "graph only": [score(str(n), n % 2, status="failed" if n < 3 else "searched") for n in range(count)],
        "hybrid": [score(str(n), 1, status="unlinked" if n == 0 else "searched") for n in range(count)],
    }


def run(results: Results, earlier: SavedRun | None = None) -> SavedRun:
    return run_of(
        results,
        summarise(results, "hybrid", seed=0),
        compare(results, earlier, seed=0) if earlier else (),
        variants=[Variant(name, FusionSettings(), RetrievalChoice(asked_emphasis=True)) for name in results],
        baseline_variant="hybrid",
        manifests=[MANIFEST],
        settings=Settings(),
        options={"seed": 0},
    )


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"\s{2,}", line.strip())]


def test_means_intervals_differences_and_counts_are_summarised() -> None:
    (task,) = summarise(half_found(), "hybrid", seed=0)
    graph, hybrid = task.variants
    assert (task.task, graph.variant, graph.questions) == ("peers", "graph only", 20)
    assert (graph.failed, graph.unlinked, hybrid.failed, hybrid.unlinked) == (3, 0, 0, 1)
    assert (graph.metrics["nDCG@10"].mean, hybrid.metrics["nDCG@10"].mean) == (0.5, 1.0)
    assert 0.25 < graph.metrics["nDCG@10"].low < 0.5 < graph.metrics["nDCG@10"].high < 0.75
    assert graph.differences["nDCG@10"].mean == -0.5
    assert graph.differences["nDCG@10"].p_value < 0.01
    assert hybrid.differences == {}


def test_tasks_and_targets_are_summarised_apart() -> None:
    scores = [score("1", 1), score("1", 3, task="owners"), score("2", 2, task="owners", target="passage")]
    blocks = summarise({"hybrid": scores}, "hybrid", seed=0)
    assert [block.heading for block in blocks] == ["peers (companies)", "owners (companies)", "owners (passages)"]
    assert blocks[1].variants[0].metrics["MRR"].mean == pytest.approx(1 / 3)
    assert list(blocks[2].variants[0].metrics) == ["recall@5", "recall@2", "nDCG@10", "MRR"]


def test_the_text_is_an_aligned_table_per_task() -> None:
    lines = text_report(run(half_found())).splitlines()
    assert lines[0] == "peers (companies)"
    assert cells(lines[1]) == ["variant", "n", "nDCG@10", "MRR", "R@10", "nDCG@10 − hybrid", "p", "unlinked", "failed"]
    assert len({len(line) for line in lines[1:]}) == 1
    graph, hybrid = (cells(line) for line in lines[3:])
    assert graph[:2] == ["graph only", "20"]
    assert re.fullmatch(r"0\.500 \[0\.\d{3}, 0\.\d{3}\]", graph[2])
    assert re.fullmatch(r"-0\.500 \[-0\.\d{3}, -0\.\d{3}\]", graph[5])
    assert 0.0 < float(graph[6]) < 0.01
    assert graph[7:] == ["0", "3"]
    assert hybrid == ["hybrid", "20", *["1.000 [1.000, 1.000]"] * 3, "1", "0"]


def test_a_tiny_p_is_not_shown_as_nought() -> None:
    (table,) = tables(run(half_found(100)))
    assert table.rows[0][table.columns.index("p")] == "<0.001"


def test_languages_stand_apart_where_a_task_has_several() -> None:
    scores = [score("1", 1, language="zh"), score("2", 2, language="en")]
    (table,) = tables(run({"hybrid": scores}))
    shown = dict(zip(table.columns, table.rows[0], strict=True))
    assert (shown["nDCG@10 zh"], shown["nDCG@10 en"]) == ("1.000", "0.631")


def test_several_tasks_are_averaged_each_counting_once() -> None:
    scores = [score("1", 1), score("2", 1), score("3", 1), score("1", 2, task="owners", target="passage")]
    table = tables(run({"hybrid": scores}))[-1]
    assert table.heading == "mean over tasks"
    assert table.columns == ("variant", "tasks", "nDCG@10", "MRR")
    assert table.rows == (("hybrid", "2", "0.815", "0.750"),)


def test_the_markdown_holds_the_same_cells() -> None:
    finished = run(half_found())
    lines = markdown_report(finished).splitlines()
    (table,) = tables(finished)
    assert "## peers (companies)" in lines
    assert "20250101-ab" in lines[2]
    start = lines.index("## peers (companies)") + 2
    assert [cell.strip() for cell in lines[start].strip("|").split("|")] == list(table.columns)
    assert lines[start + 1].startswith("| --- | ---: |")
    assert [cell.strip() for cell in lines[start + 2].strip("|").split("|")] == list(table.rows[0])


def test_a_run_is_saved_whole(tmp_path: Path) -> None:
    finished = run(half_found())
    prepare_folder(tmp_path / "deep" / "results")
    save_run(finished, "# text\n", tmp_path / "deep" / "results")
    assert load_run(tmp_path / "deep" / "results" / "results.json") == finished
    assert (tmp_path / "deep" / "results" / "results.md").read_text(encoding="utf-8") == "# text\n"
    assert len(finished.scores) == 40
    assert finished.scores[0].ranked[0] == "wrong1"
    assert {"python", "numpy", "lancedb"} <= set(finished.versions)
    assert finished.settings["rrf_k"] == 60
    assert finished.build_id == "20250101-ab"


def test_secrets_are_not_saved() -> None:
    hidden = "hush"

    class WithSecrets(Settings):
        api_key: str = hidden
        hashed_keys: str = hidden
        session_token: str = hidden
        keyboard: str = "loud"

    shown = shown_settings(WithSecrets(llm_api_key=SecretStr(hidden)))
    assert hidden not in json.dumps(shown)
    assert shown["keyboard"] == "loud"
    secrets = {"llm_api_key", "api_keys", "api_keys_file", "page_password"}
    assert set(Settings.model_fields) - secrets == set(shown) - {"keyboard"}
    address = SecretStr(f"redis://:{hidden}@127.0.0.1")
    assert hidden not in json.dumps(shown_settings(Settings(rate_limit_redis_url=address)))


def test_a_run_is_compared_with_a_saved_one_question_by_question() -> None:
    second = [score(str(n), 2) for n in range(5, 15)]
    first = [score(str(n), 1) for n in range(20)]
    earlier = run({"hybrid": second, "gone": second})
    now: Results = {"hybrid": first, "new": first}
    (found,) = compare(now, earlier, seed=0)
    assert (found.variant, found.task, found.questions) == ("hybrid", "peers", 10)
    assert (found.before["MRR"], found.now["MRR"]) == (0.5, 1.0)
    assert found.differences["MRR"].mean == 0.5
    assert found.differences["MRR"].p_value < 0.01


def test_a_run_does_not_differ_from_itself() -> None:
    for found in compare(half_found(), run(half_found()), seed=0):
        assert {difference.p_value for difference in found.differences.values()} == {1.0}
        assert found.before == found.now


def test_questions_of_another_task_or_target_are_not_compared() -> None:
    earlier = run({"hybrid": [score("1", 1), score("2", 1, target="passage")]})
    now: Results = {"hybrid": [score("1", 1, task="owners"), score("2", 1)]}
    assert compare(now, earlier, seed=0) == []


def test_the_comparison_is_a_table_per_task_with_a_row_per_metric() -> None:
    now: Results = {name: [score("1", 1), score("1", 4, task="owners")] for name in ("graph only", "hybrid")}
    peers, owners = tables(run(now, earlier=run(now)))[3:]
    assert peers.heading == "peers (companies): saved run and this one"
    assert owners.heading == "owners (companies): saved run and this one"
    assert [row[0] for row in peers.rows[:4]] == [
        "graph only: nDCG@10",
        "graph only: MRR",
        "graph only: R@10",
        "hybrid: nDCG@10",
    ]
    assert owners.rows[1] == ("graph only: MRR", "1", "0.250", "0.250", "+0.000 [+0.000, +0.000]", "1.000")


def test_a_saved_score_without_its_metrics_is_refused(tmp_path: Path) -> None:
    saved = run(half_found()).model_dump(mode="json")
    metrics: dict[MetricName, float] = saved["scores"][0]["metrics"]
    del metrics["MRR"]
    with pytest.raises(ValidationError, match="the metrics are not"):
        SavedRun.model_validate(saved)
    (tmp_path / "results.json").write_text(json.dumps(saved), encoding="utf-8")
    with pytest.raises(DataUnreadableError, match=r"results\.json"):
        load_run(tmp_path / "results.json")


@pytest.mark.parametrize("content", [b"{}", b"{", "结果".encode("gb18030")])
def test_a_file_that_is_no_saved_run_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_bytes(content)
    with pytest.raises(DataUnreadableError, match=r"results\.json"):
        load_run(tmp_path / "results.json")


def test_a_folder_that_cannot_be_written_is_told_before_and_after(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(ResultsNotWrittenError, match="--output"):
        prepare_folder(tmp_path / "file")
    with pytest.raises(ResultsNotWrittenError, match="--output"):
        save_run(run(half_found()), "", tmp_path / "file")
