"""Every Python example of the README and the docs runs as printed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EXAMPLES = [
    pytest.param(
        match[1], id=f"{page.name}, line {page.read_text(encoding='utf-8')[: match.start()].count(chr(10)) + 1}"
    )
    for page in PAGES
    for match in re.finditer(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
]


def test_readme_has_an_example_of_every_way_in():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for words in ("arkade.BatchEnv(", "replicants_v0.env(", "gymnasium.make(", "gymnasium.make_vec(", "MaskablePPO("):
        assert words in text


@pytest.mark.parametrize("example", EXAMPLES)
def test_example_runs_in_a_new_process(example, tmp_path):
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing
