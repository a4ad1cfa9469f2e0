from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Lock

import numpy as np
import pytest
from numpy.typing import NDArray

from core.retrieval import cross_encoder
from core.retrieval.cross_encoder import (
    OBVIOUS_PAIRS,
    CrossEncoderReranker,
    Reranker,
    RerankerLoading,
    RerankerUnavailableError,
    RerankerUnfitError,
    configured_reranker,
    load_reranker,
)
from core.settings import Settings
from tests.tiny_rerankers import MAX_LENGTH, USER_ONLY_TEMPLATE, causal_model, classifier, taught

QUESTION, ANSWER = OBVIOUS_PAIRS["en"][0]
OTHER = OBVIOUS_PAIRS["en"][1][1]
WRITTEN_BY_SENTENCE_TRANSFORMERS = ("modules.json", "config_sentence_transformers.json", "sentence_bert_config.json")


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No network, also where huggingface_hub was imported before the variable was set."""
    import huggingface_hub.constants

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return taught(classifier(tmp_path_factory.mktemp("bert")))


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return taught(causal_model(tmp_path_factory.mktemp("qwen")))


def as_published(folder: Path, copy: Path) -> Path:
    """The model as transformers alone would save it, without anything sentence-transformers wrote."""
    shutil.copytree(folder, copy)
    for name in WRITTEN_BY_SENTENCE_TRANSFORMERS:
        (copy / name).unlink()
    shutil.rmtree(copy / "1_LogitScore", ignore_errors=True)
    return copy


def refusal(name: str) -> str:
    with pytest.raises(RerankerUnavailableError) as caught:
        load_reranker(name, max_length=512)
    assert caught.value.parameters["model"] == name
    assert name in caught.value.message("zh")
    assert "\n" not in str(caught.value)
    return str(caught.value.parameters["detail"])


@pytest.mark.matrix()
@pytest.mark.parametrize("kind", ["bert", "qwen"])
def test_a_classifier_and_a_language_model_are_both_rerankers(kind: str, request: pytest.FixtureRequest) -> None:
    reranker = load_reranker(str(request.getfixturevalue(kind)), max_length=512)
    high, low = reranker.scores(QUESTION, [ANSWER, OTHER])
    assert 0.0 <= low < 0.5 < high <= 1.0


@pytest.mark.parametrize("kind", ["bert", "qwen"])
def test_a_model_saved_by_transformers_alone_is_one_too(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(kind)
    texts = [ANSWER, OTHER]
    published = load_reranker(str(as_published(folder, tmp_path / "model")), max_length=512)
    expected = load_reranker(str(folder), max_length=512).scores(QUESTION, texts)
    assert published.scores(QUESTION, texts) == pytest.approx(expected, abs=1e-6)


def test_a_language_model_is_asked_for_yes_or_no(qwen: Path) -> None:
    """The score is P(yes) / (P(yes) + P(no)) of the next token, by the formula of the Qwen3-Reranker model card."""
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(qwen), device="cpu")
    features = model.preprocess([(QUESTION, ANSWER)])
    logits = model[0].model(**{key: features[key] for key in ("input_ids", "attention_mask")}).logits[0, -1]
    yes, no = (model.tokenizer.convert_tokens_to_ids(word) for word in ("yes", "no"))
    expected = torch.softmax(logits[[no, yes]], dim=0)[1].item()
    assert CrossEncoderReranker(model).scores(QUESTION, [ANSWER])[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("activation", ["torch.nn.modules.linear.Identity", "torch.nn.modules.activation.Tanh"])
def test_scores_are_in_range_whatever_activation_the_model_is_saved_with(
    activation: str, bert: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(bert, tmp_path / "model"))
    saved = folder / "config_sentence_transformers.json"
    saved.write_text(json.dumps(json.loads(saved.read_text()) | {"activation_fn": activation}))
    texts = [ANSWER, OTHER]
    expected = load_reranker(str(bert), max_length=512).scores(QUESTION, texts)
    assert load_reranker(str(folder), max_length=512).scores(QUESTION, texts) == pytest.approx(expected)


@pytest.mark.parametrize("make", [classifier, causal_model])
def test_a_model_that_prefers_the_irrelevant_text_is_unfit(make: object, tmp_path: Path) -> None:
    taught(make(tmp_path), wrongly=True)  # type: ignore[operator]
    with pytest.raises(RerankerUnfitError) as caught:
        load_reranker(str(tmp_path), max_length=512)
    numbers = caught.value.parameters
    assert float(numbers["relevant"]) < float(numbers["irrelevant"])
    assert str(tmp_path) in caught.value.message("zh")


class OneSided:
    """Scores that depend on the text alone, or on nothing."""

    def __init__(self, favourite: str) -> None:
        self._favourite = favourite

    def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
        assert question
        return np.array([float(text == self._favourite) for text in texts])


@pytest.mark.parametrize("favourite", ["", ANSWER, OTHER])
def test_a_model_that_ignores_the_question_is_unfit(favourite: str) -> None:
    with pytest.raises(RerankerUnfitError):
        cross_encoder._check("one-sided", OneSided(favourite))


def test_a_model_that_reads_english_only_is_unfit(bert: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class EnglishOnly(CrossEncoderReranker):
        def scores(self, question: str, texts: Sequence[str]) -> NDArray[np.float64]:
            return super().scores(question, [text if text.isascii() else "?" for text in texts])

    monkeypatch.setattr(cross_encoder, "CrossEncoderReranker", EnglishOnly)
    with pytest.raises(RerankerUnfitError, match="language zh"):
        load_reranker(str(bert), max_length=512)


@pytest.mark.parametrize("name", ["no-such-organisation/no-such-model", "no such model!", "/no/such/folder", " "])
def test_an_unknown_model_is_unavailable_and_says_which(name: str) -> None:
    assert refusal(name)


def test_a_folder_that_is_no_model_is_unavailable(tmp_path: Path) -> None:
    assert refusal(str(tmp_path))


def test_a_model_with_a_truncated_file_is_unavailable(bert: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(bert, tmp_path / "model"))
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    assert refusal(str(folder))


def test_a_model_with_several_labels_is_no_reranker(tmp_path: Path) -> None:
    assert "3 scores per pair" in refusal(str(classifier(tmp_path, labels=3)))


def test_a_chat_model_whose_template_leaves_the_pair_out_is_unavailable(qwen: Path, tmp_path: Path) -> None:
    folder = as_published(qwen, tmp_path / "model")
    (folder / "chat_template.jinja").write_text(USER_ONLY_TEMPLATE)
    assert "chat template" in refusal(str(folder))


def test_a_language_model_without_the_words_yes_and_no_is_unfit(qwen: Path, tmp_path: Path) -> None:
    folder = as_published(qwen, tmp_path / "model")
    tokenizer = (folder / "tokenizer.json").read_text().replace('"yes"', '"ja"').replace('"no"', '"nein"')
    (folder / "tokenizer.json").write_text(tokenizer)
    with pytest.raises(RerankerUnfitError):
        load_reranker(str(folder), max_length=512)


@pytest.mark.parametrize(("configured", "applied"), [(10_000, MAX_LENGTH), (200, 200)])
@pytest.mark.parametrize("kind", ["bert", "qwen"])
def test_long_texts_are_cut_at_the_shorter_of_both_limits(
    kind: str, configured: int, applied: int, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(kind)
    reranker = load_reranker(str(folder), max_length=configured)
    assert reranker._model.max_seq_length == applied
    same = ANSWER + " " + "e" * applied
    first, second = reranker.scores(QUESTION, [same + "bread" * 300, same + "cars" * 300])
    assert first == pytest.approx(second, abs=1e-6)


def test_a_folder_is_loaded_without_a_network(bert: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub.constants

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr("socket.getaddrinfo", refused)
    monkeypatch.setattr("socket.socket.connect", refused)
    assert load_reranker(str(bert), max_length=512)


def test_scores_that_are_no_numbers_are_refused(bert: Path) -> None:
    import torch
    from sentence_transformers import CrossEncoder

    model = CrossEncoder(str(bert), device="cpu")
    with torch.no_grad():
        model[0].model.classifier.bias.fill_(float("nan"))
    with pytest.raises(ValueError, match="finite"):
        CrossEncoderReranker(model).scores(QUESTION, [ANSWER])


def test_many_threads_get_the_scores_one_would_get(bert: Path) -> None:
    reranker = load_reranker(str(bert), max_length=512)
    texts = [ANSWER, OTHER, ANSWER + OTHER, "x" * 400]
    alone = [reranker.scores(QUESTION, [text])[0] for text in texts]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda _: reranker.scores(QUESTION, texts), range(24)))
    assert all(scores == pytest.approx(alone, abs=1e-5) for scores in together)


def test_loading_happens_once_however_many_ask() -> None:
    counted, counting = [0], Lock()

    def load() -> Reranker:
        with counting:
            counted[0] += 1
        return OneSided("")

    loading = RerankerLoading(load)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: (loading.begin(), loading.get()), range(64)))
    assert counted == [1]


def test_a_question_does_not_wait_for_another_thread() -> None:
    entered, allowed = Event(), Event()

    def load() -> Reranker:
        entered.set()
        allowed.wait(10)
        return OneSided("")

    loading = RerankerLoading(load)
    loading.begin()
    assert entered.wait(10)
    assert loading.get() is None
    assert (loading.state, loading.fault) == ("loading", None)
    allowed.set()
    while loading.get() is None:
        pass
    assert isinstance(loading.get(), OneSided)
    assert (loading.state, loading.fault) == ("on", None)


def test_a_failure_is_remembered_and_told_every_time() -> None:
    calls: list[int] = []

    def load() -> Reranker:
        calls.append(1)
        raise RerankerUnavailableError(model="m", detail="gone")

    loading = RerankerLoading(load)
    depths = []
    for _ in range(3):
        with pytest.raises(RerankerUnavailableError) as caught:
            loading.get()
        depths.append(len(caught.traceback))
    assert calls == [1]
    assert len(set(depths)) == 1
    assert (loading.state, loading.fault) == ("failed", caught.value)


def test_the_configured_model_is_one_for_the_process(bert: Path) -> None:
    settings = Settings(reranker_model=str(bert))
    loading = configured_reranker(settings)
    assert loading is not None
    assert configured_reranker(Settings(reranker_model=str(bert), reranker_top_n=3)) is loading
    assert loading.get() is loading.get() is not None


def test_without_a_name_there_is_none() -> None:
    assert configured_reranker(Settings()) is None
