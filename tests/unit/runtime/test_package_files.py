from __future__ import annotations

from importlib.resources import files

import pytest
import yaml

from core.runtime.package_files import package_text, parse_yaml, read_package_yaml
from tests.support import ROOT

SHIPPED = sorted(path for path in (ROOT / "core").rglob("*.yaml"))


@pytest.mark.matrix(every=4)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_libyaml_reads_what_python_reads(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert parse_yaml(text) == yaml.safe_load(text)


def test_a_file_is_found_in_its_package() -> None:
    whole = files("core.ontology").joinpath("relations.yaml").read_text(encoding="utf-8")
    assert package_text("core.ontology", "relations.yaml") == whole
    assert "competitor" in read_package_yaml("core.ontology", "relations.yaml")


def test_what_is_not_there_or_no_yaml_is_said() -> None:
    with pytest.raises(FileNotFoundError):
        read_package_yaml("core.ontology", "nothing.yaml")
    with pytest.raises(yaml.YAMLError):
        parse_yaml("a: [")
    with pytest.raises(yaml.YAMLError):
        parse_yaml("!!python/object/apply:os.system ['true']")
