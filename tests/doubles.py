#!/usr/bin/env python3
"""Doubles and floats against python3, whose own integers decide: random ones, and ones that were made hard, which lie
closer to halfway between two neighbours (or to the end of what reads back) than chance would find them.
Usage: tests/doubles.py [BUILD/tools/doubles]."""
import random
import struct
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = sys.argv[1:] or [str(ROOT / "build/release/tools/doubles")]
RANDOM = 20000


def double_bits(number):
    return struct.unpack(">Q", struct.pack(">d", number))[0]


def nearest_float(exact):
    """The bits of the float next to a fraction, ties to even: rounded once, with whole numbers."""
    if exact == 0:
        return 0
    exponent = max(exact.numerator.bit_length() - exact.denominator.bit_length(), -126)
    while exponent > -126 and exact < Fraction(2) ** exponent:
        exponent -= 1
    while exact >= Fraction(2) ** (exponent + 1):
        exponent += 1
    fraction = round(exact / Fraction(2) ** (exponent - 23))  # to even
    return min(((exponent + 126) << 23) + fraction, 0x7F800000)


def float_bits(text):
    return nearest_float(abs(Fraction(text))) | (1 << 31 if text.startswith("-") else 0)


def ecmascript(number):
    """python's digits in the layout of ECMA-262, Number::toString; negative zero keeps its sign and a point."""
    if number == 0:
        return "-0.0" if str(number)[0] == "-" else "0"
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or 0)
    digits = (whole + fraction).lstrip("0")
    point -= len(whole + fraction) - len(digits)
    digits = digits.rstrip("0")
    if 0 < point <= 21:
        text = digits[:point].ljust(point, "0") + ("." + digits[point:] if len(digits) > point else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + digits
    else:
        text = digits[0] + ("." + digits[1:] if len(digits) > 1 else "") + f"e{point - 1:+d}"
    return "-" + text if number < 0 else text


def convergents(a, b):
    """Fractions p / q, ever nearer to a / b."""
    p, q, p_next, q_next = 0, 1, 1, 0
    while b:
        whole, (a, b) = a // b, (b, a % b)
        p, q, p_next, q_next = p_next, q_next, whole * p_next + p, whole * q_next + q
        yield p_next, q_next


def hard(bits, low, high):
    """Decimals that nearly are an odd multiple of half a unit of a number with so many bits."""
    for exponent in range(low - 1, high):
        unit = Fraction(2) ** exponent
        for size in (17, 19):
            power = len(str(int(unit * 2**bits))) - size if unit >= 1 else -len(str(int(1 / (unit * 2**bits)))) - size + 1
            scaled = unit / Fraction(10) ** power
            best = [pair for pair in convergents(scaled.numerator, scaled.denominator) if 0 < pair[1] < 2 ** (bits + 1)]
            for p, q in best[-3:]:
                times = max(2**bits // q, 1) | 1
                for digits in (p * times - 1, p * times, p * times + 1):
                    if digits > 0:
                        yield f"{digits}e{power}"


def samples():
    chance = random.Random(20260101)
    for _ in range(RANDOM):
        number = struct.unpack(">d", chance.randbytes(8))[0]
        if number - number == 0:
            yield repr(number)
        yield repr(round(chance.uniform(-1000, 1000), chance.randrange(8)))
        yield repr(float(chance.getrandbits(chance.randrange(1, 70))))
        yield f"{chance.getrandbits(chance.randrange(1, 90))}e{chance.randrange(-60, 40)}"
    for exponent in range(-1074, 1024):
        yield repr(2.0**exponent)
    for exponent in range(-345, 310):
        yield f"1e{exponent}"
    yield from ("0", "-0", "-0.0", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623158e308")
    yield from hard(53, -1074, 971)
    yield from hard(24, -149, 104)


def main():
    lines = list(samples())
    run = subprocess.run(TOOL + ["-"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    answers = run.stdout.split("\n")
    if len(answers) != len(lines) + 1:
        sys.exit(f"{len(lines)} numbers, {len(answers) - 1} answers")
    for line, answer in zip(lines, answers):
        bits, single, text, text_single = answer.split(" ")
        number = float(line)
        wanted = ecmascript(number) if number - number == 0 else ""
        if int(bits, 16) != double_bits(number) or text != wanted:
            sys.exit(f"{line}: {bits} {text}; python3 says {double_bits(number):016x} {wanted}")
        if int(single, 16) != float_bits(line) or (text_single and float_bits(text_single) != int(single, 16)):
            sys.exit(f"{line}: {single} {text_single}; it is {float_bits(line):08x}")
    print(f"{len(lines)} numbers as python3 reads and writes them")


main()
