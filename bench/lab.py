"""What the measuring scripts share: CPUs, processes and their accounts, the machine. Linux only.

Everything that loads a server runs on LOAD_CPU, the last one. A server of one worker has the first CPU for itself, one
of several workers has all but the last. Where there are only two CPUs, two workers share one with the load.
"""

import contextlib
import json
import os
import pathlib
import platform
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / os.environ.get("BENCH_BUILD", "build/release") / "bench"
RESULTS = ROOT / "build" / "bench"
CONTENT = RESULTS / "content"
CPUS = os.cpu_count()
SERVER_CPU, LOAD_CPU = 0, CPUS - 1
ALL = max(2, CPUS - 1)  # as many workers as there can be
TICK = os.sysconf("SC_CLK_TCK")


def server_cpus(workers):
    return {SERVER_CPU} if workers == 1 else set(range(ALL))


def shares_cpus(workers):
    return LOAD_CPU in server_cpus(workers)


def need_built(*names):
    """Ends the script with advice unless these bench programs are built."""
    missing = [name for name in names if not (BUILT / name).exists()]
    if missing:
        raise SystemExit(f"{BUILT}: no {', '.join(missing)}: run `make bench` first (or set BENCH_BUILD)")


def settle_down():
    """Moves this script to the load's CPU and allows it, and its children, all the descriptors there are."""
    if CPUS < 2:
        raise SystemExit("two CPUs are needed: one for the server, one for the load")
    os.sched_setaffinity(0, {LOAD_CPU})
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


# ---- Processes ----


class Refused(SystemExit):
    """A measurement that must not be printed: errors, wrong bodies, requests without an answer.

    Where nobody catches it the script ends with the reason and status 1.
    """



def spawn(argv, cpus, output):
    """Starts a program on these CPUs, in a process group of its own: lighttpd's workers stop by signalling theirs.

    A child inherits the CPUs of its parent, so no wrapper is needed.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        return subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True
        )
    finally:
        os.sched_setaffinity(0, before)


def stop(process):
    """SIGTERM to the process and its workers, and after five seconds SIGKILL."""
    signal_group(process, signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    signal_group(process, signal.SIGKILL)
    process.wait()


def signal_group(process, number):
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, number)


class Place:
    """What a server is started with: a port (0: its choice), a folder of its own, how many workers, the content."""

    def __init__(self, port, home, workers=1, content=CONTENT):
        self.port = port
        self.home = home
        self.workers = workers
        self.content = content


class Running:
    """A server process, its address, and the directory that it may use."""

    def __init__(self, server, port=None, workers=1):
        self.server = server
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="weft-bench-"))
        self.home.chmod(0o755)
        self.log = self.home / "log"
        if port is None:
            port = 0 if server.prints_address else free_port()
        self.argv = server.argv(Place(port, self.home, workers))
        with open(self.log, "wb") as output:
            self.began = time.monotonic()
            self.process = spawn(self.argv, server_cpus(workers), output)
        self.url = f"http://127.0.0.1:{port}"

    def wait_until_ready(self, patience=10):
        """Reads the address from the first line where the server prints it; waits until it accepts."""
        end = time.monotonic() + patience
        while time.monotonic() < end and self.process.poll() is None:
            if self.knows_address() and self.accepts():
                return
            time.sleep(0.002)
        ended = "" if self.process.poll() is None else f" (exit status {self.process.returncode})"
        raise Refused(f"{self.server.name} did not start{ended}:\n{self.log.read_text(errors='replace')}")

    def knows_address(self):
        if self.server.prints_address:
            self.url, newline, _ = self.log.read_text(errors="replace").partition("\n")
            return newline != "" and self.url.startswith("http://")
        return True

    @property
    def address(self):
        host, _, port = self.url.removeprefix("http://").rstrip("/").partition(":")
        return host, int(port)

    def accepts(self):
        try:
            socket.create_connection(self.address, 1).close()
            return True
        except OSError:
            return False

    def end(self):
        stop(self.process)
        shutil.rmtree(self.home, ignore_errors=True)


@contextlib.contextmanager
def running(server, workers=1):
    """`with running(server) as it:` a server that accepts connections, stopped at the end."""
    it = Running(server, workers=workers)
    try:
        it.wait_until_ready()
        yield it
    finally:
        it.end()


# ---- What /proc says of a process and its descendants ----


def family(pid):
    """The process and all its descendants."""
    found = [pid]
    for parent in found:
        for task in pathlib.Path(f"/proc/{parent}/task").glob("*"):
            with contextlib.suppress(OSError):  # a thread that has ended meanwhile
                found += map(int, (task / "children").read_text().split())
    return found


def run_seconds(pid):
    """Time on a CPU of all threads of a family, in the scheduler's nanoseconds; of threads that have ended, too."""
    return sum(time.clock_gettime(process_clock(member)) for member in family(pid))


def process_clock(pid):
    """What clock_getcpuclockid(3) returns on Linux: CPUCLOCK_SCHED of the whole process."""
    return ~pid << 3 | 2


