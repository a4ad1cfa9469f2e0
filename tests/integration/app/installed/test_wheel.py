"""The wheel, built, installed into a new environment that finds the libraries of this one, and used from elsewhere."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import urllib.error
import urllib.request
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from time import monotonic, sleep

import pytest

from core.cli.parser import command_parser
from tests.api.ports import free_port
from tests.support import ROOT, document_example

FOLDERS = ("app", "core", "data", "pages")
HEADERS = {"Content-Type": "application/json"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert built.returncode == 0, built.stderr
    (found,) = folder.iterdir()
    return found


@dataclass(frozen=True)
class Installed:
    """The program in an environment of its own; the folders are what it might write into."""

    environment: Path
    home: Path
    elsewhere: tuple[Path, ...]  # where it is started, of its user, for temporary files
    data: Path

    @property
    def packages(self) -> Path:
        return Path(sysconfig.get_path("purelib", vars={"base": str(self.environment)}))

    def variables(self) -> dict[str, str]:
        start, user, temporary = map(str, self.elsewhere)
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "OMP_NUM_THREADS") if name in os.environ}
        own = {"GUANXI_HOME": str(self.home), "GUANXI_DATA_FOLDER": str(self.data), "GUANXI_API_OPEN": "1"}
        return {**kept, **own, "HOME": user, "PWD": start, "TMPDIR": temporary}

    def command(self, *arguments: str) -> list[str]:
        return [str(self.environment / "bin" / "guanxi"), *arguments]

    def run(self, *arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            self.command(*arguments),
            cwd=self.elsewhere[0],
            env=self.variables(),
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert ended.returncode == status, ended.stderr
        return ended

    @contextmanager
    def serving(self, *arguments: str) -> Iterator[None]:
        start, log = self.elsewhere[0], self.home.with_name(f"{arguments[0]}.log")
        with (
            log.open("wb") as file,
            subprocess.Popen(
                self.command(*arguments), cwd=start, env=self.variables(), stdout=file, stderr=subprocess.STDOUT
            ) as running,
        ):
            try:
                yield
            except AssertionError as error:
                error.add_note(log.read_text(encoding="utf-8"))
                raise
            finally:
                running.terminate()
                running.wait(60)

    def written(self) -> Mapping[Path, float]:
        """Files outside the home → when they were last changed."""
        folders = (self.environment, self.data, *self.elsewhere)
        return {file: file.stat().st_mtime for folder in folders for file in folder.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("installed")
    elsewhere = tuple(folder / name for name in ("start", "user", "temporary"))
    for each in elsewhere:
        each.mkdir()
    found = Installed(folder / "environment", folder / "home", elsewhere, document_example(folder / "data"))
    venv.create(found.environment, symlinks=True)
    (found.packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(found.environment / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], timeout=120, check=True)
    return found


def answered(url: str, **asked: str) -> bytes:
    """What a server answers, once it does."""
    request = urllib.request.Request(url, json.dumps(asked).encode() if asked else None, HEADERS)
    end = monotonic() + 120
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return bytes(answer.read())
        except (urllib.error.URLError, OSError) as error:
            assert monotonic() < end, error
            sleep(0.2)


def test_it_holds_the_program_and_its_data_in_one_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {Path(name) for name in archive.namelist()}
    assert {file.parts[0] for file in held} == {"guanxi", f"guanxi-{PROJECT['version']}.dist-info"}
    of_the_checkout = {
        "guanxi" / file.relative_to(ROOT)
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and ROOT / "app" / "installed" not in file.parents
    }
    of_its_own = {Path("guanxi", name) for name in ("__init__.py", "__main__.py", "app/.streamlit/config.toml")}
    assert {file for file in held if file.parts[0] == "guanxi"} == of_the_checkout | of_its_own


def test_what_it_says_of_itself_is_stated_once(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        said = message_from_bytes(archive.read(name))
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    required = [each for each in said.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert sorted(required) == sorted(line for line in lines if line and not line.startswith("#"))
    assert (said["Version"], said["License-Expression"]) == (PROJECT["version"], "MIT")
    assert (said["Requires-Python"], said.get_all("License-File")) == (">=3.11", ["LICENSE", "NOTICE"])


def test_it_installs_one_name_and_one_command(installed: Installed) -> None:
    names = {each.name for each in installed.packages.iterdir()} - {"libraries.pth"}
    assert names == {"guanxi", f"guanxi-{PROJECT['version']}.dist-info"}
    said = installed.run("--help").stdout
    assert said.startswith("usage: guanxi ") and "python -m" not in said
    (commands,) = (each for each in command_parser()._actions if each.choices)
    assert set(re.findall(r"^    (\S+)", said, re.MULTILINE)) == {*(commands.choices or ()), "app", "api"}


@pytest.mark.matrix()
@pytest.mark.parametrize("command", ["app", "api"])
def test_a_command_called_wrongly_is_told_how_it_is_called(command: str, installed: Installed) -> None:
    said = installed.run(command, "--prot", status=2).stderr
    assert said.startswith(f"usage: guanxi {command} ") and "--prot" in said and "Traceback" not in said


@pytest.mark.thorough
def test_what_only_a_checkout_can_do_is_refused(installed: Installed) -> None:
    for command in (("learn-fusion",), ("evaluate",)):
        said = installed.run(*command, "--public", str(installed.data), status=1).stderr
        assert "in a checkout" in said and "源码目录" in said


@pytest.mark.thorough
def test_it_works_from_any_folder_and_writes_into_its_home_alone(installed: Installed) -> None:
    before = installed.written()
    table = installed.data.with_name("suppliers.csv")
    table.write_text("公司,供应商\n公司B,公司W\n", encoding="utf-8")
    report = json.loads(installed.run("import", str(table)).stdout)
    assert report["loaded"]["relations"] == 1
    found = json.loads(installed.run("discover", "--company", "公司A", "--query", "竞争对手有哪些？").stdout)
    assert found["answer"]["company_ids"] == ["公司B"]
    port = free_port()
    with installed.serving("api", "--port", str(port)):
        assert json.loads(answered(f"http://127.0.0.1:{port}/health/ready"))["status"] == "ready"
        listed = json.loads(answered(f"http://127.0.0.1:{port}/api/v1/relationships", company="公司B"))
        assert "公司W" in [each["name_zh"] for each in listed["related_companies"]]
    port = free_port()
    with installed.serving("app", "--port", str(port)):
        assert b"<html" in answered(f"http://127.0.0.1:{port}/")
        assert json.loads(answered(f"http://127.0.0.1:{port}/health/ready"))["status"] == "ready"
    assert installed.written() == before
    assert {"cache", "knowledge_base"} <= {each.name for each in installed.home.iterdir()}
