#!/usr/bin/env python3
"""Random JSON documents, valid and broken, through build/suite/json-filter, Python's parser and JavaScript's (if node is
there): what they take and refuse, and what they read, is the same, but for what weft is stricter about.

    python3 tests/json_differential.py [DOCUMENTS [SEED]]"""
import base64
import json
import math
import random
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILTER = ROOT / "build/suite/json-filter"
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 400
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1

NODE = """
const lines = require("fs").readFileSync(0, "latin1").split("\\n").filter(Boolean);
for (const line of lines) {
    try {
        const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(line, "base64"));
        console.log(JSON.stringify([JSON.parse(text)]));
    } catch (error) {
        console.log("refused");
    }
}
"""


def random_text(rand):
    alphabet = ["a", "key", " ", '"', "\\", "\n", "\x01", "\x7f", "é", "한", "😀", "\u2028", "\ufffd", "x" * rand.randrange(40)]
    return "".join(rand.choice(alphabet) for _ in range(rand.randrange(6)))


def random_number(rand):
    kind = rand.randrange(6)
    if kind == 0:
        return str(rand.randrange(-(10 ** rand.randrange(1, 18)), 10 ** rand.randrange(1, 18)))
    if kind == 1:
        return repr(rand.uniform(-1e6, 1e6))
    if kind == 2:
        return f"{rand.randrange(1000)}.{rand.randrange(10 ** 20)}e{rand.randrange(-320, 280)}"
    return rand.choice(["0", "-0", "-0.0", "1e5", "1E+2", "0.5", "5e-324", "1.7976931348623157e308", "123456789012345678901234567890"])


def random_value(rand, depth=0):
    """A text of JSON with random white space, by hand, so that escapes and numbers are written every way."""
    space = lambda: rand.choice(["", "", " ", "\n  ", "\t\r"])
    kind = rand.randrange(8 if depth < 5 else 5)
    if kind == 0:
        return rand.choice(["true", "false", "null"])
    if kind < 3:
        return random_number(rand)
    if kind < 5:
        return json.dumps(random_text(rand), ensure_ascii=rand.random() < 0.5)
    items = [random_value(rand, depth + 1) for _ in range(rand.randrange(5))]
    if kind < 7:
        return "[" + space() + ("," + space()).join(item + space() for item in items) + "]"
    names = [json.dumps(f"{i}{random_text(rand)}", ensure_ascii=rand.random() < 0.5) for i in range(len(items))]
    return "{" + space() + ("," + space()).join(f"{n}{space()}:{space()}{i}{space()}" for n, i in zip(names, items)) + "}"


def broken(rand, data):
    data = bytearray(data)
    for _ in range(rand.randrange(1, 3)):
        at = rand.randrange(len(data))
        change = rand.randrange(3)
        if change == 0:
            del data[at]
        elif change == 1:
            data[at] = rand.choice(b'{}[]",:\\0123456789.-+eEtfn \n\x00\xff\x80\xc3u')
        else:
            data.insert(at, rand.choice(b'{}[]",:\\01e.-\xff\xed'))
        if not data:
            return b"["
    return bytes(data)


def by_python(data):
    def refuse(what):
        raise ValueError(what)

    try:
        text = data.decode("utf-8")
        value = json.loads(text, parse_constant=refuse, parse_float=float)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # half of a surrogate pair has no UTF-8
        return [value]
    except (ValueError, RecursionError):
        return None


def same(a, b):
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return float(a) == float(b) and math.copysign(1, float(a)) == math.copysign(1, float(b)) or a == b == 0
    if type(a) is not type(b):
        return False
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    return a == b


def has_infinity(value):
    if isinstance(value, float):
        return math.isinf(value)
    if isinstance(value, int):
        return abs(value) > 10**308
    if isinstance(value, list):
        return any(map(has_infinity, value))
    return isinstance(value, dict) and any(map(has_infinity, value.values()))


def by_node(documents):
    program = shutil.which("node")
    if not program:
        return [None] * len(documents)
    lines = "\n".join(base64.b64encode(d).decode() or "IA==" for d in documents) + "\n"
    run = subprocess.run([program, "-e", NODE], input=lines, capture_output=True, text=True, check=True)
    return run.stdout.removesuffix("\n").split("\n")


def main():
    rand = random.Random(SEED)
    documents = []
    for i in range(COUNT):
        data = random_value(rand).encode("utf-8")
        documents.append(broken(rand, data) if i % 2 else data)
    faults = 0
    taken = 0
    for data, node in zip(documents, by_node(documents), strict=True):
        run = subprocess.run([FILTER], input=data, capture_output=True)
        got = [json.loads(run.stdout)] if run.returncode == 0 else None
        expected = by_python(data)
        if expected and has_infinity(expected):
            expected = None  # weft refuses what no double holds
        bad = run.returncode not in (0, 1) or (got is None) != (expected is None) or (got and not same(got, expected))
        if not bad and node is not None and got is not None:
            bad = node == "refused" or not same(got, json.loads(node))
        if bad:
            faults += 1
            print(f"{data!r}: weft {run.stdout or run.stderr!r}, Python {expected!r}, node {node!r}")
        taken += got is not None
    print(f"{len(documents)} documents, {taken} of them JSON, {faults} read differently")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
