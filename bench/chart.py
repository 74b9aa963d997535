"""Figures as SVG, by hand: one horizontal bar a server, as long as the logarithm of its ratio to the floor."""

import html
import math

WIDTH, LABEL, RIGHT, BAR, GAP, TOP, BOTTOM = 760, 190, 150, 16, 8, 58, 46
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
    """The SVG of a scenario."""
    rows = sorted((row for row in result["rows"] if "times_floor" in row), key=lambda row: row["times_floor"])
    most = max([row["times_floor"] for row in rows] + [1.5]) * 1.02
    least = min([row["times_floor"] for row in rows] + [1.0])
    plot = WIDTH - LABEL - RIGHT
    height = TOP + len(rows) * (BAR + GAP) + BOTTOM
    low = min(1.0, least) * 0.9  # a bar for the floor itself

    def x(ratio):
        return LABEL + plot * math.log(ratio / low) / math.log(most / low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{html.escape(result['title'])}: CPU time as a multiple of the floor</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        text(16, 24, result["title"], "title"),
        text(16, 43, "CPU time of a request, user and system, as a multiple of the floor's (shorter is better)", "small"),
    ]
    bottom = height - BOTTOM + 4
    for tick in [tick for tick in spaced(x) if low <= tick <= most]:
        parts.append(f'<path class="grid" d="M{x(tick):.1f} {TOP - 4}V{bottom}"/>')
        parts.append(text(x(tick), bottom + 16, f"{tick:g}", "small", "middle"))
    for index, row in enumerate(rows):
        parts += bar(row, TOP + index * (BAR + GAP), x)
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


def bar(row, y, x):
    kind = "floor" if row["is_floor"] else "weft" if row["server"].partition(",")[0] == "weft" else "rival"
    end = x(row["times_floor"])
    label = f"{row['times_floor']:.2f} ({row['cpu_us_per_request']:.3g} µs)" + (" *" if row["is_marked"] else "")
    middle = y + BAR / 2 + 4.5
    return [
        text(LABEL - 8, middle, row["server"], anchor="end"),
        f'<rect class="{kind}" x="{LABEL}" y="{y}" width="{max(1, end - LABEL):.1f}" height="{BAR}" rx="2"/>',
        text(end + 6, middle, label, "value"),
    ]


def text(x, y, words, style="", anchor=""):
    style = f' class="{style}"' if style else ""
    anchor = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}{anchor}>{html.escape(str(words))}</text>'
