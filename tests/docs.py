#!/usr/bin/env python3
"""The examples in the documentation compile and do what they say, so that a reader can copy them.

README.md, notes/guide/*.md   ```c blocks with a main are compiled and linked with build/release/libweft.a;
                              ```c fragment blocks are compiled, as statements of a handler or as definitions.
                              ```c NAME.h and ```html NAME.html blocks are files that the programs below them may
                              include: templates are compiled, and headers that are marked made into
                              codecs, by build/release/weft.
include/weft/*.h              Indented lines of comments that end in ';' or '}' are fragments, or with a main, programs.
                              "CALL;   with   DEFINITION" is a call and what has to stand above it. With a main
                              they are a program.

A program that says what it prints, in comments "// prints: A LINE", is run too, and has to print these lines.

Fragments may use the names of NAMES below. Prints each example that fails as file:line with the compiler's words,
then one line; exits 1 when there was one."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "build/release/libweft.a"
WEFT = ROOT / "build/release/weft"
COMPILE = ["gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-D_POSIX_C_SOURCE=200809L", f"-I{ROOT / 'include'}"]

# What an example may take for granted.
NAMES = """
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern weft_app *app;
extern weft_request *req;
extern weft_server server;
extern weft_str logo;
extern int count;
extern void *store;
weft_response home(weft_request *req);
weft_response list_items(weft_request *req);
weft_response save_photo(weft_request *req);
weft_response show_item(weft_request *req);
weft_response show_item(weft_request *req);
extern weft_test *test;
extern const weft_codec codec;
extern weft_memory *memory;
extern weft_buf *buf;
extern weft_str text;
extern struct item { int id; } it;
"""


def headers():
    names = sorted(f.name for f in (ROOT / "include/weft").glob("*.h"))
    return "".join(f"#include <weft/{name}>\n" for name in names)


def markdown_examples(file):
    """Yields (line, kind, code) for each block that is fenced as C."""
    text = file.read_text()
    for block in re.finditer(r"^```(?:c|html)\b([^\n]*)\n(.*?)^```", text, re.S | re.M):
        line = text[: block.start(2)].count("\n") + 1
        kind = block[1].strip()
        if not kind and is_program(block[2]):
            kind = "program"
        yield line, kind, block[2]


def is_program(code):
    return re.search(r"^int main\(", code, re.M) is not None


def comment_examples(file):
    """Yields (line, kind, code) for each run of indented comment lines that ends as statements do. A bare " *" within
    a run is an empty line of it."""
    run, start = [], 0
    for number, line in enumerate(file.read_text().split("\n") + [""], 1):
        code = re.match(r" \*     (.*)", line)
        if code:
            start = start if run else number
            run.append(code[1].split("*/")[0].rstrip())
            if "*/" not in line:
                continue
        elif run and line == " *":
            run.append("")
            continue
        text = "\n".join(run).rstrip()
        if text.endswith((";", "}")):
            yield start, "program" if re.search(r"^int main\(", text, re.M) else "fragment", text + "\n"
        run = []


def as_statements(code):
    """A list of bare compound literals becomes one statement each; anything else is taken as it is."""
    if not code.startswith("("):
        return code
    return "".join(f"(void){literal.rstrip()};\n" for literal in re.split(r"^(?=\()", code, flags=re.M) if literal)


def compiles(arguments, code):
    """The compiler's complaint, empty when there is none."""
    run = subprocess.run([*COMPILE, *arguments], input=code, capture_output=True, text=True)
    return "" if run.returncode == 0 else run.stderr or "the compiler failed without a word"


def runs(program, code):
    """How its output differs from what it says it prints; empty when it does not, or says nothing."""
    lines = re.findall(r"// prints: (.*)", code)
    if not lines:
        return ""
    run = subprocess.run([program], capture_output=True, text=True, timeout=60)
    if run.returncode == 0 and run.stdout.splitlines() == lines:
        return ""
    return f"it prints (and returns {run.returncode}):\n{run.stdout}{run.stderr}"


def is_file(kind):
    return re.fullmatch(r"[\w-]+\.(h|html)", kind) is not None


def write_files(folder, files):
    """Writes files, and makes C of templates and marked headers. What was complained of, and the C that was made."""
    for name, text in files.items():
        (folder / name).write_text(text)
    templates = [name for name in files if name.endswith(".html")]
    marked = [name for name in files if name.endswith(".h") and "weft:json" in files[name]]
    commands = [["page", *templates]] if templates else []
    commands += [["json", name, "-o", name.replace(".h", ".json.c")] for name in marked]
    runs = [subprocess.run([WEFT, *words], cwd=folder, capture_output=True, text=True) for words in commands]
    sources = [name.replace(".html", ".page.c") for name in templates] + [name.replace(".h", ".json.c") for name in marked]
    return "".join(run.stderr for run in runs), [str(folder / name) for name in sources]


def needs_files(code):
    return re.search(r'^#include "[\w-]+\.(page|json)\.h"', code, re.M) is not None


def check_program(where, code, files):
    if not LIBRARY.exists():
        return f"{LIBRARY.relative_to(ROOT)} is missing: run make first\n"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        complaint, sources = write_files(folder, files) if needs_files(code) else ("", [])
        program = str(folder / "program")
        arguments = [f"-I{folder}", "-x", "c", "-", *sources, "-x", "none", str(LIBRARY), "-pthread", "-o", program]
        return complaint or compiles(arguments, where + code) or runs(program, code)


def check_fragment(where, code, files):
    """Statements, or else definitions; the complaint is that of the statements, the more frequent kind."""
    call, _, above = code.partition("   with   ")
    result, last = ("int", "0") if "return weft_serve" in code else ("weft_response", 'weft_text(weft_lit(""))')
    before = headers() + NAMES + above
    statements = f"{before}\nstatic {result} example(void)\n{{\n{where}{as_statements(call)}\nreturn {last};\n}}\n"
    flags = ["-Wno-unused", "-fsyntax-only", "-x", "c", "-"]
    complaint = compiles(flags, statements)
    return complaint if complaint and compiles(flags, f"{headers()}{NAMES}{where}{code}") else ""


def examples():
    for file in [ROOT / "README.md", *sorted((ROOT / "notes/guide").glob("*.md"))]:
        if file.exists():
            for line, kind, code in markdown_examples(file):
                yield file, line, kind, code
    for file in sorted((ROOT / "include/weft").glob("*.h")):
        for line, kind, code in comment_examples(file):
            yield file, line, kind, code


def main():
    checks = {"program": check_program, "fragment": check_fragment}
    counts = {"program": 0, "fragment": 0, "left out": 0, "failed": 0}
    files = {}  # of a document, by their names
    document = None
    for file, line, kind, code in examples():
        if file != document:
            document, files = file, {}
        if is_file(kind):
            files[kind] = code
            continue
        if kind not in checks:
            counts["left out"] += 1
            continue
        counts[kind] += 1
        name = file.relative_to(ROOT)
        complaint = checks[kind](f'#line {line} "{name}"\n', code, files)
        if complaint:
            counts["failed"] += 1
            print(f"{name}:{line}: this example does not work:\n{complaint}", end="")
    print(f"{counts['program']} programs and {counts['fragment']} fragments, {counts['failed']} failed, "
          f"{counts['left out']} left out")
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
