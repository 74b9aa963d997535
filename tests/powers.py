#!/usr/bin/env python3
"""src/base/powers.c is what this computes: with --write it is written, without it is compared."""
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "src/base/powers.c"
FIRST, LAST = -342, 324
HEAD = """/* Written by tests/powers.py. */
#include "src/base/powers.h"

/* clang-format off */
const wf_power wf_powers[WF_POWER_MAX - WF_POWER_MIN + 1] = {
"""
TAIL = """};
/* clang-format on */
"""


def bits128(power):
    if power >= 0:
        number = 10**power
        shift = number.bit_length() - 128
        return number >> shift if shift >= 0 else number << -shift
    number = 10**-power
    quotient = (1 << (number.bit_length() + 128)) // number
    return quotient >> (quotient.bit_length() - 128)


def text():
    rows = [f"{{ 0x{v >> 64:016x}, 0x{v & (1 << 64) - 1:016x} }}," for v in map(bits128, range(FIRST, LAST + 1))]
    return HEAD + "".join("    " + " ".join(rows[i : i + 2]) + "\n" for i in range(0, len(rows), 2)) + TAIL


if "--write" in sys.argv:
    FILE.write_text(text())
if FILE.read_text() != text():
    sys.exit(f"{FILE}: not the powers of ten; run tests/powers.py --write")
print(f"{LAST - FIRST + 1} powers of ten")
