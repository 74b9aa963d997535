#!/usr/bin/env python3
"""How long a server takes from exec to its first answer.

    python3 bench/start.py SERVER... [--runs 20]

SERVER is a name from servers.py (floor, weft, nginx, h2o) or a command line with {port} or a --port option. The
clock starts before the process does; from then on a client tries to connect, again and again, and asks. The
starting of the process itself is a part of every figure: the floor's row says how much that is. Servers take
turns (A B A B); the median counts.

Prints Markdown; writes build/bench/start.json.
"""

import argparse
import socket
import time

import content
import lab
import loads
import servers

REQUEST = loads.request_bytes()
PATIENCE = 10


def first_answer(address):
    """Asks as soon as a connection is accepted. None when there is no server yet."""
    try:
        with socket.create_connection(address, PATIENCE) as connection:
            connection.sendall(REQUEST)
            with connection.makefile("rb") as stream:
                return loads.read_answer(stream)
    except ConnectionError:
        return None


def measure(server):
    """Milliseconds to the first answer."""
    port = lab.free_port()
    it = lab.Running(server, port)
    try:
        answer = None
        while answer is None and time.monotonic() < it.began + PATIENCE:
            answer = first_answer(("127.0.0.1", port))
        took = time.monotonic() - it.began
    finally:
        it.end()
    if answer != (200, content.HELLO):
        raise SystemExit(f"{server.name}: expected 200 and {content.HELLO!r}, got {answer}")
    return took * 1000


def rounds(contenders, runs):
    """For each server, by name, its milliseconds."""
    times = {server.name: [] for server in contenders}
    for _ in range(runs):
        for server in contenders:
            times[server.name].append(measure(server))
    return times


def medians(contenders, runs):
    return {name: lab.median(found) for name, found in rounds(contenders, runs).items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("servers", nargs="+", metavar="SERVER")
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    lab.settle_down()
    content.write(lab.CONTENT)
    lab.print_machine()
    contenders = servers.chosen(options.servers)
    times = rounds(contenders, options.runs)
    print(f"## From exec to the first answer, {options.runs} runs\n")
    print("| server | median ms | min–max ms |")
    print("|---|---|---|")
    for name, found in times.items():
        print(f"| {name} | {lab.median(found):.2f} | {min(found):.2f}–{max(found):.2f} |")
    lab.save("start", {"runs": options.runs, "milliseconds": times})


if __name__ == "__main__":
    main()
