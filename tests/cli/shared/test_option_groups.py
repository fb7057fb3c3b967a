"""Options in groups: Typer sees the fields, the command gets the dataclass."""

import inspect
from dataclasses import dataclass
from typing import Annotated, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from unbake.cli.shared.option_groups import with_option_groups

Loud = Annotated[bool, typer.Option("--loud", help="Shout.")]


@dataclass(frozen=True)
class Greeting:
    word: Annotated[str, typer.Option("--word", help="What to say.")]
    times: Annotated[int, typer.Option("--times", min=1)] = 1


@dataclass(frozen=True)
class LongGreeting(Greeting):
    names: Annotated[list[str] | None, typer.Option("--name")] = None


@pytest.fixture
def made():
    """What the command was called with, newest last."""
    return []


@pytest.fixture
def command(made):
    @with_option_groups
    def greet(
        place: Annotated[str, typer.Argument()], *, first: bool = False, greeting: LongGreeting, loud: Loud = False
    ) -> None:
        """Greet."""
        made.append((place, first, greeting, loud))

    return greet


def run(command, *arguments):
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, arguments)


def test_fields_stand_where_the_group_stood(command):
    parameters = inspect.signature(command).parameters
    assert list(parameters) == ["place", "first", "word", "times", "names", "loud"]
    required = inspect.Parameter.empty
    assert [p.default for p in parameters.values()] == [required, False, required, 1, None, False]
    assert get_type_hints(command, include_extras=True)["loud"] == Loud
    assert (command.__name__, command.__doc__) == ("greet", "Greet.")


def test_the_command_gets_the_group(command, made):
    assert run(command, "here", "--word", "hello").exit_code == 0
    assert run(command, "--times", "2", "--name", "a", "--word", "hi", "--name", "b", "there", "--loud").exit_code == 0
    assert made == [
        ("here", False, LongGreeting("hello"), False),
        ("there", False, LongGreeting("hi", 2, ["a", "b"]), True),
    ]


def test_called_from_python_defaults_are_the_fields_own(command, made):
    command(place="here", word="hello")
    assert made == [("here", False, LongGreeting("hello"), False)]
    with pytest.raises(TypeError, match="word"):
        command(place="here")
    with pytest.raises(TypeError, match="nonsense"):
        command(place="here", word="hello", nonsense=1)


@pytest.mark.parametrize(
    ("arguments", "said"), [(["here"], "--word"), (["here", "--word", "hello", "--times", "0"], "--times")]
)
def test_typer_checks_the_fields(command, made, arguments, said):
    done = run(command, *arguments)
    assert done.exit_code == 2
    assert said in done.output
    assert made == []


def test_a_name_that_is_there_already_is_refused():
    def greet(word: str, greeting: Greeting) -> None: ...

    with pytest.raises(ValueError, match="word"):
        with_option_groups(greet)


def test_a_command_without_groups_stays_as_it_is():
    def greet(word: str, times: int = 1) -> None: ...

    wrapped, plain = inspect.signature(with_option_groups(greet)), inspect.signature(greet)
    assert {name: p.default for name, p in wrapped.parameters.items()} == {
        name: p.default for name, p in plain.parameters.items()
    }
