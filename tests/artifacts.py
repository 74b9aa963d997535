#!/usr/bin/env python3
"""What was built is what was promised: nothing but libc is needed, only weft_ names are exported, and every public
header compiles alone, in C and in C++. Exits 1 at the first breach."""
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "build/release"
LIBC = re.compile(r"lib(c|pthread)\.so|ld-linux|libc\.musl")
STANDARDS = {"c": ["c11", "c17"], "c++": ["c++11", "c++20"]}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wconversion", "-Wshadow"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def needed(binary):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", str(binary)).stdout)


def exported(library):
    rows = run("nm", "-D", "--defined-only", str(library)).stdout.split("\n")
    return [row.split()[-1] for row in rows if row.strip()]


def compile_header(compiler, language, standard, header):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / ("alone.c" if language == "c" else "alone.cc")
        source.write_text(f"#include <weft/{header.name}>\n#include <weft/{header.name}>\n")
        return run(compiler, "-x", language, f"-std={standard}", *WARNINGS, f"-I{ROOT}/include", "-fsyntax-only", str(source)).stderr


def check():
    for binary in [BUILT / "libweft.so", BUILT / "weft"]:
        for name in needed(binary):
            if not LIBC.match(name):
                yield f"{binary.name} needs {name}"
    names = exported(BUILT / "libweft.so")
    if len(names) < 20:
        yield f"libweft.so exports only {names}"
    yield from (f"libweft.so exports {name}" for name in names if not name.startswith("weft_"))
    for header in sorted((ROOT / "include/weft").glob("*.h")):
        for compiler, plus in [("gcc", "g++"), ("clang", "clang++")]:
            for language, standards in STANDARDS.items():
                program = compiler if language == "c" else plus
                for standard in standards if shutil.which(program) else []:
                    if complaint := compile_header(program, language, standard, header):
                        yield f"{header.name} as {standard} by {program}:\n{complaint}"


def main():
    faults = list(check())
    print("\n".join(faults) if faults else "libc alone, weft_ names alone, headers alone")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
