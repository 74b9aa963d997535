#!/usr/bin/env python3
"""What hot operations cost, in instructions, which callgrind counts the same way every time. Each has a bound with some
room for other compilers: whoever makes one dearer has to say so here. Exits 1 when one is over its bound."""
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "build/release/tools/operations"
BOUNDS = {"hello": 1850, "parameters": 3600, "filters": 2600, "miss": 6000, "body": 2450}
FEW, MANY = 200, 2200


def count(operation, times):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(PROGRAM), operation, str(times)]
    said = subprocess.run(command, capture_output=True, text=True).stderr
    return int(re.search(r"refs:\s*([\d,]+)", said)[1].replace(",", ""))


def main():
    faults, costs = [], []
    for operation, bound in BOUNDS.items():
        cost = (count(operation, MANY) - count(operation, FEW)) // (MANY - FEW)
        costs.append(f"{operation} {cost}")
        if cost > bound:
            faults.append(f"{operation} takes {cost} instructions; at most {bound}")
    print("\n".join(faults) if faults else ", ".join(costs))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
