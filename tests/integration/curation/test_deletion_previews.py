"""What the preview of a deletion counts is what the deletion takes, also of companies that were made one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.curation.deleting import delete_source, what_goes_with_source
from core.curation.import_plans import plan_import
from core.curation.importing import check_import, imported_sources, run_import
from core.curation.open_or_build import open_or_build
from core.curation.same_companies import decide
from core.ontology import Ontology
from core.settings import Settings
from core.storage.data_folder import remember_data_folder
from core.storage.knowledge_base import KnowledgeBase
from core.workspace.verdicts import verdict
from tests.support import company, relation, settings_for, write_data

SOURCES = (
    ("list.csv", "id,name,description\nw1,Contemporary Amperex,Makes cells.\nw2,Boreal Optics,\n"),
    ("ties.csv", "source,type,target\nw1,supplies,tesla\nw1,supplies,w2\nw1,competitor,catl\nCATL,competitor,tesla\n"),
    ("more.csv", "id,name,suppliers\nw2,Boreal Optics,CATL\nw3,Quantia Steel,Contemporary Amperex; Boreal Optics\n"),
    ("notes.csv", "passage_id,title,text\nt1,Plants,Contemporary Amperex and Quantia Steel opened plants with CATL.\n"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, ontology: Ontology) -> Settings:
    """CATL of the data folder, which a source lists under another id and another name, and three more sources."""
    folder = tmp_path_factory.mktemp("four-sources")
    settings = settings_for(folder / "data", folder / "kb")
    write_data(
        settings.data_folder,
        companies=[company("catl", "宁德时代", "CATL"), company("tesla", "特斯拉", "Tesla")],
        relations=[relation("catl", "supplies", "tesla")],
        passages=[
            {"id": "p1", "title": "Supply", "language": "en", "text": "CATL supplies Tesla."},
            {"id": "p2", "title": "Cells", "language": "en", "text": "Contemporary Amperex builds for Tesla."},
        ],
    )
    for file in SOURCES:
        plan = plan_import([(file[0], file[1].encode())], settings)
        run_import(plan, check_import(plan, opened(settings, ontology), ontology), settings, ontology)
    return settings


@pytest.fixture
def base_settings(built: Settings, tmp_path: Path) -> Settings:
    """A copy of it."""
    settings = settings_for(tmp_path / "data", tmp_path / "kb")
    shutil.copytree(built.data_folder, settings.data_folder)
    shutil.copytree(built.knowledge_base_folder, settings.knowledge_base_folder)
    remember_data_folder(settings.knowledge_base_folder, settings.data_folder)
    return settings


def opened(settings: Settings, ontology: Ontology) -> KnowledgeBase:
    return open_or_build(settings, ontology).knowledge_base


MERGES = {
    "nothing merged": (),
    "into the bundled one": (("catl", "w1"),),
    "the bundled one into it": (("w1", "catl"),),
    "two of sources, and both into one": (("w3", "w2"), ("catl", "w1"), ("catl", "w3")),
}


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (2, 0, 3, 1)], ids=["as imported", "otherwise"])
@pytest.mark.parametrize("pairs", MERGES.values(), ids=MERGES.keys())
def test_counts_before_and_after_differ_by_the_preview(
    pairs: Sequence[tuple[str, str]], order: Sequence[int], base_settings: Settings, ontology: Ontology
) -> None:
    if pairs:
        decisions = [verdict(kept, other, "same") for kept, other in pairs]
        decide(decisions, opened(base_settings, ontology), base_settings, ontology)
    sources = imported_sources(base_settings)
    for place in order:
        base = opened(base_settings, ontology)
        going = what_goes_with_source(sources[place].id, base, base_settings, ontology)
        before = base.manifest.counts
        profiles = sum(each.startswith("profile:") for each in base.passage_ids)
        after = delete_source(sources[place].id, base_settings, ontology).knowledge_base
        profiles -= sum(each.startswith("profile:") for each in after.passage_ids)
        for name in ("entities", "relations", "mentions", "links"):
            lost = getattr(before, name) - getattr(after.manifest.counts, name)
            assert getattr(going, name) == lost, (SOURCES[place][0], name)
        assert going.passages == before.passages - after.manifest.counts.passages - profiles
        assert not set(going.first_entities) & set(after.entity_ids)
