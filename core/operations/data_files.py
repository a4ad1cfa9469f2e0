"""Files out of the knowledge base: everything it holds, and what became of the rows of a source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from core.curation.exporting import ExportFormat, export_files
from core.errors import DataUnwritableError
from core.ingestion.records.problems import RowProblem, report_csv, report_json
from core.ingestion.records.sources import SourceNameAmbiguousError, SourceUnknownError, source_called, source_report
from core.operations.context import Context
from core.operations.given_files import make_given, write_given
from core.operations.operation import Input, Output, operation, shown_as


class ExportRequest(Input):
    """Where to, and as what."""

    folder: Path = Field(
        description="Made if it is not there; where it is to be made is there already.",
        json_schema_extra=shown_as("FOLDER"),
    )
    format: ExportFormat = "csv"


class ReportRequest(Input):
    """Of which source, and where to."""

    report: tuple[str, Path] = Field(
        description="Write the rows of a source that were refused or repaired: CSV, or JSON if FILE ends so.",
        json_schema_extra=shown_as("SOURCE FILE"),
    )


class FilesWritten(Output):
    """The files that were written."""

    files: tuple[str, ...]


def write_report(file: Path, problems: Sequence[RowProblem]) -> None:
    """Every refused or repaired row with its reason in both languages. Raises DataUnwritableError."""
    write_given(file, report_json(problems) if file.suffix == ".json" else report_csv(problems))


@operation(
    title="What became of the rows of a source",
    examples={"zh": {"report": ["会议记录", "report.csv"]}, "en": {"report": ["battery notes", "report.json"]}},
    errors=(SourceUnknownError, SourceNameAmbiguousError, DataUnwritableError),
    command_only=True,
)
def save_source_report(context: Context, asked: ReportRequest) -> FilesWritten:
    """Write every row of an imported source that was refused or repaired, with the reason, to a file."""
    source, file = asked.report
    folder = context.settings.knowledge_base_folder
    write_report(file, source_report(folder, source_called(folder, source)))
    return FilesWritten(files=(str(file),))


@operation(
    title="Everything that is there as files",
    examples={"zh": {"folder": "导出"}, "en": {"folder": "out", "format": "parquet"}},
    errors=(DataUnwritableError,),
    command_only=True,
)
def export_data(context: Context, asked: ExportRequest) -> FilesWritten:
    """Write entities, relations, passages and sources of facts into a folder, as files that an import takes in."""
    written = []
    make_given(asked.folder)
    for name, content in export_files(context.base.knowledge_base, asked.format):
        write_given(asked.folder / name, content)
        written.append(str(asked.folder / name))
    return FilesWritten(files=tuple(written))
