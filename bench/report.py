"""From slices to rows, tables and files."""

import json
import pathlib
import shutil
import time

import chart
import lab
import measure


def summarise(contender, slices, floor_slices):
    """Medians over the rounds, the range of the CPU time, the ratio to the floor within each round.

    Rounds in which the slice was disturbed are left out, unless less than half of them are left: then all count, and
    the row is marked.
    """
    row = {"server": contender.name, "is_floor": contender.is_floor, "slices": slices}
    quiet = [turn for turn, result in enumerate(slices) if result["disturbance"] <= 1]
    row["disturbed"] = len(slices) - len(quiet)
    row["is_marked"] = 2 * len(quiet) < len(slices)
    counted = range(len(slices)) if row["is_marked"] else quiet
    for key, value in slices[0].items():
        if isinstance(value, (int, float)):
            row[key] = lab.median([slices[turn][key] for turn in counted])
    costs = {turn: slices[turn]["cpu_us_per_request"] for turn in counted}
    row["cpu_us_min"], row["cpu_us_max"] = min(costs.values()), max(costs.values())
    if floor_slices:
        ratios = [cost / floor_slices[turn]["cpu_us_per_request"] for turn, cost in costs.items()]
        row["times_floor"] = lab.median(ratios)
    row["thrown_away"] = sum(result["thrown_away"] for result in slices)
    return row


def as_result(scenario, entrants, slices, refused, too_slow, waiting):
    """All there is to know about a scenario, as one dict."""
    floor_slices = next((slices.get(it.name) for it in entrants if it.is_floor), None)
    if scenario.shares_cpus:
        floor_slices = None  # what the kernel does on the shared CPU is charged now to the one, now to the other
    rows = [summarise(it, slices[it.name], floor_slices) for it in entrants if slices.get(it.name)]
    rows.sort(key=lambda row: (not row["is_floor"], row["cpu_us_per_request"]))
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "model": f"open, {scenario.rate} a second" if scenario.rate else "closed",
        "load": "wrk" if measure.WRK else "load",
        "connections": scenario.connections,
        "depth": scenario.depth,
        "workers": scenario.workers,
        "shares_cpus": scenario.shares_cpus,
        "quick": measure.QUICK,
        "rounds": measure.ROUNDS,
        "seconds": measure.SECONDS,
        "rows": rows,
        "refused": refused,
        "too_slow": too_slow,
        "not_landed": waiting,
        "spelled_differently": {
            it.name: [text.decode() for text in it.way.spells] for it in entrants if it.way.spells
        },
        "commands": {it.name: it.argv for it in entrants if it.argv},
    }


# ---- Markdown ----


def throughput(row):
    """What the machine measured; where the server's CPU had time left it could have done more."""
    bound = "≥ " if row["utilisation"] < 0.95 and row["is_bounded_by_cpu"] else ""
    return f"{bound}{row['requests_per_second']:.0f}"


COLUMNS = [
    ("server", lambda row: row["server"] + ("*" if row["is_marked"] else "")),
    ("CPU µs/req", lambda row: short(row["cpu_us_per_request"])),
    ("min–max", lambda row: f"{short(row['cpu_us_min'])}–{short(row['cpu_us_max'])}"),
    ("user / sys", lambda row: user_and_system(row)),
    ("× floor", lambda row: f"{row['times_floor']:.2f}" if "times_floor" in row else "–"),
    ("req/s", throughput),
    ("p50 µs", lambda row: f"{row['p50_us']:.0f}"),
    ("p99 µs", lambda row: f"{row['p99_us']:.0f}"),
    ("p99.9 µs", lambda row: f"{row['p999_us']:.0f}"),
    ("CPU", lambda row: f"{row['utilisation']:.0%}"),
    ("peak MB", lambda row: f"{row['peak_rss_mb']:.1f}"),
    ("2 vCPU", lambda row: on_a_host(row, 2)),
    ("4 vCPU", lambda row: on_a_host(row, 4)),
]


def short(microseconds):
    return f"{microseconds:.3f}" if microseconds < 10 else f"{microseconds:.1f}"


def user_and_system(row):
    user = row["cpu_us_per_request"] * row["user_share"]
    return f"{short(user)} / {short(row['cpu_us_per_request'] - user)}"


def on_a_host(row, cpus):
    """Requests a second of a host with so many virtual CPUs, if it did nothing else: an estimate."""
    return f"{cpus * 1e6 / row['cpu_us_per_request']:.0f}"


