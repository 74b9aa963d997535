#!/usr/bin/env python3
"""Servers side by side, in a closed loop, one CPU for the server and one for the load.

    make bench                        every scenario
    make bench ONLY=hello             one of them, or several: ONLY=hello,browser
    QUICK=1 make bench                short: to see that it works, not to quote
    SERVERS=floor,weft make bench     some of the servers (servers.py has the table, and how to add yours)
    WRK=1 make bench                  load from wrk, for a second opinion (it knows no p99 when pipelining)

Each slice starts a server of its own, verifies its answers, throws a warm-up away and measures. Slices go
round the servers (A B A B), and every figure is the median over the rounds. CPU time is the scheduler's account
of all threads of the server, in ns. "× floor" is the ratio to the floor's CPU time in the same round: quote
that, it travels between machines. A slice that other work disturbed is thrown away and repeated; a server that
no quiet slice could be had of is marked with *. A server that gave one wrong answer is left out, and the exit
status is 1.

Prints Markdown; writes build/bench/SCENARIO.json (SCENARIO-wrk.json with WRK=1).
"""

import os
import pathlib
import sys
import tempfile

import lab
import loads
import servers

QUICK = bool(os.environ.get("QUICK"))
WRK = bool(os.environ.get("WRK"))
ROUNDS, SECONDS, WARM_UP = (2, 1.0, 0.3) if QUICK else (5, 3.0, 1.0)
ATTEMPTS = 2 if QUICK else 4  # at a quiet slice

BROWSER_FIELDS = [
    ("Connection", "keep-alive"),
    ("Cache-Control", "max-age=0"),
    ("sec-ch-ua", '"Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"'),
    ("sec-ch-ua-mobile", "?0"),
    ("sec-ch-ua-platform", '"Linux"'),
    ("Upgrade-Insecure-Requests", "1"),
    ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 "
                   "Safari/537.36"),
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"),
    ("Sec-Fetch-Site", "same-origin"),
    ("Sec-Fetch-Mode", "navigate"),
    ("Sec-Fetch-User", "?1"),
    ("Sec-Fetch-Dest", "document"),
    ("Referer", "http://localhost:8080/"),
    ("Accept-Encoding", "gzip, deflate, br, zstd"),
    ("Accept-Language", "en-GB,en;q=0.9,de;q=0.8"),
]  # fmt: skip


class Scenario:
    """A row of the table of scenarios."""

    def __init__(self, name, title, connections=64, depth=1, fields=(), floor="hello"):
        self.name = name
        self.title = title
        self.connections = connections
        self.depth = depth
        self.request = loads.request_bytes(fields)
        self.body = servers.HELLO
        self.floor = floor  # which floor it is measured against


SCENARIOS = [
    Scenario("hello", "Hello, 13 bytes, 64 connections"),
    Scenario("pipelined", "Hello, pipelined 16 deep on 16 connections", 16, 16, floor="pipeline"),
    Scenario("browser", "Hello, asked with a browser's 16 fields, 64 connections", fields=BROWSER_FIELDS),
]


# ---- Measuring ----


def measure_slice(server, scenario, request):
    """Starts the server, verifies, warms up, measures. Returns a flat dict of what was seen."""

    def load(url, seconds):
        run = loads.run_wrk if WRK else loads.run_load
        return run(url, seconds, connections=scenario.connections, depth=scenario.depth, request=request)

    with lab.running(server) as it:
        loads.expect_body(it.address, scenario.request, scenario.depth, scenario.body)
        load(it.url, WARM_UP)
        meter = lab.CpuMeter(it.process.pid)
        result = load(it.url, SECONDS)
        result.update(meter.stop())
        result["peak_rss_mb"] = lab.status_kb(it.process.pid, "VmHWM") / 1024
    result["cpu_us_per_request"] = result["cpu_seconds"] / result["requests"] * 1e6
    return result


def measure(scenario, contenders):
    """All rounds of a scenario: for each server, by name, its slices, and why others were refused."""
    slices, refused = {server.name: [] for server in contenders}, {}
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as home:
        request = pathlib.Path(home) / "request"
        request.write_bytes(scenario.request)
        for turn in range(ROUNDS):
            for server in contenders:
                if server.name in refused:
                    continue
                show_progress(f"{scenario.name} {turn + 1}/{ROUNDS} {server.name}")
                try:
                    slices[server.name].append(
                        lab.quiet(lambda: measure_slice(server, scenario, request), ATTEMPTS)
                    )
                except loads.Refused as reason:
                    refused[server.name] = str(reason).strip()
    show_progress("")
    return {name: found for name, found in slices.items() if name not in refused}, refused


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r{text:60}\r", end="", file=sys.stderr, flush=True)


