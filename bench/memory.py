#!/usr/bin/env python3
"""What an idle keep-alive connection costs a server in memory.

    python3 bench/memory.py SERVER... [--connections 10000]

SERVER is a name from servers.py (floor, weft, nginx, h2o) or a command line: see there. Each connection has
made one request and waits. The memory is the server's own, all its processes together, before and after. Quote
the private dirty pages: Rss and Pss also move with what other programs share. What the kernel holds for the
sockets (of both ends, here) is no part of it and shown apart. Connections come from several 127.0.0.x
addresses. Needs a limit of open files above the number of connections (`ulimit -Hn`).

Prints Markdown; writes build/bench/memory.json.
"""

import argparse
import pathlib
import resource
import socket
import time

import content
import lab
import loads
import servers

ADDRESSES = [f"127.0.0.{last}" for last in range(2, 12)]
REQUEST = loads.request_bytes()


def open_idle(address, count):
    """Connections that have made one request each."""
    connections = []
    for number in range(count):
        source = (ADDRESSES[number % len(ADDRESSES)], 0)
        connections.append(socket.create_connection(address, 10, source_address=source))
        ask(connections[-1])
    return connections


def ask(connection):
    connection.sendall(REQUEST)
    with connection.makefile("rb") as stream:
        status, body = loads.read_answer(stream)
    if status != 200 or body != content.HELLO:
        raise loads.Refused(f"status {status}, body {body[:80]!r}")


def kernel_kb():
    """Kernel memory in slabs and pages of sockets, of the whole machine."""
    wanted = {"Slab", "KernelStack"}
    lines = pathlib.Path("/proc/meminfo").read_text().splitlines()
    total = sum(int(line.split()[1]) for line in lines if line.partition(":")[0] in wanted)
    sockets = pathlib.Path("/proc/net/sockstat").read_text().split("TCP:")[1].splitlines()[0].split()
    return total + int(sockets[sockets.index("mem") + 1]) * resource.getpagesize() // 1024


def read_memory(pid):
    return {**lab.memory_kb(pid), "kernel": kernel_kb()}


def measure(server, count):
    """Memory in kB before and after the connections, and per connection in bytes."""
    with lab.running(server) as it:
        warm = open_idle(it.address, 1)
        time.sleep(0.5)
        before = read_memory(it.process.pid)
        connections = open_idle(it.address, count)
        time.sleep(1)
        after = read_memory(it.process.pid)
        for connection in connections:  # all are still there and served
            ask(connection)
        for connection in warm + connections:
            connection.close()
    each = {name: (after[name] - before[name]) * 1024 / count for name in before}
    return {"server": server.name, "before_kb": before, "after_kb": after, "bytes_each": each}


def print_table(count, rows):
    print(f"## Memory of {count} idle keep-alive connections\n")
    print("| server | Rss before MB | after MB | private dirty B/conn | Rss B/conn | Pss B/conn | kernel B/conn |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        each = row["bytes_each"]
        print(
            f"| {row['server']} | {row['before_kb']['Rss'] / 1024:.1f} | {row['after_kb']['Rss'] / 1024:.1f} "
            f"| {each['Private_Dirty']:.0f} | {each['Rss']:.0f} | {each['Pss']:.0f} | ({each['kernel']:.0f}) |"
        )
    print("\nKernel: both ends, the whole machine, and not counted in the others.\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("servers", nargs="+", metavar="SERVER")
    parser.add_argument("--connections", type=int, default=10000)
    options = parser.parse_args()
    lab.settle_down()
    content.write(lab.CONTENT)
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if options.connections + 100 > limit:
        raise SystemExit(f"at most {limit - 100} connections: the limit of open files is {limit}")
    lab.print_machine()
    rows = [measure(server, options.connections) for server in servers.chosen(options.servers)]
    print_table(options.connections, rows)
    lab.save("memory", {"connections": options.connections, "rows": rows})


if __name__ == "__main__":
    main()