def table(result):
    """A scenario as Markdown."""
    text = f"### {result['title']}\n\n"
    if result["rows"]:
        text += "| " + " | ".join(name for name, _ in COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|\n"
        bounded = result["model"] == "closed" and not result["shares_cpus"]
        for row in result["rows"]:
            text += "| " + " | ".join(show({**row, "is_bounded_by_cpu": bounded}) for _, show in COLUMNS) + " |\n"
        text += "\n" + conditions(result)
    for name, theirs in result["spelled_differently"].items():
        text += f"{name} spells {theirs[1]} as {theirs[0]}, which means the same.\n"
    for name, reason in result["too_slow"].items():
        text += f"\n**{name}** did not keep up: {reason.splitlines()[0]}\n"
    for name, reason in result["refused"].items():
        text += f"\n**{name} is refused**: {reason}\n"
    for what in result["not_landed"]:
        text += f"\nNot landed in weft yet, and not measured: {what}.\n"
    return text


def contests(results):
    """Of each scenario that has ratios: the result, the floor's row, weft's best one, and the best of the others."""
    for result in results:
        rows = sorted((row for row in result["rows"] if "times_floor" in row), key=lambda row: row["times_floor"])
        floors = [row for row in rows if row["is_floor"] and row["server"] == "floor"]
        ours = [row for row in rows if is_weft(row)]
        others = [row for row in rows if not is_weft(row) and not row["is_floor"]]
        if floors and ours:
            yield result, floors[0], ours[0], others[0] if others else None


def overview(results):
    """A line for each scenario."""
    text = "| scenario | floor CPU µs | weft, × floor | the next best, × floor |\n|---|---|---|---|\n"
    for result, floor, ours, other in contests(results):
        cost = short(floor["cpu_us_per_request"])
        text += f"| {result['title']} | {cost} | {ratio_and_name(ours)} | {ratio_and_name(other)} |\n"
    return text


def is_weft(row):
    return row["server"].partition(",")[0] == "weft"


def ratio_and_name(row):
    if not row:
        return "–"
    name = row["server"].removeprefix("weft").removeprefix(", ")
    return f"{row['times_floor']:.2f}{'*' if row['is_marked'] else ''}" + (f" ({name})" if name else "")


def conditions(result):
    left_out = sum(row["disturbed"] for row in result["rows"] if not row["is_marked"])
    thrown_away = sum(row["thrown_away"] for row in result["rows"]) + left_out
    text = f"{result['model'].capitalize()} model; medians of {result['rounds']} rounds of {result['seconds']:g} s; "
    text += f"{thrown_away} disturbed slices thrown away."
    if result["shares_cpus"]:
        text += " The server shares its CPUs with the load: the requests a second are shared too, and CPU times vary"
        text += " with who happens to run where. No ratio is given."
    for row in result["rows"]:
        if row["is_marked"]:
            text += f" * {row['server']}: {row['disturbed']} of {len(row['slices'])} slices disturbed even so."
    return text + "\n"


def how_they_were_run(servers):
    """Versions, commands and configurations; `{port}` and the like are filled in for each slice."""
    text = "### How the servers were run\n\n"
    place = lab.Place("PORT", pathlib.Path("HOME"), content=pathlib.Path("CONTENT"))
    for server in servers:
        source = f", [{server.config}](../bench/rivals/{server.config})" if server.config else ""
        text += f"- {server.name}: {server.version() or ('this revision' if server.name == 'weft' else 'a command')}{source}"
        text += "\n" if server.config.endswith(".conf") else f", `{command_line(server, place)}`\n"
    for server in servers:
        if server.config.endswith(".conf"):
            config = (lab.ROOT / "bench" / "rivals" / server.config).read_text()
            text += f"\n<details><summary>{server.config}</summary>\n\n```\n{config}```\n\n</details>\n"
    return text


def command_line(server, place):
    return " ".join(server.argv(place)).replace(f"{lab.ROOT}/", "")


# ---- Files ----


class Run:
    """Everything that one call of the bench finds, kept up to date in build/bench: results.md, results.json,
    figures/NAME.svg; and the same in build/bench/runs/TIME, which nothing overwrites."""

    def __init__(self, servers):
        self.folder = lab.RESULTS / "runs" / time.strftime("%Y-%m-%dT%H%M%S")
        self.folder.mkdir(parents=True)
        self.machine = lab.machine_lines()
        self.results = []
        self.servers = servers
        self.footprint = ""

    def add(self, result):
        self.results.append(result)
        lab.save(result["scenario"] + ("-wrk" if measure.WRK else ""), result)
        self.write()

    def write(self):
        tables = "\n".join(table(result) for result in self.results)
        notice = "**Quick: to see that it works, not to quote.**\n\n" if measure.QUICK else ""
        text = f"{notice}{self.machine}\n{overview(self.results)}\n{tables}\n{self.footprint}\n{how_they_were_run(self.servers)}"
        figures = self.folder / "figures"
        figures.mkdir(exist_ok=True)
        (self.folder / "results.md").write_text(text)
        (self.folder / "results.json").write_text(
            json.dumps({"machine": lab.describe(), "results": self.results}, indent=1) + "\n"
        )
        for result in self.results:
            if any("times_floor" in row for row in result["rows"]):
                (figures / f"{result['scenario']}.svg").write_text(chart.bars(result))
        groups = [(result["scenario"], ours, other) for result, _, ours, other in contests(self.results)]
        if groups:
            (figures / "overview.svg").write_text(chart.pairs(groups))
        shutil.rmtree(lab.RESULTS / "figures", ignore_errors=True)
        shutil.copytree(self.folder, lab.RESULTS, dirs_exist_ok=True)
