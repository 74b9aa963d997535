#!/usr/bin/env python3
"""The rules of the house, as a test: who may include whom, what may be called where, how names look, how long things are.
Prints each breach as file:line: what, and exits 1 when there is one."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ["src", "json", "template", "router", "static"]

# Folder -> the folders it may include from, besides itself and include/weft. The longest matching prefix counts.
LAYERS = {
    "src/base": [],
    "src/http": ["src/base"],
    "router": ["src/base"],
    "json": ["src/base"],
    "template": ["src/base"],
    "src/web": ["src/base", "src/http", "router", "json", "template"],
    "static": ["src/base", "src/http", "src/web"],
    "src/net": ["src/base", "src/http", "src/web"],
    "src/cdecl": ["src/base"],
    "json/gen": ["src/base", "src/cdecl"],
    "template/gen": ["src/base", "src/cdecl"],
    "src/cli": ["src", "json", "template", "router", "static"],
    "src/cli/starter": [],
}
# The wire half of src/http: only src/net reads and writes it.
WIRE = {"src/http/head.h", "src/http/chunk.h", "src/http/emit.h"}
WIRE_READERS = ("src/http", "src/net")
WIRE_ALLOWED = {("src/web/limits.h", "src/http/head.h"), ("src/web/limits.h", "src/http/chunk.h")}

BANNED = {
    r"\b(malloc|calloc|realloc|free|strdup|strndup)\s*\(": ("src/base", "src/cdecl", "src/cli", "json/gen", "template/gen"),
    r"\b(sprintf|strcat|gets|strtok|atoi|atol|rand|setjmp|longjmp|localtime|gmtime|setlocale|strtod|strtof|strtold)\s*\(": (),
    r"\balloca\s*\(": (),
}
LONGEST_LINE = 120
LONGEST_FUNCTION = 70
LONGEST_FILE = 700
LONG_BY_NATURE = {"wf_head_parse", "parse"}  # flat decoders


def layer_of(path):
    return max((name for name in LAYERS if path.startswith(name + "/")), key=len, default=None)


def check_include(path, target):
    own = layer_of(path)
    if own is None or target.startswith("weft/") or target.endswith(".page.h"):  # which is generated
        return None
    theirs = layer_of(target)
    if own == "src/cli/starter" and "/" not in target:
        return None  # an app of its own, which spells its own files as any app does
    if theirs is None:
        return f"includes {target}: spell project includes from the root"
    allowed = LAYERS[own] + [own]
    if not any(theirs == a or theirs.startswith(a + "/") for a in allowed):
        return f"{own} may not include {target}"
    if target in WIRE and not path.startswith(WIRE_READERS) and (path, target) not in WIRE_ALLOWED:
        return f"{target} is the wire half of HTTP: only src/net reads it"
    return None


def strip_comments(text):
    keep_lines = lambda m: "\n" * m.group().count("\n")
    text = re.sub(r"/\*.*?\*/", keep_lines, text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def check_file(file):
    path = str(file.relative_to(ROOT))
    raw = file.read_text()
    for number, line in enumerate(raw.split("\n"), 1):
        include = re.match(r'#include "([^"]+)"', line)
        if include and (fault := check_include(path, include[1])):
            yield f"{path}:{number}: {fault}"
        if re.search(r"\b(TODO|FIXME|XXX|HACK)\b", line):
            yield f"{path}:{number}: unfinished work is not committed"
        if len(line) > LONGEST_LINE and not path.startswith("src/cli/starter/"):
            yield f"{path}:{number}: {len(line)} columns; at most {LONGEST_LINE}"
    code = strip_comments(raw)
    for pattern, folders in BANNED.items():
        for found in re.finditer(pattern, code):
            if not path.startswith(folders or ("-",)):
                yield f"{path}:{code[:found.start()].count(chr(10)) + 1}: {found[1]} is not called here"
    if raw.count("\n") > LONGEST_FILE:
        yield f"{path}: {raw.count(chr(10))} lines; at most {LONGEST_FILE}"


def check_functions(files):
    if not shutil.which("ctags"):
        return
    command = ["ctags", "-f", "-", "--languages=C", "--langmap=C:.c.h.inc", "--kinds-C=f", "--fields=+ne", *map(str, files)]
    for line in subprocess.run(command, capture_output=True, text=True).stdout.split("\n"):
        fields = dict(f.split(":", 1) for f in line.split("\t")[3:] if ":" in f)
        if "end" not in fields:
            continue
        name, length = line.split("\t")[0], int(fields["end"]) - int(fields["line"]) + 1
        if length > LONGEST_FUNCTION and name not in LONG_BY_NATURE:
            yield f"{line.split(chr(9))[1]}:{fields['line']}: {name} is {length} lines long; at most {LONGEST_FUNCTION}"


def check_format(files):
    if not shutil.which("clang-format"):
        return
    run = subprocess.run(["clang-format", "--dry-run", "-Werror", *map(str, files)], capture_output=True, text=True)
    for line in run.stderr.split("\n"):
        if "error:" in line:
            yield line.split("error:")[0].replace(str(ROOT) + "/", "") + " not laid out; run make fmt"


def main():
    product = sorted(f for folder in PRODUCT for f in (ROOT / folder).rglob("*.[ch]"))
    others = sorted(f for folder in ["include", "tests", "bench"] for f in (ROOT / folder).rglob("*.[ch]"))
    faults = [fault for file in product for fault in check_file(file)]
    faults += check_functions(product)
    faults += check_format([f for f in product + others if "golden" not in f.parts])
    print("\n".join(faults) if faults else f"{len(product) + len(others)} files, no breach")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
