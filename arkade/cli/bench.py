"""`arkade bench`: how fast every layer of a game is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

import arkade
from arkade.cli.tools import Options, Players, console, progress_bar, read_options

if TYPE_CHECKING:
    from arkade_benchmarks.report import Report


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games (all).")] = None,
    players: Players = None,
    option: Options = None,
    quick: Annotated[bool, typer.Option("--quick", help="Kernel and BatchEnv only, in seconds.")] = False,
    runs: Annotated[int, typer.Option("--runs", min=1, help="Runs of each figure.")] = 5,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures to a file.")] = None,
    plot_file: Annotated[Path | None, typer.Option("--plot", help="Draw the rates into a .png or .svg file.")] = None,
) -> None:
    """Measure the throughput of every layer, from the kernel to PettingZoo, and the start-up.

    Example: arkade bench replicants --players 4 --json bench.json --plot bench.png
    """
    from arkade_benchmarks import report

    options = read_options(option) | ({} if players is None else {"num_players": players})
    if plot_file and plot_file.suffix not in (".png", ".svg"):
        raise ValueError(f"--plot {plot_file}: a picture is a .png or .svg file")
    for path in (json_file, plot_file):
        if path and not path.absolute().parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.absolute().parent}")
    reports = []
    for name in games or arkade.games():
        reports.append(_measure(name, quick, runs, options))
        _show(reports[-1])
    if json_file:
        report.write_json(reports, json_file)
    if plot_file:
        report.plot(reports, plot_file)


def _measure(name: str, quick: bool, runs: int, options: dict[str, Any]) -> Report:
    import dataclasses

    from arkade_benchmarks import startup, throughput

    arkade.make(name, **options)  # a wrong option is found before anything is measured
    with progress_bar() as bar:
        task = bar.add_task(name, total=throughput.n_figures(quick) + (0 if quick else 2))
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
    options = ", ".join(f"{key}={value}" for key, value in found.options.items())
    table = Table(title=f"{found.game}, {options}", title_justify="left")
    table.add_column("layer")
    for column in ("median", "lowest–highest", "of the yardstick", "clock"):
        table.add_column(column, justify="right")
    for figure in found.figures:
        spread = f"{quantity(figure.low)}–{quantity(figure.high)}" if figure.runs > 1 else "one run"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}"
        table.add_row(figure.name, quantity(figure.median, figure.unit), spread, ratio, figure.clock)
    console.print(table)
    console.print("What limits each layer:")
    for figure in found.figures:
        console.print(f"  {figure.name}: {figure.limit}", highlight=False)
