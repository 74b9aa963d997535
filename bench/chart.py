"""Figures as SVG, by hand: horizontal bars, as long as the logarithm of a ratio to the floor."""

import html
import math

WIDTH, LABEL, RIGHT, BAR, GAP, TOP, BOTTOM = 820, 210, 220, 16, 8, 58, 46
TICKS = [1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500]

# Both schemes: the page that shows a figure decides.
STYLE = """\
    text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
    .title { font-size: 15px; font-weight: 600 } .small, .value { font-size: 12px; fill: #59636e }
    .value { paint-order: stroke; stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round }
    .paper { fill: #ffffff } .grid { stroke: #d1d9e0 } .axis { stroke: #59636e }
    .floor { fill: #8c959f } .weft { fill: #0969da } .rival { fill: #b6bfc9 }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc } .small, .value { fill: #9198a1 } .value { stroke: #0d1117 }
      .paper { fill: #0d1117 } .grid { stroke: #3d444d } .axis { stroke: #9198a1 }
      .floor { fill: #656c76 } .weft { fill: #4493f8 } .rival { fill: #444c56 }
    }"""


def bars(result):
    """The SVG of a scenario: a bar for each way of each server."""
    rows = sorted((row for row in result["rows"] if "times_floor" in row), key=lambda row: row["times_floor"])
    marks = [mark(row, row["server"], TOP + index * (BAR + GAP)) for index, row in enumerate(rows)]
    return draw(result["title"], marks, TOP + len(rows) * (BAR + GAP))


def pairs(groups):
    """The SVG of all scenarios: for each (name, weft's best row, the next best row or None) two bars."""
    marks, y = [], TOP
    for name, ours, other in groups:
        marks.append(mark(ours, name, y))
        if other:
            marks.append(mark(other, "", y + BAR, other["server"].partition(",")[0]))
        y += 2 * BAR + GAP
    return draw("Every scenario: weft (blue) and the next best server", marks, y)


def mark(row, name, y, note=""):
    """What a bar shows."""
    kind = "floor" if row["is_floor"] else "weft" if row["server"].partition(",")[0] == "weft" else "rival"
    label = f"{row['times_floor']:.2f} ({row['cpu_us_per_request']:.3g} µs)" + (" *" if row["is_marked"] else "")
    return {"kind": kind, "ratio": row["times_floor"], "name": name, "label": label + (f" {note}" if note else ""), "y": y}


def draw(title, marks, bottom):
    most = max([it["ratio"] for it in marks] + [1.5]) * 1.02
    low = min([it["ratio"] for it in marks] + [1.0]) * 0.9  # a bar for the floor itself
    plot, height = WIDTH - LABEL - RIGHT, bottom + BOTTOM

    def x(ratio):
        return LABEL + plot * math.log(ratio / low) / math.log(most / low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{html.escape(title)}: CPU time as a multiple of the floor</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        text(16, 24, title, "title"),
        text(16, 43, "CPU time of a request, user and system, as a multiple of the floor's (shorter is better)", "small"),
    ]
    bottom += 4
    for tick in [tick for tick in spaced(x) if low <= tick <= most]:
        parts.append(f'<path class="grid" d="M{x(tick):.1f} {TOP - 4}V{bottom}"/>')
        parts.append(text(x(tick), bottom + 16, f"{tick:g}", "small", "middle"))
    for it in marks:
        parts += bar(it, x(it["ratio"]))
    parts.append(f'<path class="axis" d="M{LABEL} {TOP - 4}V{bottom}"/>')
    parts.append(text(LABEL + plot / 2, bottom + 34, "× floor, logarithmic; behind the bar: ratio, CPU µs a request", "small", "middle"))
    return "\n".join(parts) + "\n</svg>\n"


def spaced(x):
    """Ticks that leave room for their labels."""
    kept = []
    for tick in TICKS:
        if not kept or x(tick) - x(kept[-1]) > 30:
            kept.append(tick)
    return kept


def bar(it, end):
    middle = it["y"] + BAR / 2 + 4.5
    return [
        text(LABEL - 8, middle, it["name"], anchor="end"),
        f'<rect class="{it["kind"]}" x="{LABEL}" y="{it["y"]}" width="{max(1, end - LABEL):.1f}" height="{BAR}" rx="2"/>',
        text(end + 6, middle, it["label"], "value"),
    ]


def text(x, y, words, style="", anchor=""):
    style = f' class="{style}"' if style else ""
    anchor = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}{anchor}>{html.escape(str(words))}</text>'
