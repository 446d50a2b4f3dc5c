"""Measure all suites side by side, in rounds; write a JSON and a table."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import arkade_benchmarks
from arkade_benchmarks.report import machine
from arkade_benchmarks.rivals import table

OURS = ("arkade", "plain_c")
RIVALS = ("openspiel", "pgx", "pettingzoo", "rlcard", "envpool", "catanatron", "jumanji")
NOT_MEASURED = {"PufferLib": "does not install from the package index as it is"}


class Worker:
    """A module of this package in a process and an environment of its own, idle until asked for a sample."""

    def __init__(self, module: str, python: str, names: Path) -> None:
        self.module = module
        command = [python, "-m", f"arkade_benchmarks.rivals.{module}", "--serve"]
        paths = [str(names), *([os.environ["PYTHONPATH"]] if module in OURS and "PYTHONPATH" in os.environ else [])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
        self.errors = tempfile.TemporaryFile("w+")  # closed with the process
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment
        )
        self.about = self._read()
        for row in self.about["rows"]:
            row["samples"], row["cpu_samples"] = [], []

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            raise RuntimeError(f"{self.module} stopped:\n{self.errors.read()[-2000:]}")
        return json.loads(line)

    def sample(self, i: int, seconds: float) -> None:
        """Take one more sample of row `i`, unless an earlier one failed."""
        row = self.about["rows"][i]
        if "error" in row:
            return
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"row": i, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        answer = self._read()
        if "error" in answer:
            row["error"] = answer["error"]
        else:
            row["samples"].append(answer["rate"])
            row["cpu_samples"].append(answer["cpu_rate"])

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()
        self.errors.close()


def measure(modules: list[str], environments: str, rounds: int, seconds: float) -> dict[str, Any]:
    """All rows of all suites: in each round one sample of each, suites in turn, so that noise hits all alike."""
    not_measured = dict(NOT_MEASURED)
    with ExitStack() as stack:
        names = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arkade-rivals-")))
        (names / "arkade_benchmarks").symlink_to(Path(arkade_benchmarks.__file__).resolve().parent)
        workers = []
        for module in modules:
            python = sys.executable if module in OURS else f"{environments.format(module)}/bin/python"
            if not Path(python).exists():
                not_measured[module] = f"there is no {environments.format(module)}"
                continue
            try:
                workers.append(Worker(module, python, names))
            except RuntimeError as error:
                not_measured[module] = str(error).strip().splitlines()[-1]
                continue
            stack.callback(workers[-1].close)
        for r in range(rounds + 1):  # the first sets up, compiles, and does not count
            for i in range(max(len(worker.about["rows"]) for worker in workers)):
                for worker in workers:
                    if i < len(worker.about["rows"]):
                        worker.sample(i, seconds)
            if r == 0:
                for worker in workers:
                    for row in worker.about["rows"]:
                        row["samples"].clear(), row["cpu_samples"].clear()
            print(f"round {r} of {rounds}", file=sys.stderr, flush=True)
        suites = [worker.about for worker in workers]
    about = machine() | {"date": time.strftime("%Y-%m-%d")}
    return dict(machine=about, rounds=rounds, seconds=seconds, suites=suites, not_measured=not_measured)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m arkade_benchmarks.rivals", description=__doc__)
    parser.add_argument("suites", nargs="*", help=f"of {', '.join((*OURS, *RIVALS))} (all)")
    parser.add_argument(
        "--environments", default=".venv-rivals-{}", help="where a suite's environment is (%(default)s)"
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a sample")
    parser.add_argument(
        "--json", type=Path, required=True, help="write all samples to this file, and FILE.md beside it"
    )
    arguments = parser.parse_args()
    modules = arguments.suites or [*OURS, *RIVALS]
    if unknown := set(modules) - {*OURS, *RIVALS}:
        parser.error(f"no suite {', '.join(sorted(unknown))}; suites are {', '.join((*OURS, *RIVALS))}")
    found = measure(modules, arguments.environments, arguments.rounds, arguments.seconds)
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    text = table.markdown(found)
    arguments.json.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
