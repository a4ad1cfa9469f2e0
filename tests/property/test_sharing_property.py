"""Whatever several machines do in whatever order: no version is shared by one that had not seen the last."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from core.storage.manifest import SCHEMA_VERSION, Counts, Manifest
from core.storage.object_store import SharedChangedError
from core.storage.publishing import building, current_version, publish
from core.storage.sharing import Sharing

MACHINES = 3
STEPS = st.lists(st.tuples(st.sampled_from(["bring", "begin", "publish"]), st.integers(0, MACHINES - 1)), max_size=25)


def manifest(build_id: str) -> Manifest:
    return Manifest(
        schema_version=SCHEMA_VERSION,
        build_id=build_id,
        created_at="2026-01-01T00:00:00+00:00",
        embedding_model="m",
        embedding_dimension=1,
        edge_types=(),
        data_fingerprint="f",
        counts=Counts(entities=0, companies=0, relations=0, passages=0, mentions=0, links=0),
    )


def published(folder: Path, shared: Sharing) -> str:
    with building(folder) as partial:
        made = manifest(partial.name.removesuffix(".partial"))
        (partial / "content").write_text(made.build_id)
        return publish(partial, made, before=shared.offer).name


@settings(max_examples=40)
@given(steps=STEPS)
def test_every_shared_version_is_built_upon_the_one_before(steps: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as name:
        folders = [Path(name) / str(number) for number in range(MACHINES)]
        uri = f"file://{name}/shared"
        builders = [Sharing(folder, uri) for folder in folders]
        begun = [""] * MACHINES  # what each machine's next version is built upon
        last = ""
        for step, number in steps:
            if step == "bring":
                Sharing(folders[number], uri).look(wait=True)
            elif step == "begin":
                builders[number].bring()
                begun[number] = last
            elif begun[number] == last:
                last = published(folders[number], builders[number])
            else:
                try:
                    published(folders[number], builders[number])
                except SharedChangedError:
                    continue
                raise AssertionError("a version was shared over one that its builder had not seen")
        for folder in folders if last else []:
            Sharing(folder, uri).look(wait=True)
            version = current_version(folder)
            assert (version.name, (version / "content").read_text()) == (last, last)
