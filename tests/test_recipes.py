"""Recipe files: what they say, what is inherited, and mistakes in them."""

import dataclasses

import pytest

import arkade
from arkade_agents import recipes
from arkade_agents.recipes import LENGTHS, Recipe, SearchRecipe, read_recipe, recipe_for, search_recipe_for
from arkade_agents.search import check_recipe

SHIPPED = ("biohack", "enclosure", "hiddenark", "replicants")


def write(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_game_has_a_file_and_nothing_else_has():
    found = {path.stem for path in recipes.FOLDER.glob("*.toml")}
    assert found == {*SHIPPED, "default"} and set(SHIPPED) <= set(arkade.games())


@pytest.mark.parametrize("name", [*SHIPPED, "another"])
def test_the_recipe_follows_the_time(name):
    lengths = [recipe_for(name, minutes) for minutes in (0.1, 4.9, 5, 29, 30, 60)]
    assert lengths[0] == lengths[1] != lengths[2] == lengths[3] != lengths[4] == lengths[5]
    minute, ten_minutes, long = lengths[::2]
    assert minute.imitation_seconds < ten_minutes.imitation_seconds <= long.imitation_seconds
    assert minute.pool_share < ten_minutes.pool_share <= long.pool_share
    assert ten_minutes.learning_rate >= long.learning_rate and minute.checks < ten_minutes.checks < long.checks
    check_recipe(search_recipe_for(name))


def test_teams_have_recipes_of_their_own():
    for name in ("hiddenark", "biohack", "another"):
        for minutes in (1, 10, 60):
            team, alone = (recipe_for(name, minutes, shared) for shared in (True, False))
            assert team.gamma >= alone.gamma and team.gae_lambda > alone.gae_lambda and team.clip <= alone.clip


def test_a_table_starts_from_the_one_around_it_and_that_from_the_defaults(tmp_path):
    path = write(
        tmp_path,
        """
        gamma = 0.9
        [minute]
        checks = 7
        [team]
        gamma = 1
        layers = [32, 16]
        [team.long]
        clip = 0.1
        [search]
        depth = 3
        """,
    )
    plain = Recipe(gamma=0.9)
    assert read_recipe(path, 1) == dataclasses.replace(plain, checks=7)
    assert read_recipe(path, 10) == read_recipe(path, 60) == plain
    team = dataclasses.replace(plain, gamma=1, layers=(32, 16))
    assert read_recipe(path, 1, shared=True) == read_recipe(path, 60, table="team.ten_minutes") == team
    assert read_recipe(path, 1, table="team.long") == dataclasses.replace(team, clip=0.1)


def test_an_empty_file_says_what_the_defaults_say(tmp_path):
    path = write(tmp_path, "")
    assert all(read_recipe(path, minutes) == Recipe() for minutes in LENGTHS.values())
    assert search_recipe_for("another") == SearchRecipe()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "gama = 0.9",
            "own.toml: unknown key gama; allowed is teacher, .*, and tables minute, ten_minutes, long, team",
        ),
        ("[hour]\nchecks = 2", "own.toml: unknown table hour; allowed is"),
        ("[team]\ngama = 0.9", "own.toml, table team: unknown key gama; allowed is .*, and tables minute"),
        ("[team.hour]\nchecks = 2", "own.toml, table team: unknown table hour"),
        ("[team.long]\ndepth = 2", "own.toml, table team.long: unknown key depth; allowed is teacher, .*check_games$"),
        ("[search]\ngamma = 2", "own.toml, table search: unknown key gamma; allowed is playout, .*widening$"),
        ("minute = 3", "own.toml: minute = 3: expected a table"),
        ("[team]\nlong = 'x'", "own.toml: team.long = 'x': expected a table"),
        ("[long]\nteacher = 1", "own.toml, table long: teacher = 1: expected a text"),
        ("[long]\nchecks = 1.5", "own.toml, table long: checks = 1.5: expected a whole number from 0"),
        ("checks = true", "own.toml: checks = True: expected a whole number from 0"),
        ("gamma = '0.9'", "own.toml: gamma = '0.9': expected a number from 0"),
        ("gamma = nan", "own.toml: gamma = nan: expected a number from 0"),
        ("clip = -0.1", "own.toml: clip = -0.1: expected a number from 0"),
        ("look_ahead = true", "own.toml: look_ahead = True: expected a whole number from 0"),
        ("layers = 64", "own.toml: layers = 64: expected a list of whole numbers"),
        ("layers = [64, 'x']", "own.toml: layers = .*: expected a list of whole numbers"),
        ("[search]\ndepth = 'end'", "own.toml, table search: depth = 'end': expected a whole number from 0"),
        ("gamma = 0.9.1", "own.toml is no TOML file: .*line 1"),
    ],
)
def test_mistakes_are_named_with_their_place(text, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        read_recipe(write(tmp_path, text), 1)


def test_a_table_that_there_is_not_is_refused(tmp_path):
    path = write(tmp_path, "")
    for table in ("hour", "search", ""):
        with pytest.raises(ValueError, match=f"own.toml: no recipe '{table}'; allowed is minute, .*, team.long"):
            read_recipe(path, 1, table=table)
