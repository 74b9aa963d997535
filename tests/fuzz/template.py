#!/usr/bin/env python3
"""tests/fuzz/template.py [SECONDS [SEED]]: random templates, of a grammar that knows the language and of pieces of the
golden ones. The compiler must end in time and, of what it accepts, the C compilers have nothing to say.

What is found is left in build/fuzz/template.py. Needs build/release/weft, gcc and clang."""
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WEFT = ROOT / "build/release/weft"
GOLDEN = ROOT / "tests/golden/page"
FOLDER = ROOT / "build/fuzz/template.py"
FLAGS = ["-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wpedantic", "-Werror",
         # what a person's own expression may draw: dull comparisons, precedence, dividing by a zero, numbers that are
         # converted as C converts them
         "-Wno-parentheses", "-Wno-logical-op", "-Wno-tautological-compare", "-Wno-type-limits", "-Wno-sign-compare",
         "-Wno-div-by-zero", "-Wno-shift-count-overflow", "-Wno-shift-count-negative", "-Wno-shift-negative-value",
         "-Wno-bool-compare", "-Wno-bool-operation", "-Wno-int-in-bool-context", "-Wno-overflow", "-Wno-float-equal",
         "-Wno-address", "-Wno-logical-not-parentheses", "-Wno-float-conversion", "-Wno-sign-conversion", "-Wno-conversion",
         "-Wno-unused-value", "-Wno-integer-overflow"]
COMPILERS = {
    "gcc": ["gcc", "-std=c11", *[f for f in FLAGS if f != "-Wno-integer-overflow"]],
    "clang": ["clang", "-std=c17", "-Wno-unknown-warning-option", "-Wno-constant-logical-operand", "-Wno-division-by-zero",
              "-Wno-constant-conversion", "-Wno-literal-conversion", "-Wno-implicit-conversion", "-Wno-shift-overflow",
              "-Wno-pointer-bool-conversion", "-Wno-bool-conversion", "-Wno-string-compare", "-Wno-null-arithmetic",
              "-Wno-null-pointer-arithmetic", "-Wno-enum-compare", "-Wno-varargs", "-Wno-bitwise-instead-of-logical", *FLAGS],
}

HEAD = """{% import "shop.h" %}
{% import "layout.html" %}
{% import "badge.html" %}
{% param const item_list *list %}
{% param const item *one %}
{% param item whole %}
{% param weft_str text %}
{% param const char *word %}
{% param int number %}
{% param size_t large %}
{% param double real %}
{% param float ratio %}
{% param bool truth %}
{% param color tint %}
{% param char letter %}
{% param uint8_t small %}
{% param weft_content slot %}
{% param const node *tree = NULL %}
"""
NAMES = ["list", "one", "whole", "text", "word", "number", "large", "real", "ratio", "truth", "tint", "letter", "small",
         "slot", "tree", "GREEN", "BLUE", "PAGE_SIZE", "SHOP_NAME", "NULL", "true", "loop", "it", "x", "missing"]
MEMBERS = ["items", "items_count", "tags", "sizes", "id", "name", "price", "active", "tint", "note", "level", "code", "ptr",
           "len", "children", "put", "index", "index0", "first", "last", "length", "nothing"]
LITERALS = ["0", "1", "7u", "3L", "0x1F", "017", "1.5", "2e3", ".5f", '"text"', '"a" "b"', "'c'", '"\\n\\x41\\""', "08", "1.2.3"]
FUNCTIONS = ["is_cheap", "item_code", "fixed", "plural", "or", "truncate", "thousands", "date", "eq", "weft_cstr", "params",
             "weft_lit", "weft_str_eq", "weft_fixed", "nothing"]
