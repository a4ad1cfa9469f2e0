"""The workbench's views against what they promise, for any sequence of steps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.discovery.pipeline import DiscoveryPipeline
from core.domain.results import PathStep
from core.exploring.communities import communities
from core.exploring.history import MAX_STEPS, History, step, undo
from core.exploring.paths import PATH_KINDS, RelationPaths
from core.exploring.view import (
    MAX_SHOWN,
    Filters,
    View,
    add,
    close_communities,
    collapse,
    expand,
    hide,
    look,
    narrow,
    open_community,
    pin,
    renamed,
    show_hidden,
    unpin,
)
from core.exploring.view_drawing import draw_view
from core.exploring.view_link import ViewLinkDamagedError, linked_view, view_link
from core.ontology import default_ontology
from tests.support import examples

Step = Callable[[View], View]
NAMES = [f"n{number}" for number in range(12)]
name = st.sampled_from(NAMES)
some = st.lists(name, max_size=6)
filters = st.builds(
    Filters,
    without_relations=st.lists(st.sampled_from(["supplies", "competitor", "partner"]), max_size=2).map(tuple),
    without_entities=st.lists(st.sampled_from(["product", "place"]), max_size=2).map(tuple),
    first_year=st.none() | st.integers(1900, 2030),
    last_year=st.none() | st.integers(1900, 2030),
    undated=st.booleans(),
    least_strength=st.floats(0.0, 1.0),
)


def steps_over(one: st.SearchStrategy[str], several: st.SearchStrategy[list[str]]) -> st.SearchStrategy[Step]:
    colours = st.sampled_from(["type", "community", "country"])
    return st.one_of(
        several.map(lambda ids: lambda view: add(view, ids)),
        st.tuples(one, several).map(lambda given: lambda view: expand(view, *given)),
        one.map(lambda each: lambda view: collapse(view, each)),
        one.map(lambda each: lambda view: hide(view, each)),
        one.map(lambda each: lambda view: pin(view, each)),
        one.map(lambda each: lambda view: unpin(view, each)),
        one.map(lambda each: lambda view: open_community(view, each)),
        st.tuples(colours, one).map(lambda given: lambda view: look(view, given[0], "walk", given[1])),
        filters.map(lambda each: lambda view: narrow(view, each)),
        st.sampled_from([show_hidden, close_communities]),
    )


def after(steps: list[Step], start: View | None = None) -> View:
    view = start or View()
    for each in steps:
        view = each(view)
    return view


views = st.lists(steps_over(name, some), max_size=12).map(after)


@given(views)
def test_every_view_that_steps_lead_to_is_a_whole_one(view: View) -> None:
    assert View.model_validate(view.model_dump()) == view


@given(st.lists(steps_over(name, some), max_size=20))
def test_undo_gives_back_exactly_the_view_before(steps: list[Step]) -> None:
    history = History()
    for each in steps:
        before = history
        history = step(history, each(history.current))
        if history != before:
            assert undo(history) == before
    while history.past:
        history = undo(history)
    assert history.current == View()
    assert undo(history) == history


@given(st.integers(1, 3 * MAX_STEPS))
def test_the_history_is_bounded_and_keeps_the_latest(count: int) -> None:
    history = History()
    for number in range(count):
        history = step(history, add(history.current, [f"e{number}"]))
    assert len(history.past) == min(count, MAX_STEPS)
    assert undo(history).current.shown == tuple(f"e{number}" for number in range(count - 1))


@given(views, name, some)
def test_expand_then_collapse_gives_back(view: View, entity: str, neighbours: list[str]) -> None:
    expanded = expand(view, entity, neighbours)
    assert set(expanded.shown) >= set(view.shown)
    assert collapse(expanded, entity) == (view if not view.is_expanded(entity) else collapse(view, entity))


@given(views, name)
def test_a_collapse_takes_nothing_that_is_pinned_or_asked_for(view: View, entity: str) -> None:
    collapsed = collapse(view, entity)
    assert set(collapsed.shown) <= set(view.shown)
    assert {*view.pinned, *view.roots} <= set(collapsed.shown)
    assert not collapsed.is_expanded(entity)


@given(views, name)
def test_hide_and_show_and_pin_and_unpin_give_back(view: View, entity: str) -> None:
    plain = show_hidden(view)
    assert show_hidden(hide(plain, entity)) == plain
    assert (entity in hide(view, entity).hidden) == (entity in view.shown)
    if entity not in view.pinned:
        assert unpin(pin(view, entity), entity) == view


@given(views, some)
def test_what_is_asked_for_is_shown_and_not_hidden(view: View, wanted: list[str]) -> None:
    added = add(view, wanted)
    assert set(wanted) <= set(added.shown) - set(added.hidden)


@given(st.integers(1, 3), st.integers(MAX_SHOWN - 3, MAX_SHOWN + 3))
def test_no_view_grows_beyond_its_limit(roots: int, more: int) -> None:
    view = add(View(), [f"r{number}" for number in range(roots)])
    view = expand(view, "r0", [f"e{number}" for number in range(more)])
    view = add(view, [f"x{number}" for number in range(more)])
    assert len(view.shown) == MAX_SHOWN
    assert View.model_validate(view.model_dump()) == view


@given(views)
def test_a_link_restores_its_view(view: View) -> None:
    link = view_link(view)
    assert linked_view(link) == view
    assert all(letter.isalnum() or letter in "-_" for letter in link)


@given(views.filter(lambda view: view != View()), st.data())
def test_a_damaged_link_is_refused_or_means_the_same(view: View, data: st.DataObject) -> None:
    link = view_link(view)
    place = data.draw(st.integers(0, len(link) - 1))
    letter = data.draw(st.sampled_from("Aaz9-_% é"))
    for damaged in (link[:place] + letter + link[place + 1 :], link[:place]):
        try:
            found = linked_view(damaged)
        except ViewLinkDamagedError:
            continue
        assert found == view or damaged == ""  # bits beyond the last byte mean nothing


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_of_links(text: str) -> None:
    if not text:
        return
    with pytest.raises(ViewLinkDamagedError):
        linked_view(text)


@given(views)
def test_renaming_to_the_same_names_changes_nothing_shown(view: View) -> None:
    same = renamed(view, lambda each: each)
    assert (set(same.shown), same.pinned, same.hidden) == (set(view.shown), view.pinned, view.hidden)
    assert renamed(view, lambda _: None).shown == ()


@st.composite
def small_graphs(draw: st.DrawFn) -> tuple[list[str], list[tuple[str, str, float]]]:
    entities = draw(st.lists(name, unique=True, min_size=1))
    ends = st.sampled_from(entities)
    return entities, draw(st.lists(st.tuples(ends, ends, st.floats(1e-6, 1.0)), max_size=30))


@given(small_graphs(), st.randoms(use_true_random=False))
def test_communities_repeat_are_apart_and_are_led_by_the_strongest(
    graph: tuple[list[str], list[tuple[str, str, float]]], chance: object
) -> None:
    entities, edges = graph
    leading = sorted(entities)
    found = communities(entities, edges, leading)
    shuffled = edges[::-1]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert communities(entities[::-1], shuffled, leading) == found
    members = [member for community in found for member in community.members]
    assert len(members) == len(set(members))
    assert set(members) <= set(entities)
    assert all(len(community.members) > 1 and community.leader == min(community.members) for community in found)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), limit=st.integers(2, 40))
def test_drawn_edges_join_drawn_nodes_and_nothing_hidden_is_drawn(
    sample_pipeline: DiscoveryPipeline, data: st.DataObject, limit: int
) -> None:
    base = sample_pipeline.base.knowledge_base
    one = st.integers(0, base.graph.entities - 1).map(lambda node: base.entity_ids[node])
    several = st.lists(one, min_size=5, max_size=40)
    whole = several.map(lambda ids: lambda view: add(view, ids))
    beside = one.map(
        lambda each: (
            lambda view: expand(
                view, each, [base.entity_ids[node] for node in base.relations_of(base.node_of[each])[1]]
            )
        )
    )
    view = after(data.draw(st.lists(st.one_of(whole, beside, steps_over(one, several)), max_size=8)))
    drawing = draw_view(base, sample_pipeline.engine, view, max_drawn=limit)
    drawn = {entity.id for entity in drawing.entities}
    clusters = {cluster.id for cluster in drawing.clusters}
    clustered = [member for cluster in drawing.clusters for member in cluster.members]

    assert len(drawing.entities) + len(drawing.clusters) <= limit
    assert drawn.isdisjoint(view.hidden)
    assert drawn.isdisjoint(clustered)
    assert len(clustered) == len(set(clustered)) <= drawing.clustered
    assert len(drawn) + drawing.clustered + drawing.filtered + len(view.hidden) == len(view.shown)
    for relation in drawing.relations:
        assert {relation.source, relation.target} <= drawn
        assert relation.type not in view.filters.without_relations
        assert relation.weight >= view.filters.least_strength
        assert view.filters.keeps_year(relation.year)
    for edge in drawing.cluster_edges:
        assert edge.source_is_cluster or edge.target_is_cluster
        assert edge.source in (clusters if edge.source_is_cluster else drawn)
        assert edge.target in (clusters if edge.target_is_cluster else drawn)
    assert not {entity.type for entity in drawing.entities} & set(view.filters.without_entities)
    assert draw_view(base, sample_pipeline.engine, view, max_drawn=limit) == drawing


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), companies_only=st.booleans())
def test_paths_are_walkable_and_none_is_better(
    sample_pipeline: DiscoveryPipeline, data: st.DataObject, companies_only: bool
) -> None:
    base = sample_pipeline.base.knowledge_base
    paths = RelationPaths(base, default_ontology())
    node = st.sampled_from(base.company_nodes.tolist())
    start, end = (base.entity_ids[data.draw(node)] for _ in range(2))
    found = {kind: paths.find(start, end, kind, companies_only=companies_only) for kind in PATH_KINDS}
    shortest, strongest = found["shortest"], found["strongest"]
    assert (shortest is None) == (strongest is None)
    if shortest is None or strongest is None:
        return
    assert len(shortest.steps) <= len(strongest.steps)
    assert shortest.strength <= strongest.strength * (1 + 1e-4)
    for path in (shortest, strongest):
        assert (path.entities[0], path.entities[-1]) == (start, end)
        assert len(set(path.entities)) == len(path.entities)
        product = 1.0
        for each in path.steps:
            product *= check_step(sample_pipeline, each)
        assert path.strength == pytest.approx(product)
        if companies_only:
            assert all(base.is_company[base.node_of[each]] for each in path.entities)


def check_step(pipeline: DiscoveryPipeline, each: PathStep) -> float:
    relation = pipeline.base.knowledge_base.relation(pipeline.base.knowledge_base.relation_row(each.relation_id))
    ends = (each.from_id, each.to_id) if each.forward else (each.to_id, each.from_id)
    assert (relation.source, relation.target, relation.type) == (*ends, each.relation_type)
    return relation.weight * relation.confidence
