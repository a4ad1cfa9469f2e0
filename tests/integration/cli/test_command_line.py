from __future__ import annotations

import json
import re
import runpy
import sys
from pathlib import Path

import pytest

from core.cli.parser import main
from core.discovery import pipeline
from core.domain.arms import ARMS
from core.messages import translate
from core.ontology import default_ontology
from core.retrieval import relationship_search
from core.statistics import statistics
from core.statistics.figures import Statistics
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.knowledge_base import open_knowledge_base
from core.storage.manifest import SCHEMA_VERSION, Manifest
from tests.support import ROOT, company, document_example, write_data

Captured = pytest.CaptureFixture[str]
QUESTION = {"id": "1", "language": "zh", "company": "公司A", "relevant": {"公司B": 3}}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The document example as the configured data folder; nothing is built yet."""
    folder = document_example(tmp_path / "data")
    monkeypatch.setenv("GUANXI_DATA_FOLDER", str(folder))
    monkeypatch.setenv("GUANXI_KNOWLEDGE_BASE_FOLDER", str(tmp_path / "kb"))
    return folder


def assert_bilingual(captured: Captured, key: str, **parameters: str | int) -> None:
    output = captured.readouterr()
    assert output.out == ""
    assert translate(key, "en", **parameters) in output.err
    assert translate(key, "zh", **parameters) in output.err


def test_build_publishes_and_shows_its_progress(data: Path, capsys: Captured) -> None:
    assert main(["build"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["counts"]["companies"] == 5
    assert "100.0% publish 1/1" in output.err
    assert (data.parent / "kb" / "CURRENT").is_file()


def test_a_long_build_says_how_fast_it_is_and_how_long_it_takes(
    data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUANXI_EMBEDDING_BATCH_SIZE", "1")
    assert main(["build"]) == 0
    assert re.search(r"entities \d/5 [\d,]+/s \d+ s left", capsys.readouterr().err)


def test_stats_as_json_is_the_data(data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["build"])
    built = Manifest.model_validate_json(capsys.readouterr().out)
    monkeypatch.setenv("GUANXI_EMBEDDING_MODEL", "minilm-english")  # says what is there, whatever is configured
    assert main(["stats", "--json"]) == 0
    printed = Statistics.model_validate_json(capsys.readouterr().out)
    base = open_knowledge_base(data.parent / "kb", embedding_model="use-multilingual")
    assert printed == statistics(base, default_ontology())
    assert (printed.build_id, printed.counts) == (built.build_id, built.counts)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "           5  companies",
                "           1  competes with",
                "Companies by number of relations",
                "  Companies without relations: 2: Company D, Company E",
            ],
        ),
        (
            "zh",
            ["           5  公司", "           1  供货给", "公司的关系数分布", "  没有关系的公司: 2 家：公司D、公司E"],
        ),
    ],
)
def test_stats_is_a_table_in_either_language(language: str, lines: list[str], data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["stats", "--language", language]) == 0
    assert set(lines) <= set(capsys.readouterr().out.splitlines())


def test_stats_without_a_knowledge_base_is_refused(data: Path, capsys: Captured) -> None:
    assert main(["stats"]) == 1
    assert_bilingual(capsys, "error.knowledge_base_missing", folder=str(data.parent / "kb"))


def test_discover_builds_what_is_missing_and_answers_in_json(data: Path, capsys: Captured) -> None:
    assert main(["discover", "--company", "公司A", "--language", "zh"]) == 0
    output = capsys.readouterr()
    answer = json.loads(output.out)
    assert answer["query_company_ids"] == ["公司A"]
    assert answer["related_companies"][0]["company_id"] == "公司B"
    assert "竞争对手" in answer["related_companies"][0]["reason"]
    assert "publish" in output.err


def test_discover_opens_what_is_built(data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["discover", "--query", "Who supplies Company A?"]) == 0
    output = capsys.readouterr()
    found = json.loads(output.out)
    assert found["asked_relation"] == "supplies"
    assert (found["answer"]["outcome"], found["answer"]["company_ids"]) == ("answered", ["公司C"])
    assert [each["company_id"] for each in found["related_companies"] if each["answers_question"]] == ["公司C"]
    assert output.err == ""


def test_discover_ranks_by_what_an_answer_says_it_was_ranked_by(data: Path, capsys: Captured) -> None:
    main(["build"])
    asked = ["discover", "--company", "公司A"]
    capsys.readouterr()
    for fusion in ("{}", '{"mode": "rrf", "rrf_k": 7}', '{"graph_weight": 0.0, "shares": {"text": 0.1, "words": 2}}'):
        assert main([*asked, "--fusion", fusion]) == 0
        first = json.loads(capsys.readouterr().out)
        assert main([*asked, "--fusion", json.dumps(first["fusion"])]) == 0
        again = json.loads(capsys.readouterr().out)
        assert again["fusion"] == first["fusion"]
        assert again["related_companies"] == first["related_companies"] != []
    assert (first["fusion"]["mode"], first["fusion"]["shares"]["words"]) == ("weighted", 2.0)


@pytest.mark.parametrize(
    ("fusion", "said"),
    [
        ('{"shares": {"walk": 1}}', f"shares: the arms of the retrieval are {', '.join(ARMS)}"),
        ('{"rrf_k": 0}', "rrf_k: Input should be greater than or equal to 1"),
        ("weighted", "fusion: Input should be a valid dictionary"),
    ],
)
def test_fusion_that_does_not_fit_is_named(fusion: str, said: str, data: Path, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["discover", "--company", "公司A", "--fusion", fusion])
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_discover_reads_the_settings(data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_RELATIONSHIP_MAX_RESULTS", "1")
    monkeypatch.setenv("GUANXI_FUSION_MODE", "rrf")
    assert main(["discover", "--company", "公司A"]) == 0
    assert len(json.loads(capsys.readouterr().out)["related_companies"]) == 1


def test_an_unknown_company_is_refused_with_the_nearest_names(data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["discover", "--company", "Compani A"]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert "“Compani A”. The nearest names: 公司A (公司A / Company A)" in output.err


def test_skipped_rows_are_told(data: Path, capsys: Captured) -> None:
    write_data(data, companies=[company("a"), company("a")])
    assert main(["discover", "--company", "a"]) == 0
    error = capsys.readouterr().err
    assert "companies.csv, line 3" in error
    assert "the id a occurs twice" in error


def test_search_lists_companies_and_relations_in_words(data: Path, capsys: Captured) -> None:
    assert main(["search", "Who supplies wafer materials?"]) == 0
    english = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in english] == [str(place) for place in range(1, 8)]
    assert {line.split()[2] for line in english} == {"company", "relation"}
    assert any(line.endswith("Company C supplies Company A: 公司C是公司A的上游供应商。") for line in english)
    assert any(line.endswith("Company C · 公司C") for line in english)
    assert main(["search", "谁供应晶圆材料？", "--language", "zh", "--limit", "3"]) == 0
    chinese = capsys.readouterr().out.splitlines()
    assert len(chinese) == 3
    assert {line.split()[2] for line in chinese} == {"公司", "关系"}


def test_search_says_in_json_what_each_hit_is(data: Path, capsys: Captured) -> None:
    assert main(["search", "wafer supplier", "--json", "--relationship-limit", "1"]) == 0
    hits = json.loads(capsys.readouterr().out)
    relations = [hit for hit in hits if hit["type"] == "relationship"]
    assert [(hit["source"], hit["relation_type"], hit["target"]) for hit in relations] == [
        ("公司C", "supplies", "公司A")
    ]
    assert "Company C supplies Company A" in relations[0]["text"]
    assert {hit["id"] for hit in hits if hit["type"] == "object"} == {f"公司{letter}" for letter in "ABCDE"}
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)


def test_search_in_an_empty_base_says_that_there_is_nothing(data: Path, capsys: Captured) -> None:
    write_data(data)
    assert main(["search", "wafers"]) == 0
    assert capsys.readouterr().out.strip() == translate("found.nothing", "en")


def test_search_without_words_is_refused(data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["search", " "]) == 1
    assert_bilingual(capsys, "error.query_empty")


@pytest.mark.parametrize("error", [OSError("the disk is gone"), ValueError("the disk is gone")])
def test_a_search_that_fails_is_refused(
    error: Exception, data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise error

    main(["build"])
    capsys.readouterr()
    monkeypatch.setattr(relationship_search, "search_triplets", failing)
    assert main(["search", "wafers"]) == 1
    assert_bilingual(capsys, "error.search_failed", detail="the disk is gone")


def test_search_without_its_model_is_refused(data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object, **__: object) -> None:
        raise EmbeddingModelUnavailableError(model="none", detail="gone")

    main(["build"])
    capsys.readouterr()
    monkeypatch.setattr(pipeline, "load_encoder", unavailable)
    assert main(["search", "wafers"]) == 1
    assert_bilingual(capsys, "error.embedding_model_unavailable", model="none", detail="gone")


def test_every_command_is_documented(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = re.findall(r"^ {4}([a-z-]+)", capsys.readouterr().out, flags=re.MULTILINE)
    documented = "".join(
        (ROOT / page).read_text(encoding="utf-8") for page in ("docs/commands.md", "docs/operations.md")
    )
    assert {"build", "search", "learn-fusion"} <= set(commands)
    assert [command for command in commands if f"python -m core {command}" not in documented] == []


def test_the_changelog_names_the_schema_version() -> None:
    assert f"schema version {SCHEMA_VERSION}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def questions(folder: Path, *changes: dict[str, object]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(json.dumps({**QUESTION, **change}) for change in changes), encoding="utf-8")
    return path


def test_evaluate_prints_a_table_and_how_far_it_is(data: Path, capsys: Captured) -> None:
    questions(data, {})
    assert main(["evaluate"]) == 0
    output = capsys.readouterr()
    lines = output.out.splitlines()
    assert lines[0] == "questions (companies)"
    assert lines[1].split()[:3] == ["variant", "n", "nDCG@10"]
    assert lines[-1].split()[:3] == ["hybrid", "1", "1.000"]
    assert "100% 1/1" in output.err


def test_evaluate_saves_a_run_and_compares_with_it(data: Path, tmp_path: Path, capsys: Captured) -> None:
    path = questions(
        tmp_path,
        *({"id": f"p{n}", "task": "peers", "relevant": {"公司E": 1}, "among": "some"} for n in range(4)),
        {"task": "passages", "target": "passage", "query": "谁供货？", "relevant": {"p1": 1}},
        {"task": "others"},
    )
    (tmp_path / "universes.json").write_text(json.dumps({"some": ["公司E", "公司C"]}), encoding="utf-8")
    options = ["evaluate", "--tasks", str(path), "--universes", str(tmp_path / "universes.json")]
    options += ["--task", "peers", "--task", "passages", "--limit", "3", "--seed", "1"]
    options += ["--variant", "text only", "--baseline-variant", "graph only", "--output", str(tmp_path / "out")]
    assert main(options) == 0
    saved = json.loads((tmp_path / "out" / "results.json").read_text(encoding="utf-8"))
    assert [variant["name"] for variant in saved["variants"]] == ["graph only", "text only"]
    assert [(block["task"], block["variants"][0]["questions"]) for block in saved["summaries"]] == [
        ("peers", 3),
        ("passages", 1),
    ]
    assert {name for found in saved["scores"] if found["task"] == "peers" for name in found["ranked"]} <= {
        "公司E",
        "公司C",
    }
    assert (saved["options"]["limit"], saved["baseline_variant"]) == (3, "graph only")
    capsys.readouterr()
    assert main([*options, "--baseline", str(tmp_path / "out" / "results.json")]) == 0
    printed = capsys.readouterr().out
    assert "peers (companies): saved run and this one" in printed
    assert "nDCG@10 − graph only" in printed
    assert "## passages (passages)" in (tmp_path / "out" / "results.md").read_text(encoding="utf-8")


def test_evaluate_without_questions_is_refused(data: Path, capsys: Captured) -> None:
    assert main(["evaluate"]) == 1
    output = capsys.readouterr()
    assert "questions.jsonl cannot be read" in output.err
    assert "questions.jsonl 无法读取" in output.err


@pytest.mark.parametrize(
    ("option", "known"), [("--task", "peers"), ("--variant", "hybrid"), ("--baseline-variant", "text only")]
)
def test_evaluate_names_what_there_is_instead_of_an_unknown_name(
    data: Path, capsys: Captured, option: str, known: str
) -> None:
    questions(data, {"task": "peers"})
    assert main(["evaluate", option, "dance"]) == 1
    error = capsys.readouterr().err
    assert "no task or variant named “dance”" in error
    assert "没有名为“dance”" in error
    assert known in error
    assert not (data.parent / "kb").exists()


@pytest.mark.parametrize("option", [("--baseline", "nowhere.json"), ("--universes", "nowhere.json")])
def test_evaluate_reads_its_files_before_it_begins(data: Path, capsys: Captured, option: tuple[str, str]) -> None:
    questions(data, {})
    assert main(["evaluate", *option]) == 1
    assert "nowhere.json cannot be read" in capsys.readouterr().err
    assert not (data.parent / "kb").exists()


def test_an_empty_question_is_refused(data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["discover"]) == 1
    assert_bilingual(capsys, "error.query_empty")


def test_a_question_that_is_too_long_is_refused(data: Path, capsys: Captured) -> None:
    main(["build"])
    capsys.readouterr()
    assert main(["discover", "--query", "x" * 2001]) == 1
    assert_bilingual(capsys, "error.query_too_long", limit=2000)


def test_missing_data_is_refused(data: Path, capsys: Captured) -> None:
    (data / "relations.csv").unlink()
    assert main(["build"]) == 1
    error = capsys.readouterr().err
    assert "The data file relations.csv cannot be read" in error
    assert "数据文件 relations.csv 无法读取" in error


def test_another_embedding_model_is_refused(data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    main(["build"])
    capsys.readouterr()
    monkeypatch.setenv("GUANXI_EMBEDDING_MODEL", "minilm-english")
    assert main(["discover", "--company", "公司A"]) == 1
    parameters = {"built_with": "use-multilingual", "configured": "minilm-english"}
    assert_bilingual(capsys, "error.embedding_model_mismatch", **parameters)


def test_a_wrong_setting_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_PPR_MAX_HOPS", "many")
    assert main(["stats"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["discover", "--language", "fr"],
        ["discover", "--company", "公司A", "--max-results", "101"],
        ["discover", "--company", "公司A", "--both-languages=yes"],
        ["build", "--now"],
        ["search"],
        ["search", "wafers", "--limit", "0"],
        ["search", "wafers", "--relationship-limit", "many"],
        ["evaluate", "--limit", "0"],
        ["evaluate", "--limit", "many"],
        ["evaluate", "--seed", "-1"],
    ],
)
def test_wrong_arguments_show_the_usage(arguments: list[str], data: Path, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: python -m core" in capsys.readouterr().err


def test_run_as_a_module_the_status_is_the_exit_status(
    data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["core", "stats"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(ROOT / "core" / "__main__.py"), run_name="__main__")
    assert stopped.value.code == 1
    assert "python -m core build" in capsys.readouterr().err