BINARY = ["+", "-", "*", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&", "|", "^", "&&", "||"]


def expression(r, depth=0):
    kind = r.random()
    if depth > 4 or kind < 0.25:
        return r.choice(NAMES)
    if kind < 0.4:
        return r.choice(LITERALS)
    if kind < 0.6:
        return expression(r, depth + 2) + r.choice(["->", "->", "."]) + r.choice(MEMBERS)
    if kind < 0.65:
        return f"{expression(r, depth + 2)}[{expression(r, depth + 2)}]"
    if kind < 0.73:
        return r.choice(FUNCTIONS) + "(" + ", ".join(expression(r, depth + 1) for _ in range(r.choice([0, 1, 1, 2, 2, 3]))) + ")"
    if kind < 0.83:
        return f"{expression(r, depth + 1)} {r.choice(BINARY)} {expression(r, depth + 1)}"
    if kind < 0.89:
        return r.choice(["!", "-", "~", "*", "&", "+"]) + expression(r, depth + 1)
    if kind < 0.93:
        return f"{expression(r, depth + 1)} ? {expression(r, depth + 1)} : {expression(r, depth + 1)}"
    if kind < 0.96:
        return f"({r.choice(['int', 'size_t', 'double', 'const char *', 'color', 'unsigned char', 'bool'])}){expression(r, depth + 1)}"
    return f"({expression(r, depth + 1)})"


def typed(r):
    """Of one type that is known, so that most are accepted."""
    return r.choice(["one->name", "one->id", "one->price", "one->active", "one->tint", "one->note", "one->level", "one->code",
                     "text", "word", "number", "large", "real", "ratio", "truth", "tint", "letter", "small", "whole.name",
                     "list->items_count", "list->items[0].name", "list->sizes[1]", "*list->tags", "is_cheap(one)",
                     "item_code(one)", "fixed(real, 2)", "plural(number, \"a\", \"b\")", "or(text, \"x\")",
                     "thousands(number)", "truncate(text, 3)", "truth ? text : \"none\"", "truth ? \"a\" : \"b\"",
                     "number * 2 + small", "real / number", "number == 3", "!truth", "- -number", "eq(text, \"x\")",
                     "number & 3", "PAGE_SIZE", "SHOP_NAME", "tint == GREEN", "truth && number", "'c'", "\"lit\"",
                     "text.len", "&one->name", "one", "slot", "whole", "tree ? tree->name : text"])


def value(r):
    return typed(r) if r.random() < 0.8 else expression(r)


def hole(r):
    dashes = r.choice(["", "", "", "-"])
    inner = f"unsafe({value(r)})" if r.random() < 0.05 else value(r)
    return "{{" + dashes + " " + inner + " " + r.choice(["", "", "-"]) + "}}"


PLACES = ['<p class="{}">', "<p title='a {} b'>", '<a href="{}">', '<a href="/a/{}?b={}&amp;c={}#{}">', '<a href="/{}/{}">',
          "<script>a = {}; b = '{}', c = `d ${{{}}} {}`; [{}]</script>", '<p style="color: {}; b: \'{}\'">',
          "<style>a {{ b: {}; c: url('{}') }}</style>", '<input disabled="{}">', '<p onclick="a({}, \'{}\')">', "<!-- {} -->",
          "<title>{}</title>", "<textarea>{}</textarea>", '<img srcset="{} 1x, /b/{} 2x">', "{} ", "<b>{}</b>", "<pre>{}</pre>",
          '<script type="application/json">{{"a": {}}}</script>', "<p {}>", "<p a={}>", "<{}>", "text &amp; {} &", "a < b {}"]


def place(r):
    text = r.choice(PLACES)
    return text.format(*[hole(r) for _ in range(text.count("{}"))])


def body(r, depth=0):
    parts = []
    for _ in range(r.choice([1, 1, 2, 3])):
        kind = r.random()
        if depth > 3 or kind < 0.45:
            parts.append(place(r))
        elif kind < 0.6:
            condition = r.choice(["truth", "number > 2", "text.ptr", "slot.put", "one->active", "!tree", value(r)])
            middle = r.choice(["", "{% else %}" + body(r, depth + 1), "{% elif number %}" + body(r, depth + 1)])
            parts.append("{% if " + condition + " %}" + body(r, depth + 1) + middle + "{% endif %}")
        elif kind < 0.75:
            source = r.choice(["list->items", "list->tags", "list->sizes", "range(number)", "range(1, large)", "range(-2, 3L)",
                               "tree->children", "range(small)", value(r)])
            inside = r.choice(["", "{{ it }}", "{{ it->name }}", "{{ loop.index }}", "{{ loop.last }}"]) + body(r, depth + 1)
            parts.append("{% for it in " + source + " %}" + inside + r.choice(["", "{% else %}none"]) + "{% endfor %}")
        elif kind < 0.82:
            parts.append("{% set " + r.choice(["x", "y", "double x", "weft_str x", "int x"]) + " = " + value(r) + " %}{{ x }}")
        elif kind < 0.88:
            parts.append("{% include badge(" + r.choice(["one", "&whole", "one, level = number", "one, tone = word", value(r)]) + ") %}")
        elif kind < 0.94:
            slots = r.choice(["", "{% block side %}" + body(r, depth + 1) + "{% endblock %}"])
            parts.append("{% call layout(" + r.choice(["text", '"T"', "title = text, lang = text", value(r)]) + ") %}" +
                         body(r, depth + 1) + slots + "{% endcall %}")
        else:
            parts.append("{% block b" + str(r.randrange(1000)) + " %}" + body(r, depth + 1) + "{% endblock %}")
    return r.choice(["", "\n", " "]).join(parts)


def mutated(r, golden):
    text = r.choice(golden)
    for _ in range(r.choice([1, 1, 2, 4])):
        other = r.choice(golden)
        at, end = sorted(r.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + 60)
        start = r.randrange(len(other) + 1)
        text = text[:at] + r.choice(["", other[start:start + r.randrange(60)], hole(r), r.choice("<>\"'/&{}%- ")]) + text[end:]
    return text


def complain(name, what):
    FOLDER.joinpath("found").mkdir(exist_ok=True)
    (FOLDER / "found" / name).write_text((FOLDER / name).read_text())
    print(f"build/fuzz/template.py/found/{name}: {what}", flush=True)


def round_of(r, golden, count):
    """Returns how many of `count` templates were accepted, and whether all was well."""
    for old in FOLDER.glob("t*"):
        old.unlink()
    names = [f"t{i}.html" for i in range(count)]
    for name in names:
        text = mutated(r, golden) if r.random() < 0.3 else HEAD + body(r)
        (FOLDER / name).write_text(text)
    run = subprocess.run([WEFT, "page", "-I", GOLDEN, *names], cwd=FOLDER, capture_output=True, text=True, timeout=120)
    ok = run.returncode in (0, 1)
    if not ok:
        print(f"weft page ended with {run.returncode}: {run.stderr[-2000:]}")
    sources = sorted(path.name for path in FOLDER.glob("t*.page.c"))
    for name, command in COMPILERS.items():
        run = subprocess.run([*command, "-I", ROOT / "include", "-I", GOLDEN, *sources], cwd=FOLDER, capture_output=True, text=True)
        if run.returncode == 0:
            continue
        for source in sources:
            run = subprocess.run([*command, "-I", ROOT / "include", "-I", GOLDEN, source], cwd=FOLDER, capture_output=True, text=True)
            if run.returncode != 0:
                ok = False
                complain(source.replace(".page.c", ".html"), f"{name}: {run.stderr[:600]}")
    return len(sources), ok


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)
    r = random.Random(seed)
    FOLDER.mkdir(parents=True, exist_ok=True)
    # without system headers, of which the compiler does not know what they declare
    golden = [path.read_text().replace("{% import <inttypes.h> %}", "") for path in sorted(GOLDEN.glob("*.html"))]
    end = time.monotonic() + seconds
    made = accepted = rounds = 0
    ok = True
    while time.monotonic() < end:
        count, fine = round_of(r, golden, 60)
        made, accepted, rounds, ok = made + 60, accepted + count, rounds + 1, ok and fine
    print(f"seed {seed}: {made} templates, {accepted} accepted, {'all of them C' if ok else 'NOT all of them C'}")
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
