#!/usr/bin/env python3
"""Puts the last results (build/bench) into notes/performance.md, between its two markers, and the figures beside it."""

import json
import re
import shutil

import lab

NOTES = lab.ROOT / "notes" / "performance.md"
FIGURES = lab.ROOT / "notes" / "figures"
BEGIN, END = "<!-- results: written by bench/publish.py -->\n", "<!-- end of the results -->\n"


def with_figures(text, results):
    """The tables, a figure behind each heading that has one, and the overview in front of the first."""
    text = text.replace("### ", "![Every scenario](figures/overview.svg)\n\n### ", 1)
    for result in results:
        figure = lab.RESULTS / "figures" / f"{result['scenario']}.svg"
        if figure.exists():
            heading = f"### {result['title']}\n\n"
            text = text.replace(heading, f"{heading}![{result['title']}](figures/{figure.name})\n\n")
    return text


def main():
    results = json.loads((lab.RESULTS / "results.json").read_text())["results"]
    if any(result["quick"] for result in results):
        raise SystemExit("the last results are quick ones, which are not for quoting: run `make bench`")
    text = with_figures((lab.RESULTS / "results.md").read_text(), results)
    notes = NOTES.read_text()
    NOTES.write_text(re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: BEGIN + text + END, notes, flags=re.S))
    shutil.rmtree(FIGURES, ignore_errors=True)
    shutil.copytree(lab.RESULTS / "figures", FIGURES)


if __name__ == "__main__":
    main()
