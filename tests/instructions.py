#!/usr/bin/env python3
"""What hot operations cost, in instructions, which callgrind counts the same way every time, against a baseline.

    python3 tests/instructions.py            compares; exits 1 when an operation is more than 3 % dearer
    python3 tests/instructions.py --update   writes what it counts into the baseline, for this toolchain
    python3 tests/instructions.py [--update] build/release-clang/tools/operations     of another build

The counts are those of one compiler, one C library and one instruction set: tests/instructions.json has them for each
such toolchain that somebody measured. With another one the first of the file is what is compared to, and only what is
more than 25 % dearer fails: enough to see that an operation has become another one, and never a matter of luck.
"""

import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPERATIONS = ROOT / "build/release/tools/operations"
BASELINE = ROOT / "tests/instructions.json"
FEW, MANY = 100, 600
STRICT, LOOSE = 0.03, 0.25


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def toolchain(program):
    """Everything that the counts depend on, but weft."""
    comment = output("readelf", "-p", ".comment", program)  # the C library's start files are gcc's in any case
    compiler = (re.search(r"clang version [\d.]+", comment) or re.search(r"GCC.*", comment))[0].strip()
    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    vectors = "avx2" if " avx2 " in flags else "no avx2"  # valgrind shows a program nothing beyond
    return f"{compiler}; {' '.join(platform.libc_ver())}; {platform.machine()}, {vectors}"


def count(program, operation, times):
    """Instructions of a run. The environment is empty: its size moves the stack, and what is aligned how."""
    valgrind = shutil.which("valgrind") or sys.exit("valgrind is needed")
    command = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", program, operation, str(times)]
    done = subprocess.run(command, capture_output=True, text=True, env={})
    if done.returncode != 0:
        sys.exit(f"{operation} failed:\n{done.stderr}")
    return int(re.search(r"refs:\s*([\d,]+)", done.stderr)[1].replace(",", ""))


def measure(program):
    """Operation -> instructions each time; what happens once cancels out."""
    names = output(program).split()
    with tempfile.TemporaryDirectory(prefix="weft-") as folder:
        bare = f"{folder}/operations"
        output("strip", "-g", "-o", bare, program)  # not every valgrind reads every compiler's debug information
        return {name: round((count(bare, name, MANY) - count(bare, name, FEW)) / (MANY - FEW)) for name in names}


def compare(costs, baseline, room):
    """What is wrong, and what has become better by more than the room there is: two lists of lines."""
    faults, gains = [], []
    for name, cost in costs.items():
        if name not in baseline:
            faults.append(f"{name} takes {cost} instructions and has no baseline")
            continue
        change = cost / baseline[name] - 1
        line = f"{name} takes {cost} instructions instead of {baseline[name]}, {change:+.1%}"
        if change > room:
            faults.append(line)
        elif change < -room:
            gains.append(line)
    faults += [f"{name} is in the baseline and is no operation" for name in baseline if name not in costs]
    return faults, gains


def update(known, key, costs):
    known[key] = costs
    BASELINE.write_text(json.dumps(known, indent=1) + "\n")
    print(f"{BASELINE.relative_to(ROOT)} now has {key}")


def main():
    known = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    programs = [word for word in sys.argv[1:] if word != "--update"] or [str(OPERATIONS)]
    key, costs = toolchain(programs[0]), measure(programs[0])
    if "--update" in sys.argv:
        return update(known, key, costs)
    is_known = key in known
    baseline, room = (known[key], STRICT) if is_known else (next(iter(known.values())), LOOSE)
    faults, gains = compare(costs, baseline, room)
    advice = " ".join(["python3 tests/instructions.py --update"] + sys.argv[1:])
    if not is_known:
        print(f"no baseline for {key}: compared with {next(iter(known))}, within {LOOSE:.0%} ({advice})")
    if gains and is_known:
        print("better than the baseline, which wants to be updated (" + advice + "):", *gains, sep="\n")
    if faults:
        print(*faults, f"If that is meant: {advice}", sep="\n")
        sys.exit(1)
    print(", ".join(f"{name} {cost}" for name, cost in costs.items()))


if __name__ == "__main__":
    main()
