from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.records import Entity
from core.names import normalise as names
from core.names import normalised_names
from core.names.name_tables import entity_names
from core.names.normalise import normalise_name
from core.names.normalised_names import NormalisedNames, name_rules
from core.storage import name_files
from core.storage.name_files import normalised_before, save_normalised

BYD = "ＢＹＤ Co., Ltd."


@pytest.fixture
def version(tmp_path: Path) -> Path:
    """A version that has normalised one name, and says something of it that no rule says."""
    forms = NormalisedNames({BYD: "taken over"})
    assert forms[BYD] == "taken over"
    save_normalised(forms, tmp_path)
    return tmp_path


@given(st.lists(st.text(max_size=12)))
def test_forms_are_those_of_the_rules(asked: list[str]) -> None:
    forms = NormalisedNames()
    assert [forms[name] for name in asked] == [normalise_name(name) for name in asked]
    assert set(forms) == set(asked)


CALLED = st.text("aB公司集团有限.,Co Ltd ＢÖ", min_size=1, max_size=12).filter(lambda name: any(map(str.isalnum, name)))


@given(st.lists(CALLED, min_size=1), st.data())
def test_names_are_the_same_whatever_is_known(called: list[str], data: st.DataObject) -> None:
    entities = [
        Entity(id=str(row), type="company", name_zh="x", name_en="y", aliases=(name,))
        for row, name in enumerate(called)
    ]
    companies = np.ones(len(entities), dtype=bool)
    known = {name: normalise_name(name) for name in data.draw(st.sets(st.sampled_from(called)))}
    anew, taken = entity_names(entities, companies), entity_names(entities, companies, NormalisedNames(known))
    assert list(taken.companies.names) == list(anew.companies.names)
    assert taken.companies.bearer.tolist() == anew.companies.bearer.tolist()


def test_a_known_form_is_taken_and_another_computed(version: Path) -> None:
    forms = normalised_before([version])
    assert (forms[BYD], forms["CATL Inc."]) == ("taken over", "catl")


def test_what_nobody_asked_for_any_more_is_forgotten(version: Path, tmp_path: Path) -> None:
    save_normalised(normalised_before([version]), tmp_path / "next")
    assert normalised_before([tmp_path / "next"])[BYD] == "byd"


def test_only_the_newest_version_is_asked(version: Path, tmp_path: Path) -> None:
    assert normalised_before([tmp_path / "older", version])[BYD] == "byd"
    assert normalised_before([])[BYD] == "byd"


def test_forms_of_other_rules_are_computed_anew(version: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_files, "name_rules", lambda: "others")
    assert normalised_before([version])[BYD] == "byd"


@pytest.mark.parametrize("content", [b"", b"ARROW1\0\0 no table"])
def test_damaged_forms_are_computed_anew(version: Path, content: bytes) -> None:
    (version / "names" / "normalised.arrow").write_bytes(content)
    assert normalised_before([version])[BYD] == "byd"


def test_other_code_is_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = name_rules.__wrapped__()
    changed = tmp_path / "names.py"
    changed.write_bytes(Path(str(names.__file__)).read_bytes() + b"\n")
    monkeypatch.setattr(names, "__file__", str(changed))
    assert before == name_rules()
    assert normalised_names.name_rules.__wrapped__() != before
