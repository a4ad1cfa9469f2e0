from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.ingestion.building.build import build_knowledge_base
from core.ontology import default_ontology
from core.settings import Settings
from core.storage.embeddings import Encoder, load_encoder
from tests.e2e.conftest import serve, settled
from tests.support import ROOT, document_example, settings_for


def test_the_first_start_shows_progress_and_opens(page: Page, tmp_path: Path) -> None:
    with serve(tmp_path / "log", GUANXI_KNOWLEDGE_BASE_FOLDER=str(tmp_path / "kb")) as url:
        page.goto(f"{url}/?lang=en")
        expect(page.get_by_text("embedding relations")).to_be_visible(timeout=60_000)
        expect(page.get_by_text("s left")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("heading", name="How are companies related?")).to_be_visible(timeout=120_000)


@pytest.mark.thorough
def test_another_embedding_model_is_refused_until_rebuilt(page: Page, tmp_path: Path, own_settings: Settings) -> None:
    english = load_encoder("minilm-english")
    build_knowledge_base(own_settings, english, default_ontology())
    with serve(
        tmp_path / "log",
        GUANXI_DATA_FOLDER=str(own_settings.data_folder),
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(own_settings.knowledge_base_folder),
    ) as url:
        page.goto(f"{url}/?lang=en")
        expect(page.get_by_text("was built with the embedding model “minilm-english”")).to_be_visible(timeout=60_000)
        page.get_by_role("button", name="Rebuild with the configured model").click()
        expect(page.get_by_role("heading", name="How are companies related?")).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_a_damaged_knowledge_base_is_rebuilt_and_said(page: Page, tmp_path: Path, encoder: Encoder) -> None:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb")
    report = build_knowledge_base(settings, encoder, default_ontology())
    (report.version / "manifest.json").write_text("{", encoding="utf-8")
    with serve(
        tmp_path / "log",
        GUANXI_DATA_FOLDER=str(settings.data_folder),
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(settings.knowledge_base_folder),
    ) as url:
        page.goto(f"{url}/?lang=zh")
        expect(page.get_by_text("已用数据文件重新构建")).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_unreadable_data_is_an_error_with_a_way_on(page: Page, tmp_path: Path) -> None:
    data = document_example(tmp_path / "data")
    (data / "relations.csv").unlink()
    with serve(
        tmp_path / "log", GUANXI_DATA_FOLDER=str(data), GUANXI_KNOWLEDGE_BASE_FOLDER=str(tmp_path / "kb")
    ) as url:
        page.goto(f"{url}/?lang=en")
        expect(page.get_by_text("The data file relations.csv cannot be read")).to_be_visible(timeout=60_000)
        (data / "relations.csv").write_bytes((ROOT / "data" / "relations.csv").read_bytes()[:200].rsplit(b"\n", 1)[0])
        page.get_by_role("button", name="Rebuild").click()
        expect(page.get_by_role("heading", name="How are companies related?")).to_be_visible(timeout=60_000)
        settled(page)


@pytest.mark.thorough
def test_a_wrong_setting_is_named(page: Page, tmp_path: Path) -> None:
    with serve(tmp_path / "log", GUANXI_PPR_MAX_HOPS="many") as url:
        page.goto(url)
        expect(page.get_by_text("GUANXI_PPR_MAX_HOPS")).to_be_visible(timeout=60_000)


@pytest.mark.thorough
def test_changed_data_that_cannot_be_read_leaves_the_old_knowledge_base_serving(
    page: Page, tmp_path: Path, encoder: Encoder
) -> None:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb")
    build_knowledge_base(settings, encoder, default_ontology())
    (settings.data_folder / "passages.csv").write_text("nothing,useful\n", encoding="utf-8")
    with serve(
        tmp_path / "log",
        GUANXI_DATA_FOLDER=str(settings.data_folder),
        GUANXI_KNOWLEDGE_BASE_FOLDER=str(settings.knowledge_base_folder),
    ) as url:
        page.goto(f"{url}/?company=公司A&lang=zh")
        expect(page.get_by_text("仍在使用之前的知识库")).to_be_visible(timeout=60_000)
        expect(page.locator("[data-company=公司B]")).to_be_visible()


@pytest.mark.thorough
def test_what_another_process_publishes_is_served_and_said(page: Page, tmp_path: Path, encoder: Encoder) -> None:
    settings = settings_for(document_example(tmp_path / "data"), tmp_path / "kb")
    build_knowledge_base(settings, encoder, default_ontology())
    folders = {
        "GUANXI_DATA_FOLDER": str(settings.data_folder),
        "GUANXI_KNOWLEDGE_BASE_FOLDER": str(settings.knowledge_base_folder),
    }
    (tmp_path / "more.csv").write_text("source,label,target\n公司A,competitor,公司D\n", encoding="utf-8")
    with serve(tmp_path / "log", **folders) as url:
        page.goto(f"{url}/?company=公司A&lang=zh")
        expect(page.locator("[data-company=公司B]")).to_be_visible(timeout=60_000)
        settled(page)
        command = [sys.executable, "-m", "core", "import", str(tmp_path / "more.csv")]
        subprocess.run(command, cwd=ROOT, env={**os.environ, **folders}, check=True, capture_output=True)
        for _ in range(20):  # each look is in the background, and what it finds is served from the next on
            page.get_by_role("button", name="发现关系", exact=True).click()
            settled(page)
            if page.get_by_text("知识库已更新").is_visible():
                break
        expect(page.get_by_text("3 条关系")).to_be_visible()
        expect(page.locator("[data-company=公司D]")).to_be_visible()


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="reads Linux's list of sockets")
def test_without_an_address_the_server_listens_on_this_machine_only(tmp_path: Path) -> None:
    with serve(tmp_path / "log", address=None, GUANXI_PPR_MAX_HOPS="many") as url:
        port = int(url.rsplit(":", 1)[1])
        for family in ("tcp", "tcp6"):
            lines = Path(f"/proc/net/{family}").read_text(encoding="utf-8").splitlines()[1:]
            listening = [line.split()[1] for line in lines if line.split()[3] == "0A"]
            assert all(local.startswith("0100007F:") for local in listening if int(local.split(":")[1], 16) == port)
