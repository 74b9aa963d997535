"""What the servers are asked for, made by a rule: the same bytes on every machine, nothing to download or to keep.

`write(folder)` leaves there what servers read when they start:

    hello.txt ok.txt      13 and 2 bytes of text
    small.json            27 bytes
    counted.txt           what the list of records is answered with when it is sent: how many, how many active
    uploaded.txt          what an upload is answered with: its size, and a line break
    records.json .tsv     a list of 100 records, 13,850 bytes of compact JSON, and the same as tab-separated values
    page.html rows.tsv    a page with a table of 212 rows x 4 cells, and the raw cells that it is rendered from
    small.txt large.bin   1,000 bytes; 256 KiB that do not compress
    nothing               no bytes: the body of a 304

In records.tsv a line is: id, name, email, active, score, tags (with commas between). In rows.tsv: four cells.
"""

import email.utils
import html
import json
import os

HELLO = b"Hello, world\n"
OK = b"ok"
SMALL = b'{"message":"Hello, World!"}'
UPLOAD_BYTES = 16 << 20
MODIFIED_S = 1_000_000_000
MODIFIED = email.utils.formatdate(MODIFIED_S, usegmt=True)  # the time of all files
ROWS, RECORDS = 212, 100

# The first numbers for which the sizes come out as promised.
PAGE_SEED, PAGE_BYTES = 2347, 33_774
RECORDS_SEED, RECORDS_BYTES = 27, 13_850

THREADS = "alpha beta bobbin delta fabric gamma heddle loom reed satin selvage shed shuttle spindle thread twill warp weft".split()
FIRST = "Ada Alan Barbara Björn Dennis Edsger Grace Ken Linus Margaret Radia Zoë".split()
LAST = "Dijkstra Hamilton Hopper Liskov Lovelace O'Neil Perlman Ritchie Ström Thompson Torvalds Turing".split()
PLACES = "corp home lab mail".split()
TAGS = ["admin", "beta", "billing", "dev", "eu-west", "ops", 'qa "x"', "staff", "trial", "vip"]


class Dice:
    """Numbers that look random and are not: a 64-bit linear congruential generator (Knuth's constants)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def pick(self, choices):
        return choices[self.below(len(choices))]


def rows(seed=PAGE_SEED):
    """The cells of the page, as they are before escaping."""
    dice = Dice(seed)
    return [row(dice, number) for number in range(ROWS)]


def row(dice, number):
    first, last = dice.pick(THREADS), dice.pick(THREADS)
    name = ("O'" if dice.below(6) == 0 else "") + f"{first.title()} {last.title()}" + (" & Co" if dice.below(5) == 0 else "")
    text = " ".join(dice.pick(THREADS) for _ in range(9))
    if dice.below(4) == 0:
        text += f" <b>{dice.pick(THREADS)}</b>"
    if dice.below(7) == 0:
        text += ' "quoted"'
    if dice.below(9) == 0:
        text += " 1 < 2 && 3 > 2"
    return [str(100_000 + 37 * number), name, f"{dice.pick(THREADS)}.{last}{number}@example.org", text]


def page(cells):
    """The page as every server has to render it."""
    lines = ["<!DOCTYPE html>", '<html><head><meta charset="utf-8"><title>Table</title></head><body>', "<h1>Rows</h1>", "<table>"]
    for line in cells:
        lines.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>")
    lines += ["</table>", "</body></html>"]
    return ("\n".join(lines) + "\n").encode()


def escape(text):
    return html.escape(text).replace("&#x27;", "&#39;")


def records(seed=RECORDS_SEED):
    dice = Dice(seed)
    return [record(dice, number) for number in range(RECORDS)]


def record(dice, number):
    return {
        "id": 10**12 + dice.below(10**9) * 100 + dice.below(100),
        "name": f"{dice.pick(FIRST)} {dice.pick(LAST)}",
        "email": f"user{number:03}.{dice.pick(PLACES)}@example.com",
        "active": dice.below(2) == 1,
        "score": (dice.below(9_999) * 100 + dice.below(99) + 1) / 100,  # never whole: languages differ on 12.0
        "tags": [dice.pick(TAGS) for _ in range(2 + dice.below(2))],
    }


def compact(value):
    """JSON without white space, with UTF-8 as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def large():
    dice = Dice(1)
    return b"".join(dice.below(2**31).to_bytes(4, "little") for _ in range(64 << 10))


def as_lines(table):
    return "".join("\t".join(line) + "\n" for line in table).encode()


def record_cells(it):
    return [str(it["id"]), it["name"], it["email"], compact(it["active"]).decode(), str(it["score"]), ",".join(it["tags"])]


def everything():
    """File name -> bytes."""
    cells, people = rows(), records()
    files = {
        "hello.txt": HELLO,
        "counted.txt": b"%d %d\n" % (RECORDS, sum(it["active"] for it in people)),
        "uploaded.txt": b"%d\n" % UPLOAD_BYTES,
        "ok.txt": OK,
        "small.json": SMALL,
        "records.json": compact(people),
        "records.tsv": as_lines(record_cells(it) for it in people),
        "page.html": page(cells),
        "rows.tsv": as_lines(cells),
        "large.bin": large(),
        "small.txt": b"A line of a small file, fifty bytes of it in all.\n" * 20,
        "nothing": b"",
    }
    assert len(files["page.html"]) == PAGE_BYTES and len(files["records.json"]) == RECORDS_BYTES
    return files


def write(folder):
    """Writes the files into `folder` and returns them."""
    folder.mkdir(parents=True, exist_ok=True)
    files = everything()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
        os.utime(path, (MODIFIED_S, MODIFIED_S))
    return files
