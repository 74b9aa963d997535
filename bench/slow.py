#!/usr/bin/env python3
"""What a thousand slow clients do to the others.

    python3 bench/slow.py SERVER... [--clients 1000] [--pairs 5] [--seconds 5]

SERVER is a name from servers.py (weft, nginx, h2o) or a command line: see there. Good clients ask at a fixed
rate, about half of what the server can do; their latency counts from when each request was due. Beside them
slow ones send one byte a second of a request head that never ends (drip.c). Slices without and with the slow
clients alternate, each with a server of its own. Reported: CPU time per good request and p99, without and with,
and the median change within a pair. A slice that other work disturbed is thrown away and repeated. The floor
has no place here: it answers every byte.

Prints Markdown; writes build/bench/slow.json.
"""

import argparse
import contextlib
import json
import subprocess

import content
import lab
import loads
import servers

ATTEMPTS = 4  # at a quiet slice


@contextlib.contextmanager
def slow_clients(count, port):
    """`count` slow clients as long as the block runs; afterwards `said` holds what they have to report."""
    said = {}
    if count == 0:
        yield said
        return
    command = [str(lab.BUILT / "drip"), str(count), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        if process.stdout.readline() != "ready\n":
            raise loads.Refused("the slow clients could not connect")
        yield said
        if process.poll() is not None:
            raise loads.Refused("the slow clients gave up: the server takes no connections")
    finally:
        process.terminate()
        said.update(json.loads(process.stdout.readline() or "{}"))
        process.wait()


def capacity(server, seconds):
    """Requests a second in a closed loop of 64 connections: the best of three, other work only lowers it."""
    with lab.running(server) as it:
        loads.run_load(it.url, 0.5)
        return max(loads.run_load(it.url, seconds)["requests_per_second"] for _ in range(3))


def measure_slice(server, clients, rate, seconds):
    with lab.running(server) as it:
        loads.expect_body(it.address, loads.request_bytes(), 1, content.HELLO)
        with slow_clients(clients, it.address[1]) as said:
            loads.run_load(it.url, 1.0, rate=rate)
            meter = lab.CpuMeter(it.process.pid)
            result = loads.run_load(it.url, seconds, rate=rate)
            result.update(meter.stop())
    result["cpu_us_per_request"] = result["cpu_seconds"] / result["requests"] * 1e6
    result["slow"] = said
    return result


def measure(server, options):
    rate = round(capacity(server, min(1, options.seconds)) / 2, -3)
    pairs = []
    for number in range(options.pairs):
        pair = {}
        for clients in [0, options.clients] if number % 2 == 0 else [options.clients, 0]:
            pair["with" if clients else "without"] = lab.quiet(
                lambda: measure_slice(server, clients, rate, options.seconds), ATTEMPTS
            )
        pairs.append(pair)
    return {"server": server.name, "rate": rate, "pairs": pairs}


def column(row, side, key):
    return [pair[side][key] for pair in row["pairs"]]


def change(row, key):
    """The median change within a pair, in per cent."""
    with_, without = column(row, "with", key), column(row, "without", key)
    return (lab.median([a / b for a, b in zip(with_, without)]) - 1) * 100


def print_table(options, rows):
    print(f"## {options.clients} slow clients beside a load of half the capacity, {options.pairs} pairs\n")
    print("| server | good req/s | CPU µs/req without | with | change | p99 µs without | with | change | cut off |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        cells = [row["server"], f"{row['rate']:.0f}"]
        for key, digits in [("cpu_us_per_request", 3), ("p99_us", 0)]:
            for side in ["without", "with"]:
                cells.append(f"{lab.median(column(row, side, key)):.{digits}f}")
            cells.append(f"{change(row, key):+.1f} %")
        cells.append(str(sum(slow.get("cut_off", 0) for slow in column(row, "with", "slow"))))
        print("| " + " | ".join(cells) + " |")
    slices = [slice_ for row in rows for pair in row["pairs"] for slice_ in pair.values()]
    disturbed = sum(slice_["disturbance"] > 1 for slice_ in slices)
    thrown_away = sum(slice_["thrown_away"] for slice_ in slices)
    print(f"\n{thrown_away} disturbed slices thrown away; of {len(slices)} kept {disturbed} disturbed.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("servers", nargs="+", metavar="SERVER")
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    lab.need_built("load", "drip")
    lab.settle_down()
    content.write(lab.CONTENT)
    lab.print_machine()
    rows = [measure(server, options) for server in servers.chosen(options.servers)]
    print_table(options, rows)
    lab.save("slow", {"clients": options.clients, "seconds": options.seconds, "rows": rows})


if __name__ == "__main__":
    main()
