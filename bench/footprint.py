"""What it takes to have a server at all: packages, bytes on disk, time to build and to start, memory.

Packages are Debian's: what the server's package declares, and all that follows from it (libc included). For Go they
are needed to build, not to run. Libraries and bytes are those of the running process: its program and every shared
object that it has mapped.
"""

import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile
import time

import lab
import measure as harness
import memory
import servers
import start

RUNS = 3 if harness.QUICK else 20
FEW, MANY = 64, 1_000 if harness.QUICK else 10_000
PARTS = ["Makefile", "include", "src", "json", "template", "router", "static", "bench"]


def measure(table):
    """Markdown: weft's own artifacts, and a row for each server."""
    present = [servers.floor("floor", ["canned", "hello.txt"])] + [server for server in table if not server.missing]
    return f"### Footprint\n\n{artifacts()}\n{server_table(present)}\n{' '.join(__doc__.split())}\n"


# ---- weft's own ----


def artifacts():
    """Builds weft from clean in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="weft-footprint-") as folder:
        home = pathlib.Path(folder)
        for part in PARTS:
            source = lab.ROOT / part
            if source.is_dir():
                shutil.copytree(source, home / part, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.exists():
                shutil.copy(source, home)
        rows = build_times(home) + sizes(home)
    return "| weft | |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in rows)


def build_times(home):
    rows = []
    for cores in sorted({1, min(2, lab.CPUS)}):
        shutil.rmtree(home / "build", ignore_errors=True)
        began = time.monotonic()
        run(["make", "-s", f"-j{cores}", "all"], home, cores)
        cpus = "1 CPU" if cores == 1 else f"{cores} CPUs"
        rows.append((f"build from clean, {cpus}", f"{time.monotonic() - began:.1f} s"))
    return rows


def run(command, home, cores=2):
    """Runs a command on so many CPUs; the bench itself stays on its own."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, set(range(min(cores, lab.CPUS))))
    try:
        subprocess.run([str(word) for word in command], cwd=home, check=True, capture_output=True)
    finally:
        os.sched_setaffinity(0, before)


def sizes(home):
    built = home / "build" / "release"
    rows = [
        ("libraries needed by libweft.so", ", ".join(needed(built / "libweft.so"))),
        ("libweft.so, stripped", stripped(built / "libweft.so")),
        ("libweft.a, with debug information", in_kb(built / "libweft.a")),
    ]
    for title, options in [("hello, libc shared", []), ("hello, all static (glibc)", ["-static"])]:
        link(home, "gcc", built / "libweft.a", options)
        rows.append((title, in_kb(home / "hello")))
    if shutil.which("musl-gcc"):
        library = "build/release-musl-gcc/libweft.a"
        run(["make", "-s", "-j2", "CC=musl-gcc", library], home)
        link(home, "musl-gcc", home / library, ["-static"])
        rows.append(("hello, all static (musl)", in_kb(home / "hello")))
    return rows


def link(home, compiler, library, options):
    """The smallest app, stripped, without the sections that it does not use."""
    flags = ["-std=c17", "-O2", "-D_GNU_SOURCE", "-Iinclude", "-pthread", "-Wl,--gc-sections", "-s", *options]
    run([compiler, *flags, "bench/hello.c", library, "-o", "hello"], home)


def needed(binary):
    text = subprocess.run(["readelf", "-d", str(binary)], capture_output=True, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def stripped(binary):
    copy = binary.with_suffix(".stripped")
    subprocess.run(["strip", "-o", str(copy), str(binary)], check=True)
    return in_kb(copy)


def in_kb(file):
    return f"{file.stat().st_size / 1000:.0f} kB"


# ---- Every server ----


def server_table(present):
    starts = start.medians(present, RUNS)
    graph = package_graph()
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    many = min(MANY, limit - 200)
    text = "| server | packages declared | resolved | libraries | program MB | start ms "
    text += f"| idle MB | {FEW} connections MB | {many:,} connections MB | bytes each |\n" + "|---" * 10 + "|\n"
    for server in present:
        harness.show_progress(f"footprint {server.name}")
        try:
            text += "| " + " | ".join(cells(server, starts[server.name], graph, many)) + " |\n"
        except lab.Refused as reason:
            text += f"| {server.name} | {' '.join(str(reason).split())} |\n"
    harness.show_progress("")
    return text


def cells(server, start_ms, graph, many):
    declared, resolved = packages(graph, server.package)
    with lab.running(server) as it:
        files = mapped_files(it.process.pid)
        libraries = sum(".so" in file.name for file in files)
        size = sum(file.stat().st_size for file in files if file.exists()) / 1e6
        idle, few, all_of_them, each = memory_at(it, many)
    return [server.name, declared, resolved, str(libraries), f"{size:.1f}", f"{start_ms:.1f}", idle, few, all_of_them, each]


def memory_at(it, many):
    """Resident MB idle, with few and with many connections; private bytes for each of the many."""
    found = ["–"] * 4
    connections = []
    try:
        first = lab.memory_kb(it.process.pid)
        found[0] = f"{first['Rss'] / 1024:.1f}"
        for place, count in [(1, FEW), (2, many)]:
            connections += memory.open_idle(it.address, count - len(connections))
            time.sleep(0.3)
            now = lab.memory_kb(it.process.pid)
            found[place] = f"{now['Rss'] / 1024:.1f}"
            found[3] = f"{(now['Private_Dirty'] - first['Private_Dirty']) * 1024 / count:.0f}"
    except (OSError, lab.Refused):  # a server that does not hold so many
        found[3] = "–"
    for connection in connections:
        connection.close()
    return found


def mapped_files(pid):
    """The program of a server and the shared objects it has mapped, of all its processes."""
    found = set()
    for member in lab.family(pid):
        for line in pathlib.Path(f"/proc/{member}/maps").read_text().splitlines():
            words = line.split(maxsplit=5)
            if len(words) == 6 and words[1][2] == "x" and words[5].startswith("/"):
                found.add(pathlib.Path(words[5]))
    return found


# ---- Debian's packages ----


def package_graph():
    """Package -> the packages it depends on, the first of alternatives; virtual packages stand for a provider."""
    command = ["dpkg-query", "-W", "-f", "${Package}\t${Pre-Depends}, ${Depends}\t${Provides}\n"]
    try:
        text = subprocess.run(command, capture_output=True, text=True).stdout
    except OSError:
        return {}
    graph, providers = {}, {}
    for line in text.splitlines():
        name, depends, provides = line.split("\t")
        graph[name] = names(depends)
        providers.update({virtual: name for virtual in names(provides)})
    return {name: {providers.get(it, it) if it not in graph else it for it in needs} for name, needs in graph.items()}


def names(relation):
    found = (re.match(r"\s*([a-z0-9][a-z0-9+.-]*)", part) for part in relation.split(","))
    return {match[1] for match in found if match}


def packages(graph, package):
    """How many packages one declares, and how many follow from it."""
    if not package:
        return "0", "0"
    if package not in graph:
        return "–", "–"
    seen, todo = set(), [package]
    while todo:
        new = graph.get(todo.pop(), set()) - seen
        seen |= new
        todo += new
    return str(len(graph[package])), str(len(seen - {package}))
