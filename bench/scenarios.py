"""The scenarios: one table. To measure something new, add a row here, a route to app/, and the route's path to the
`serves` of weft (and of the rivals that can do the same) in servers.py.

Sizes are those of the projects that weft wants to be compared with: 13 bytes on 64 connections, 16 x 16 pipelined
and 20,000 a second in the open model (Ensō), 10 and 100 connections (Woo), 2 bytes on 50 connections and the page of
212 rows (mélangej), small JSON and a list of 100 records (Spider Silk).
"""

import content
import lab
import loads

BROWSER_FIELDS = [
    ("Connection", "keep-alive"),
    ("Cache-Control", "max-age=0"),
    ("sec-ch-ua", '"Chromium";v="130", "Google Chrome";v="130", "Not?A_Brand";v="99"'),
    ("sec-ch-ua-mobile", "?0"),
    ("sec-ch-ua-platform", '"Linux"'),
    ("Upgrade-Insecure-Requests", "1"),
    ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 "
                   "Safari/537.36"),
    ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"),
    ("Sec-Fetch-Site", "same-origin"),
    ("Sec-Fetch-Mode", "navigate"),
    ("Sec-Fetch-User", "?1"),
    ("Sec-Fetch-Dest", "document"),
    ("Referer", "http://localhost:8080/"),
    ("Accept-Encoding", "gzip, deflate, br, zstd"),
    ("Accept-Language", "en-GB,en;q=0.9,de;q=0.8"),
]  # fmt: skip

# What can be asked for -> the file of content.py that the answer's body has to equal. Servers say under which
# path they serve each (servers.py).
BODIES = {
    "hello": "hello.txt",
    "ok": "ok.txt",
    "small": "small.json",
    "records": "records.json",
    "records read": "counted.txt",
    "page": "page.html",
    "page file": "page.html",
    "large file": "large.bin",
    "small file": "small.txt",
    "known file": "nothing",
    "upload": "uploaded.txt",
}

# What has a body to send: a POST. All else is a GET.
SENT = {"upload": bytes(content.UPLOAD_BYTES), "records read": content.compact(content.records())}

ONE, ALL = 1, lab.ALL


class Scenario:
    """A row of the table.

    asks         what is asked for, a key of BODIES
    connections  that many, each with `depth` requests in flight
    rate         0: closed model; else the open one, so many requests a second, latency from when each was due
    workers      threads or processes of the server: ONE, or ALL that the CPUs allow
    fields       of the request, besides Host
    close        a new connection for each request
    floors       (name, arguments of bench/floor); the first is what ratios are taken to. A file is one of content.py,
                 "." the folder that has them all, BYTES the length of a request
    waits_for    what weft lacks to be measured at all
    """

    def __init__(self, name, title, asks, floors=(), connections=64, depth=1, rate=0, workers=ONE, fields=(),
                 close=False, waits_for=""):  # fmt: skip
        self.name = name
        self.title = title
        self.asks = asks
        self.floors = list(floors)
        self.connections = connections
        self.depth = depth
        self.rate = rate
        self.workers = workers
        self.fields = list(fields) + ([("Connection", "close")] if close else [])
        self.close = close
        self.waits_for = waits_for

    def body(self, files):
        return files[BODIES[self.asks]]

    def request(self, path):
        return loads.request_bytes(self.fields, path, SENT.get(self.asks, b""))

    @property
    def shares_cpus(self):
        return lab.shares_cpus(self.workers)


def canned(file):
    return [("floor", ["canned", file])]


HELLO, OK = canned("hello.txt"), canned("ok.txt")

SCENARIOS = [
    Scenario("hello", "Text, 13 bytes, 64 connections", "hello", HELLO),
    Scenario("hello-10", "Text, 13 bytes, 10 connections", "hello", HELLO, connections=10),
    Scenario("hello-100", "Text, 13 bytes, 100 connections", "hello", HELLO, connections=100),
    Scenario("ok", "Text, 2 bytes, 50 connections", "ok", OK, connections=50),
    Scenario("hello-all", f"Text, 13 bytes, 64 connections, {ALL} workers", "hello", HELLO, workers=ALL),
    Scenario("hello-all-10", f"Text, 13 bytes, 10 connections, {ALL} workers", "hello", HELLO, connections=10,
             workers=ALL),
    Scenario("hello-all-100", f"Text, 13 bytes, 100 connections, {ALL} workers", "hello", HELLO, connections=100,
             workers=ALL),
    Scenario("ok-all", f"Text, 2 bytes, 50 connections, {ALL} workers", "ok", OK, connections=50, workers=ALL),
    Scenario("open", "Text, 13 bytes, open model: 20,000 requests a second, latency from when each was due", "hello",
             HELLO, rate=20_000),
    Scenario("pipelined", "Text, 13 bytes, pipelined 16 deep on 16 connections", "hello",
             [("floor", ["pipeline", "hello.txt"])], connections=16, depth=16),
    Scenario("browser", "Text, 13 bytes, asked for with a browser's 16 fields", "hello", HELLO, fields=BROWSER_FIELDS),
    Scenario("short", "Text, 13 bytes, a connection for each request", "hello", [("floor", ["close", "hello.txt"])],
             close=True),
    Scenario("small", "JSON, an object of 27 bytes", "small", canned("small.json")),
    Scenario("records", "JSON, a list of 100 records, 13,850 bytes", "records",
             [("floor", ["records", "."]), ("floor, copied", ["copy", "records.json"])]),
    Scenario("records-read", "JSON, the same list read into structs", "records read",
             [("floor", ["upload", "counted.txt", "BYTES"])], fields=[("Content-Type", "application/json")]),
    Scenario("page", "A page of 212 rows x 4 cells, 33,774 bytes, rendered for each request", "page",
             [("floor", ["page", "."]), ("floor, copied", ["copy", "page.html"])]),
    Scenario("page-file", "The same page as a static file", "page file",
             [("floor", ["sendfile", "page.html"]), ("floor, from memory", ["canned", "page.html"])]),
    Scenario("small-file", "A static file of 1,000 bytes", "small file", canned("small.txt")),
    Scenario("not-modified", "A static file that the client has: If-Modified-Since, 304", "known file",
             [("floor", ["unmodified", "nothing"])], fields=[("If-Modified-Since", content.MODIFIED)]),
    Scenario("large-file", "A static file of 256 KiB", "large file",
             [("floor", ["sendfile", "large.bin"]), ("floor, from memory", ["canned", "large.bin"])]),
    Scenario("upload", "An upload of 16 MiB, 4 connections", "upload",
             [("floor", ["upload", "uploaded.txt", "BYTES"])], connections=4),
    Scenario("sse", "Server-sent events to many", "hello", waits_for="server-sent events"),
    Scenario("websocket", "WebSocket echo, 64 connections x 8 messages x 128 bytes", "hello", waits_for="WebSockets"),
    Scenario("http2", "Text over HTTP/2", "hello", waits_for="HTTP/2"),
]  # fmt: skip


def chosen(words):
    """The scenarios named, with commas or blanks between; all when none is."""
    wanted = ",".join(words).split(",") if words else []
    unknown = set(wanted) - {scenario.name for scenario in SCENARIOS}
    if unknown:
        raise SystemExit(f"no scenario {', '.join(unknown)}: there are {', '.join(s.name for s in SCENARIOS)}")
    return [scenario for scenario in SCENARIOS if not wanted or scenario.name in wanted]
