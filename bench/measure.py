"""Measures a scenario: verifies each server's answers, throws a warm-up away, and goes round the servers."""

import os
import pathlib
import sys
import tempfile

import lab
import loads
import servers

QUICK = bool(os.environ.get("QUICK"))
WRK = bool(os.environ.get("WRK"))
ROUNDS, SECONDS, WARM_UP = (2, 0.12, 0.05) if QUICK else (5, 0.7, 0.2)
ROUNDS = int(os.environ.get("ROUNDS", ROUNDS))
ATTEMPTS = 1 if QUICK else 4  # at a quiet slice, as long as
REPEATED = 0.3  # no more than this share of a scenario's slices was repeated: on a busy machine the rest is marked


class Contender:
    """A server and the way in which it serves what a scenario asks for."""

    def __init__(self, server, way, is_floor=False):
        self.server = server
        self.way = way
        self.is_floor = is_floor
        self.name = f"{server.name}, {way.name}" if way.name else server.name
        self.argv = []  # as it was last started


def contenders(scenario, table):
    """The floors first. What weft cannot do yet, and what is not installed, is left out."""
    path = next((way.path for server in table for way in server.ways(scenario.asks) if way.path), "/")
    length = str(len(scenario.request(path)))
    found = []
    for name, arguments in scenario.floors:
        arguments = [length if word == "BYTES" else word for word in arguments]
        found.append(Contender(servers.floor(name, arguments), servers.Way(path), True))
    for server in table:
        if not server.missing:
            found += [Contender(server, way) for way in server.ways(scenario.asks) if way.path]
    return found


def not_landed(scenario, table):
    """What of weft this scenario waits for."""
    if scenario.waits_for:
        return [scenario.waits_for]
    weft = [server for server in table if server.name == "weft"]
    return [way.name or scenario.asks for server in weft for way in server.ways(scenario.asks) if not way.path]


class Bench:
    """The rounds of one scenario. `files`: the content, by name."""

    def __init__(self, scenario, files):
        self.scenario = scenario
        self.body = scenario.body(files)
        self.spare = 0  # slices that may be repeated yet

    def run(self, entrants):
        """For each contender its slices, by name; and by name why others are refused, or were too slow."""
        slices, refused, too_slow = {it.name: [] for it in entrants}, {}, {}
        self.spare = int(REPEATED * ROUNDS * len(entrants))
        for turn in range(ROUNDS):
            for it in entrants:
                if it.name in refused or it.name in too_slow:
                    continue
                show_progress(f"{self.scenario.name} {turn + 1}/{ROUNDS} {it.name}")
                try:
                    slices[it.name].append(self.quiet_slice(it))
                except loads.TooSlow as reason:
                    too_slow[it.name] = str(reason).strip()
                except lab.Refused as reason:
                    refused[it.name] = str(reason).strip()
        show_progress("")
        kept = {name: found for name, found in slices.items() if name not in refused and name not in too_slow}
        return kept, refused, too_slow

    def quiet_slice(self, it):
        found = lab.quiet(lambda: self.slice(it), min(ATTEMPTS, 1 + self.spare), self.scenario.shares_cpus)
        self.spare -= found["thrown_away"]
        return found

    def slice(self, it):
        """Starts the server, verifies, warms up, measures. Returns a flat dict of what was seen."""
        workers = 1 if it.is_floor else self.scenario.workers  # the floor is one thread, and pinned
        with tempfile.TemporaryDirectory(prefix="weft-bench-") as home, lab.running(it.server, workers) as server:
            request = pathlib.Path(home) / "request"
            request.write_bytes(self.scenario.request(it.way.path))
            it.argv = server.argv
            self.verify(it, server.address, request)
            self.load(server, WARM_UP, request)
            meter = lab.CpuMeter(server.process.pid, workers)
            result = self.load(server, SECONDS, request)
            result.update(meter.stop())
            result["peak_rss_mb"] = lab.status_kb(server.process.pid, "VmHWM") / 1024
        result["cpu_us_per_request"] = result["cpu_seconds"] / result["requests"] * 1e6
        return result

    def verify(self, it, address, request):
        loads.expect_body(address, request.read_bytes(), self.scenario.depth, self.body, it.way.as_ours)

    def load(self, server, seconds, request):
        how = {"connections": self.scenario.connections, "depth": self.scenario.depth, "request": request}
        if WRK:
            return loads.run_wrk(server.url, seconds, **how)
        how.update(rate=self.scenario.rate, close=self.scenario.close, sleep=self.scenario.shares_cpus)
        return loads.run_load(server.url, seconds, **how)


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r{text:72}\r", end="", file=sys.stderr, flush=True)
