"""Decisions on what texts state, by a client that somebody let decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client

from core.curation.import_plans import plan_import
from core.curation.importing import check_import, run_import
from core.curation.open_or_build import rebuild
from core.mcp.server import create_server
from core.mcp.tools import REVIEWING
from core.ontology import Ontology
from core.operations.context import Opened
from core.retrieval.base import Base
from core.settings import Settings
from core.workspace.text_reviews import TextReviewStore
from tests.integration.mcp.clients import NAMES, asked, called, given, refused
from tests.support import company, settings_for, write_data

NEWS = "Geely acquired Volvo Cars in 2010 for $1.8 billion.\n\nTesla acquired Maxwell Widgets Inc. in 2019."


@pytest.fixture
def opened(tmp_path: Path, ontology: Ontology) -> Opened:
    """Three companies and a text that was imported."""
    companies = [
        company("tesla", "特斯拉", "Tesla"),
        company("geely", "吉利", "Geely"),
        company("volvo", "沃尔沃", "Volvo Cars"),
    ]
    settings = settings_for(write_data(tmp_path / "data", companies=companies), tmp_path / "knowledge_base")
    plan = plan_import([("news.txt", NEWS.encode())], settings)
    built = rebuild(settings, ontology).knowledge_base
    imported = run_import(plan, check_import(plan, built, ontology), settings, ontology)
    return Opened(settings, lambda: Base.over(imported.knowledge_base, ontology, settings))


def test_what_a_client_accepts_serves_at_once_as_decided_by_a_program(opened: Opened) -> None:
    async def review(client: Client) -> tuple[object, ...]:
        listed = await client.list_tools()
        read = given(await client.call_tool("read_texts", {}))
        waiting = given(await client.call_tool("list_proposals", {}))
        (sure,) = (each for each in waiting["groups"] if each["target"]["name"] == "Volvo Cars")
        keys = [each["id"] for each in sure["proposals"]]
        done = given(await client.call_tool("review_proposals", {"accept": keys}))
        told = given(await client.call_tool("get_company", {"company": "Volvo Cars"}))
        return listed, read, done, told

    listed, read, done, told = asked(create_server(opened, reviewing=True), review)
    assert [tool.name for tool in listed.tools] == [*NAMES, *REVIEWING]
    decides = [tool for tool in listed.tools if tool.name in REVIEWING]
    assert [tool.annotations.read_only_hint for tool in decides] == [False, False]
    assert all("decided by a program" in tool.description for tool in decides)
    assert read["proposals"] == 0  # they were read when they were imported
    assert (done["accepted"], done["waiting"], done["open"]) == (1, 0, 1)
    assert "acquired" in str(told)
    (kept,) = TextReviewStore(opened.settings.knowledge_base_folder).all()
    assert (kept.verdict, kept.decided_by) == ("accepted", "program")


@pytest.mark.parametrize("name", list(REVIEWING))
def test_without_the_switch_nothing_is_decided(name: str, opened: Opened, settings: Settings) -> None:
    assert name in refused(called(opened, name))[0]
    assert not TextReviewStore(settings.knowledge_base_folder).all()


@pytest.fixture
def settings(opened: Opened) -> Settings:
    return opened.settings
