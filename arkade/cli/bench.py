"""`arkade bench`: how fast every layer of a game is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

import arkade
from arkade.cli.tools import Options, Players, console, player_counts, progress_bar, read_options

if TYPE_CHECKING:
    from arkade_benchmarks.report import Report


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games (all).")] = None,
    players: Players = None,
    all_players: Annotated[bool, typer.Option("--all-players", help="Every number of players, in turn.")] = False,
    option: Options = None,
    quick: Annotated[bool, typer.Option("--quick", help="Kernel and BatchEnv only, in seconds.")] = False,
    runs: Annotated[int, typer.Option("--runs", min=1, help="Samples of each figure.")] = 9,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to a file.")] = None,
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Draw the rates into a .png or .svg file.")] = None,
    old_file: Annotated[
        Path | None, typer.Option("--compare", help="Show ratios to figures of an older --json.")
    ] = None,
) -> None:
    """Measure every layer, from the kernel to PettingZoo and Stable-Baselines3, the start-up and the sizes.

    Example: arkade bench replicants --players 4 --json bench.json --plot bench.png
    """
    from arkade_benchmarks import compare, report

    if all_players and players is not None:
        raise ValueError("--players and --all-players: only one of the two")
    if plot_file and plot_file.suffix not in (".png", ".svg"):
        raise ValueError(f"--plot {plot_file}: a picture is a .png or .svg file")
    for path in (json_file, plot_file):
        if path and not path.absolute().parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.absolute().parent}")
    old = compare.read_json(old_file) if old_file else []
    reports = []
    for name in games or arkade.games():
        for count in player_counts(name) if all_players else [players]:
            options = read_options(option) | ({} if count is None else {"num_players": count})
            reports.append(_measure(name, quick, runs, options))
            _show(reports[-1])
            if old_file:
                _compare(reports[-1], old)
            if json_file:
                report.write_json(reports, json_file)  # after each, so that a long run that is stopped leaves the rest
    _explain(reports[-1])
    if plot_file:
        report.plot(reports, plot_file)


def _measure(name: str, quick: bool, runs: int, options: dict[str, Any]) -> Report:
    import dataclasses

    from arkade_benchmarks import startup, throughput

    game = arkade.make(name, **options)  # a wrong option is found before anything is measured
    with progress_bar() as bar:
        task = bar.add_task(name, total=len(throughput.plan(game, quick)) + (0 if quick else 2))
        found = throughput.throughput(
            name, quick=quick, runs=runs, on_figure=lambda figure: bar.advance(task), **options
        )
        if quick:
            return found
        bar.update(task, description=f"{name}: start-up")
        return dataclasses.replace(found, figures=found.figures + startup.startup(name, warm_runs=runs, **options))


def _show(found: Report) -> None:
    from arkade_benchmarks.report import quantity

    about = found.machine
    versions = ", ".join(f"{key} {about[key]}" for key in ("python", "numpy", "numba"))
    console.print(f"{about['processor']}, {about['cores']} cores, load {about['load']}, {versions}", highlight=False)
    table = Table(title=_title(found), title_justify="left")
    table.add_column("layer")
    for column in ("median", "95 % interval", "of the yardstick", "clock"):
        table.add_column(column, justify="right")
    for figure in found.figures:
        spread = f"{quantity(figure.low)}–{quantity(figure.high)}" if len(figure.samples) > 1 else "one sample"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}"
        table.add_row(figure.name, quantity(figure.median, figure.unit), spread, ratio, figure.clock)
    console.print(table)


def _explain(found: Report) -> None:
    """What the rows count; the same for all games."""
    console.print("What is counted, and what limits it:")
    for counts, limit in dict.fromkeys((figure.counts, figure.limit) for figure in found.figures):
        names = [figure.name for figure in found.figures if (figure.counts, figure.limit) == (counts, limit)]
        console.print(f"  {'; '.join(names)}\n    counts {counts}\n    limit: {limit}", highlight=False)


def _title(found: Report) -> str:
    return f"{found.game}, {', '.join(f'{key}={value}' for key, value in found.options.items())}"


def _compare(found: Report, reports: list[dict[str, Any]]) -> None:
    from arkade_benchmarks import compare

    old = compare.earlier(found, reports)
    if old is None:
        console.print(f"{_title(found)}: not among the older figures", highlight=False)
        return
    for difference in compare.machine_differences(found, old):
        console.print(f"[bold]other conditions[/bold]: {difference}", highlight=False)
    table = Table(title=f"new / old: {_title(found)}", title_justify="left")
    table.add_column("layer")
    for column in ("ratio", "95 % interval", ""):
        table.add_column(column, justify="right")
    for change in compare.changes(found, old):
        spread = f"{change.low:.3f}–{change.high:.3f}"
        table.add_row(change.name, f"{change.ratio:.3f}", spread, change.verdict)
    console.print(table)
    console.print("Figures by the CPU clock were first divided by the yardstick beside them.", highlight=False)