# ---- Reporting ----


def summarise(name, slices, floor_slices):
    """Medians over the rounds, the range of the CPU time, the ratio to the floor within each round."""
    row = {"server": name, "slices": slices}
    for key, value in slices[0].items():
        if isinstance(value, (int, float)):
            row[key] = lab.median([result[key] for result in slices])
    costs = [result["cpu_us_per_request"] for result in slices]
    row["cpu_us_min"], row["cpu_us_max"] = min(costs), max(costs)
    if floor_slices:
        floor_costs = [result["cpu_us_per_request"] for result in floor_slices]
        row["times_floor"] = lab.median([cost / least for cost, least in zip(costs, floor_costs)])
    row["disturbed"] = sum(result["disturbance"] > 1 for result in slices)
    row["thrown_away"] = sum(result["thrown_away"] for result in slices)
    return row


COLUMNS = [
    ("server", lambda row: row["server"] + ("*" if row["disturbed"] else "")),
    ("req/s", lambda row: f"{row['requests_per_second']:.0f}"),
    ("p50 µs", lambda row: f"{row['p50_us']:.0f}"),
    ("p99 µs", lambda row: f"{row['p99_us']:.0f}"),
    ("p99.9 µs", lambda row: f"{row['p999_us']:.0f}"),
    ("CPU µs/req", lambda row: f"{row['cpu_us_per_request']:.3f}"),
    ("min–max", lambda row: f"{row['cpu_us_min']:.3f}–{row['cpu_us_max']:.3f}"),
    ("user / sys", lambda row: user_and_system(row)),
    ("× floor", lambda row: f"{row['times_floor']:.2f}" if "times_floor" in row else "–"),
    ("CPU", lambda row: f"{row['utilisation']:.0%}"),
    ("load CPU", lambda row: f"{row['load_cpu_seconds'] / row['wall_seconds']:.0%}"),
    ("peak RSS MB", lambda row: f"{row['peak_rss_mb']:.1f}"),
    ("bytes", lambda row: f"{row['answer_bytes']:.0f}"),
]


def user_and_system(row):
    user = row["cpu_us_per_request"] * row["user_share"]
    return f"{user:.3f} / {row['cpu_us_per_request'] - user:.3f}"


def print_table(scenario, rows):
    print(f"## {scenario.title}\n")
    print("| " + " | ".join(name for name, _ in COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    for row in rows:
        print("| " + " | ".join(show(row) for _, show in COLUMNS) + " |")
    thrown_away = sum(row["thrown_away"] for row in rows)
    print(f"\nMedian of {ROUNDS} rounds of {SECONDS:g} s; {thrown_away} disturbed slices thrown away.", end="")
    for row in rows:
        if row["disturbed"]:
            print(f" * {row['server']}: {row['disturbed']} slices disturbed even so.", end="")
    print("\n", flush=True)


def save(scenario, rows):
    result = {
        "scenario": scenario.name,
        "title": scenario.title,
        "load": "wrk" if WRK else "load",
        "quick": QUICK,
        "rounds": ROUNDS,
        "seconds": SECONDS,
        "rows": rows,
    }
    lab.save(scenario.name + ("-wrk" if WRK else ""), result)


def run(scenario):
    """Measures, saves and prints one scenario. False when a server was refused."""
    contenders = [server for server in chosen_servers(scenario) if not server.missing]
    slices, refused = measure(scenario, contenders)
    rows = [summarise(name, found, slices.get("floor")) for name, found in slices.items()]
    save(scenario, rows)
    print_table(scenario, rows)
    for name, reason in refused.items():
        print(f"{name}: refused: {reason}\n", flush=True)
    return not refused


def chosen_servers(scenario):
    wanted = os.environ.get("SERVERS")
    return [s for s in servers.table(scenario.floor) if not wanted or s.name in wanted.split(",")]


def chosen_scenarios(words):
    if not words:
        return SCENARIOS
    wanted = ",".join(words).split(",")
    unknown = set(wanted) - {scenario.name for scenario in SCENARIOS}
    if unknown:
        raise SystemExit(f"no scenario {', '.join(unknown)}: there are {', '.join(s.name for s in SCENARIOS)}")
    return [scenario for scenario in SCENARIOS if scenario.name in wanted]


def main():
    scenarios = chosen_scenarios(sys.argv[1:])
    lab.need_built("floor", "load")
    lab.settle_down()
    lab.print_machine()
    for server in chosen_servers(scenarios[0]):
        if server.missing:
            print(f"{server.name}: skipped, {server.missing}\n")
    return 0 if all([run(scenario) for scenario in scenarios]) else 1


if __name__ == "__main__":
    sys.exit(main())
