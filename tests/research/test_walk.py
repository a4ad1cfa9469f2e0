"""How moves and steps back up are counted, on calls of which the walk is plain."""

from __future__ import annotations

from tests.research.walk import PARTS, Call, Function, Walk, walk

ANSWERED, LISTED, _ = (Function(file, name, 1) for file, name in PARTS.values())


def function(file: str, name: str = "f") -> Function:
    return Function(file, name, 1)


def told(found: Walk) -> list[str]:
    return [f"{'up' if each.back else 'on'} {each.to.file}" for each in found.moves]


def test_a_step_back_up_returns_to_the_caller_to_read_on() -> None:
    one, two, three = function("core/one.py"), function("core/two.py"), function("core/three.py")
    calls = [
        Call(ANSWERED, ()),
        Call(one, (ANSWERED,)),
        Call(two, (one, ANSWERED)),
        Call(function("core/two.py", "g"), (two, one, ANSWERED)),
        Call(three, (one, ANSWERED)),
        Call(two, (three, one, ANSWERED)),  # read before
        Call(function("core/one.py", "g"), (one, ANSWERED)),
    ]
    found = walk(calls, ())
    assert told(found) == ["on core/one.py", "on core/two.py", "up core/one.py", "on core/three.py", "up core/one.py"]
    assert found.files == {"pages/discover.py", "core/one.py", "core/two.py", "core/three.py"}


def test_what_is_left_out_is_no_move_and_hides_nothing_that_it_calls() -> None:
    left_out, called = function("core/domain/one.py"), function("core/two.py")
    calls = [Call(ANSWERED, ()), Call(left_out, (ANSWERED,)), Call(called, (left_out, ANSWERED))]
    assert told(walk(calls, ("core/domain/",))) == ["on core/two.py"]


def test_calls_outside_of_the_parts_do_not_count_and_parts_can_be_told_apart() -> None:
    one, two = function("core/one.py"), function("core/two.py")
    calls = [
        Call(one, (function("pages/discover.py", "page"),)),
        Call(ANSWERED, ()),
        Call(one, (ANSWERED,)),
        Call(LISTED, ()),
        Call(one, (LISTED,)),
        Call(two, (LISTED,)),
    ]
    assert told(walk(calls, ())) == ["on core/one.py", "on pages/discover.py", "on core/two.py"]
    assert told(walk(calls, (), ["the list"])) == ["on core/two.py"]
