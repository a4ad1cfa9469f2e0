"""YAML that ships with the program, read by libyaml: five times as fast as the reader that is written in Python, and a
page, a command and a build wait for it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml


def read_package_yaml(package: str, name: str) -> Any:
    """What the YAML file ``name`` of ``package`` says. Raises FileNotFoundError and yaml.YAMLError."""
    return parse_yaml(package_text(package, name))


def package_text(package: str, name: str) -> str:
    """The file ``name`` of ``package`` as it is. Raises FileNotFoundError."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def parse_yaml(text: str) -> Any:
    """What a YAML text says. Raises yaml.YAMLError. Not for what a user brings: nested deeply enough it would end the
    process."""
    return yaml.load(text, Loader=yaml.CSafeLoader)
