"""One use case as a value: its names, input, output, errors and examples, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from core.discovery.name_resolution import require_asked
from core.domain.results import Result
from core.domain.text import CHINESE_CHARACTER
from core.errors import GuanxiError, RefusedError
from core.messages import Language
from core.operations.context import Context
from core.settings import Settings

_SETTINGS = "x-settings"
METAVAR = "x-metavar"
_SHOWN_FAULTS = 10


class FieldsInvalidError(RefusedError):
    """Fields of an input are missing, unknown or out of range; ``faults``: each field and why."""

    faults: Sequence[tuple[str, str]] = ()


def invalid(operation: str, faults: Sequence[tuple[str, str]]) -> FieldsInvalidError:
    """The refusal that names each field and why it does not fit; it repeats no value."""
    detail = "; ".join(f"{name[:100]}: {reason}" for name, reason in faults[:_SHOWN_FAULTS])
    error = FieldsInvalidError(operation=operation, detail=detail)
    error.faults = tuple(faults)
    return error


class Input(BaseModel):
    """What an operation takes; a field that is not known is refused, so that a typing error is noticed.

    An alias of a field is its name in the HTTP API where a document fixes one; the field's own name is taken as well.
    ``asks``: the fields of which one must say something, none longer than the settings allow.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    asks: ClassVar[tuple[str, ...]] = ()
    renamed: ClassVar[Mapping[str, str]] = {}
    """Old names that are still taken and described nowhere; a dot leads into a field that is a model."""

    @model_validator(mode="before")
    @classmethod
    def _by_new_names(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not cls.renamed.keys() & given.keys():
            return given
        told: dict[str, Any] = {key: value for key, value in given.items() if key not in cls.renamed}
        for old in cls.renamed.keys() & given.keys():
            outer, _, inner = cls.renamed[old].partition(".")
            within = told.get(outer, {})
            if not inner:
                told[outer] = given[old]
            elif isinstance(within, dict):  # anything else is refused when the field is read
                told[outer] = {**within, inner: given[old]}
        return told

    def check(self, settings: Settings) -> None:
        """Raises QueryEmptyError, QueryTooLongError and what else depends on the settings."""
        if self.asks:
            require_asked(settings.query_max_characters, *self._asked())

    @property
    def reading_language(self) -> Language:
        """The language given, or that of what is asked."""
        given: Language | None = getattr(self, "language", None)
        return given or ("zh" if any(map(CHINESE_CHARACTER.search, self._asked())) else "en")

    def _asked(self) -> list[str]:
        return [getattr(self, name) for name in self.asks]


class Nothing(Input):
    """Takes nothing."""


class Alternatives(Input):
    """Things to do, one at a time: at most one field is given."""

    @model_validator(mode="after")
    def _one_at_most(self) -> Self:
        if len(self.model_fields_set) > 1:
            raise ValueError(f"one of these at a time: {', '.join(sorted(self.model_fields_set))}")
        return self


class Output(Result):
    """What an operation gives. A serialization alias is the name that a document fixes for the HTTP API."""


Taken = TypeVar("Taken", bound=Input)
Given = TypeVar("Given", bound=BaseModel)
Examples = Mapping[Language, Mapping[str, Any]]
NO_FIELDS: Examples = {"zh": {}, "en": {}}


@dataclass(frozen=True)
class Operation(Generic[Taken, Given]):
    """One use case. ``run`` may take seconds and is called in a thread.

    ``effect``: ``write`` changes what people said, ``rebuild`` the version that serves, which takes as long as a build.
    ``command_only``: it reads or writes files of the machine it runs on, or lists what people said with their notes, so
    that neither the HTTP API nor a tool offers it.
    """

    name: str
    title: str
    summary: str
    takes: type[Taken]
    gives: type[Given]
    run: Callable[[Context, Taken], Given]
    examples: Examples
    errors: tuple[type[GuanxiError], ...] = ()
    effect: Literal["read", "write", "rebuild"] = "read"
    old_names: tuple[str, ...] = ()
    command_only: bool = False

    def read(self, given: Mapping[str, Any]) -> Taken:
        """The input. Raises FieldsInvalidError, which calls fields by their own names."""
        try:
            return self.takes.model_validate(given)
        except ValidationError as error:
            own = {info.alias: name for name, info in self.takes.model_fields.items() if info.alias}
            faults = [
                (".".join(str(own.get(str(part), part)) for part in each["loc"]), each["msg"])
                for each in error.errors()
            ]
            raise invalid(self.name, faults) from error

    def answer(self, context: Context, asked: Taken) -> Given:
        """What it gives. Raises what ``check`` of the input does, and ``errors``."""
        asked.check(context.settings)
        return self.run(context, asked)


def operation(
    *,
    title: str,
    examples: Examples,
    errors: tuple[type[GuanxiError], ...] = (),
    effect: Literal["read", "write", "rebuild"] = "read",
    old_names: tuple[str, ...] = (),
    command_only: bool = False,
) -> Callable[[Callable[[Context, Taken], Given]], Operation[Taken, Given]]:
    """Decorator that makes an operation of a function: its name, its docstring as summary, its input and its output."""

    def made(run: Callable[[Context, Taken], Given]) -> Operation[Taken, Given]:
        types = get_type_hints(run)
        (takes,) = (types[each] for each in types if each not in ("context", "return"))
        return Operation(
            name=run.__name__,
            title=title,
            summary=" ".join((run.__doc__ or "").split()),
            takes=takes,
            gives=types["return"],
            run=run,
            examples=examples,
            errors=errors,
            effect=effect,
            old_names=old_names,
            command_only=command_only,
        )

    return made


def by_settings(**limits: str) -> dict[str, Any]:
    """For a field: keywords of its schema (``maxLength``, ``maximum``, ``default``) and the settings that fill them."""
    return {_SETTINGS: limits}


def shown_as(metavar: str) -> dict[str, Any]:
    """For a field: what stands for its value in the help of the command, a word for each of several."""
    return {METAVAR: metavar}


def described(schema: Any, settings: Settings) -> Any:
    """A schema with the limits that the settings say."""
    if isinstance(schema, list):
        return [described(each, settings) for each in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: described(value, settings) for key, value in schema.items() if key not in (_SETTINGS, METAVAR)}
    return told | {key: getattr(settings, name) for key, name in schema.get(_SETTINGS, {}).items()}
