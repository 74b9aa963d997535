#!/usr/bin/env python3
"""Servers side by side, one CPU for the server and one for the load.

    make bench                        every scenario (scenarios.py has the table), and the footprint
    make bench ONLY=hello             one of them, or several: ONLY=hello,browser,footprint
    QUICK=1 make bench                short: to see that it works, not to quote
    SERVERS=weft,nginx make bench     some of the servers (servers.py has the table), beside the floor
    WRK=1 make bench                  load from wrk, for a second opinion (it looks at no body)
    make bench-rivals                 installs the servers that weft is measured beside

Each slice starts a server of its own, verifies its answers byte for byte, throws a warm-up away and measures. Slices
go round the servers (A B A B), and every figure is the median over the rounds. CPU time is the scheduler's account
of all threads of the server, in ns. "× floor" is the ratio to the floor's CPU time in the same round: quote
that, it travels between machines. A slice that other work disturbed is thrown away and repeated; a server most of
whose slices stayed disturbed is marked with *. A server that gave one wrong answer is left out, and the exit
status is 1.

Prints Markdown; writes build/bench/results.md, results.json, figures/, and a copy that stays below build/bench/runs.
"""

import sys

import content
import footprint
import lab
import measure
import report
import scenarios
import servers


def run_scenario(scenario, table, files, run):
    """Measures, saves and prints one scenario. False when a server was refused."""
    waiting = measure.not_landed(scenario, table)
    entrants = [] if scenario.waits_for else measure.contenders(scenario, table)
    found, refused, too_slow = measure.Bench(scenario, files).run(entrants)
    result = report.as_result(scenario, entrants, found, refused, too_slow, waiting)
    run.add(result)
    print(report.table(result), flush=True)
    return not refused


def main():
    words = ",".join(sys.argv[1:]).split(",") if len(sys.argv) > 1 else []
    wants_footprint = not words or "footprint" in words
    words = [word for word in words if word != "footprint"]
    rows = scenarios.chosen(words) if words or not wants_footprint or len(sys.argv) == 1 else []
    lab.need_built("floor", "load", "app/app")
    lab.settle_down()
    files = content.write(lab.CONTENT)
    table = servers.table()
    run = report.Run([server for server in table if not server.missing])
    lab.print_machine()
    for server in table:
        if server.missing:
            print(f"{server.name}: skipped, {server.missing} (`make bench-rivals`)\n")
    good = all([run_scenario(scenario, table, files, run) for scenario in rows])
    if wants_footprint:
        run.footprint = footprint.measure(table)
        print(run.footprint, flush=True)
    run.write()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