def user_and_system_ticks(pid):
    """Good enough to split run_seconds into two, too coarse for anything else."""
    user = system = 0
    for member in family(pid):
        fields = pathlib.Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
        user += int(fields[11])
        system += int(fields[12])
    return user, system


def status_kb(pid, field):
    """A field of /proc/PID/status in kB, summed over a family: VmHWM is the peak of the resident set."""
    total = 0
    for member in family(pid):
        for line in pathlib.Path(f"/proc/{member}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                total += int(line.split()[1])
    return total


def memory_kb(pid):
    """Rss, Pss and Private_Dirty in kB, summed over a family."""
    total = {"Rss": 0, "Pss": 0, "Private_Dirty": 0}
    for member in family(pid):
        for line in pathlib.Path(f"/proc/{member}/smaps_rollup").read_text().splitlines():
            name, _, rest = line.partition(":")
            if name in total:
                total[name] += int(rest.split()[0])
    return total


class CpuMeter:
    """CPU time of a server since the meter was made, and what else its CPUs did meanwhile (which cannot be told of a
    server that shares them with the load)."""

    def __init__(self, pid, workers=1):
        self.pid = pid
        self.cpus = server_cpus(workers)
        self.shares_cpus = shares_cpus(workers)
        self.start = self.read()

    def read(self):
        return {
            "clock": time.monotonic(),
            "run": run_seconds(self.pid),
            "ticks": user_and_system_ticks(self.pid),
            "cpu": cpu_seconds(self.cpus),
        }

    def stop(self):
        before, after = self.start, self.read()
        wall, run = after["clock"] - before["clock"], after["run"] - before["run"]
        user, system = (b - a for a, b in zip(before["ticks"], after["ticks"]))
        busy, stolen = (b - a for a, b in zip(before["cpu"], after["cpu"]))
        other = 0.0 if self.shares_cpus else max(0.0, busy - run - COARSE)
        return {
            "wall_seconds": wall,
            "cpu_seconds": run,
            "user_share": user / (user + system) if user + system else 0.0,
            "utilisation": run / wall,
            "other_share": other / wall,
            "stolen_share": stolen / wall,
        }


def cpu_seconds(cpus):
    """Seconds that CPUs were busy, and seconds that the hypervisor took from them."""
    busy = stolen = 0.0
    for line in pathlib.Path("/proc/stat").read_text().splitlines():
        name, *fields = line.split()
        if name in {f"cpu{cpu}" for cpu in cpus}:
            user, nice, system, _, _, irq, softirq, steal = (int(field) / TICK for field in fields[:8])
            busy += user + nice + system + irq + softirq
            stolen += steal
    return busy, stolen


# ---- Quiet ----

# The share of a slice from which it counts as disturbed.
OTHER_WORK = 0.03  # the server's CPU did something else
STOLEN = 0.01  # the hypervisor took the server's CPU away
LOAD_WAITED = 0.03  # the load was ready and its CPU was not
COARSE = 2 / TICK  # /proc/stat counts ticks: seconds by which it may be wrong at the two ends of a slice


def disturbance(result, shares_cpus=False):
    """How far beyond its limit the worst disturbance of a measured slice is: up to 1 is quiet."""
    load_waited = 0.0 if shares_cpus else result["load_waited_seconds"] / result["wall_seconds"]
    return max(
        result["other_share"] / OTHER_WORK,
        result["stolen_share"] / STOLEN,
        load_waited / LOAD_WAITED,
    )


def quiet(measure, attempts, shares_cpus=False):
    """A slice that nothing disturbed, or else the least disturbed of several."""
    tried = []
    while len(tried) < attempts:
        tried.append(measure())
        tried[-1]["disturbance"] = disturbance(tried[-1], shares_cpus)
        if tried[-1]["disturbance"] <= 1:
            break
    best = min(tried, key=lambda result: result["disturbance"])
    best["thrown_away"] = len(tried) - 1
    return best


# ---- The machine ----


def first_line(*command):
    """The first line that a command prints, or "" when there is no such command or it fails."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        return (done.stdout or done.stderr).partition("\n")[0].strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu_model():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def revision():
    changed = first_line("git", "status", "--porcelain", "--untracked-files=no")
    return first_line("git", "rev-parse", "--short=12", "HEAD") + (" with changes" if changed else "")


def describe():
    """The circumstances that every result is printed with."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "date": time.strftime("%Y-%m-%d %H:%M:%S %Z"),
        "machine": f"{cpu_model()}, {CPUS} CPUs, {memory:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "tcp": pathlib.Path("/proc/sys/net/ipv4/tcp_congestion_control").read_text().strip(),
        "compiler": first_line(os.environ.get("CC", "gcc"), "--version") + ", release build (-O2)",
        "revision": revision(),
        "load_average": "%.2f %.2f %.2f" % os.getloadavg(),
    }


def save(name, result):
    """Writes a result, with the circumstances, to build/bench/NAME.json."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"machine": describe(), **result}, indent=1)
    (RESULTS / f"{name}.json").write_text(text + "\n")


def machine_lines():
    return "".join(f"- {name.replace('_', ' ')}: {value}\n" for name, value in describe().items())


def print_machine():
    print(machine_lines(), flush=True)
