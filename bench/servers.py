"""The servers that are measured side by side: a table. Sources and configurations of the rivals are in rivals/.

A command of your own joins the table through RIVALS, one per line: `RIVALS="name=program {port}"`. It has to answer
GET / with "Hello, world\\n". Where it says {port} it is given a free port. Where it does not, `--port 0` is added, and
the first line that it prints must be http://127.0.0.1:PORT.
"""

import os
import pathlib
import shlex
import shutil

import lab

SOURCES = pathlib.Path(__file__).resolve().parent / "rivals"
BUILT_RIVALS = lab.ROOT / "build" / "bench" / "rivals"


class Way:
    """A path under which a server serves something. Where there are several, `name` tells them apart. `path` None:
    weft cannot do it yet. `spells` are (theirs, ours): another spelling of the same text, told in the report."""

    def __init__(self, path, name="", spells=None):
        self.path = path
        self.name = name
        self.spells = spells

    def as_ours(self, body):
        return body.replace(*self.spells) if self.spells else body


class Server:
    """A row of the table. `command(place)` returns the argv, and may write a configuration into the place's home."""

    def __init__(self, name, command, serves, missing="", prints_address=True, package="", config=""):
        self.name = name
        self.command = command
        self.serves = serves  # what of scenarios.BODIES it can serve: a Way or a list of them
        self.missing = missing  # why it cannot be measured; "" when it can
        self.prints_address = prints_address
        self.package = package  # Debian's
        self.config = config  # its file in rivals/

    def argv(self, place):
        return [str(word) for word in self.command(place)]

    def ways(self, asks):
        found = self.serves.get(asks, [])
        return found if isinstance(found, list) else [found]

    def version(self):
        if not self.package:
            return ""
        return lab.first_line("dpkg-query", "-W", "-f", "${Package} ${Version}", self.package) or self.package


TEXT = {"hello": Way("/"), "ok": Way("/ok")}
FILE_NAMES = {"page file": "page.html", "large file": "large.bin", "small file": "small.txt", "known file": "page.html"}
FILES = {asks: Way(f"/files/{name}") for asks, name in FILE_NAMES.items()}
WATCHED = {
    asks: [Way(f"/files/{name}"), Way(f"/watched/{name}", "every request looks at the disk")]
    for asks, name in FILE_NAMES.items()
}
UPLOAD = {"upload": Way("/upload")}
JSON = {"small": Way("/small"), "records": Way("/records"), "records read": Way("/records-read")}
PAGE = {"page": Way("/page")}


def weft():
    program = lab.BUILT / "app" / "app"
    serves = {
        **TEXT,
        **WATCHED,
        "small": [Way("/small", "generated codec"), Way("/small/calls", "call by call")],
        "records": [Way("/records", "generated codec"), Way("/records/calls", "call by call")],
        "records read": Way("/records-read"),
        "page": [Way("/page/hand", "by hand"), Way("/page/template", "compiled template"), Way("/page/calls", "composable calls")],
        "upload": [Way("/upload", "in memory"), Way("/pieces", "as it comes")],
    }

    def command(place):
        return [program, place.content, "--port", place.port, "--workers", place.workers]

    return Server("weft", command, serves, unless_built(program))


def floor(name, arguments):
    """The floor with the arguments of a scenario. Its answers do not depend on the path."""
    program = lab.BUILT / "floor"

    def command(place):
        kind, file, *rest = arguments
        return [program, kind, place.content / file, *rest, "--port", place.port]

    return Server(name, command, {}, unless_built(program))


def nginx():
    return configured("nginx", "nginx-light", {**TEXT, **FILES}, lambda config, place: [find("nginx"), "-p", place.home, "-c", config])


def h2o():
    return configured("h2o", "h2o", {**TEXT, **FILES}, lambda config, place: [find("h2o"), "-m", "worker", "-c", config])


def lighttpd():
    return configured("lighttpd", "lighttpd", {**TEXT, **FILES}, lambda config, place: [find("lighttpd"), "-D", "-f", config])


def configured(name, package, serves, argv):
    """A server with a configuration file, rivals/NAME.conf."""
    template = SOURCES / f"{name}.conf"

    def command(place):
        config = place.home / template.name
        config.write_text(
            template.read_text().format(
                port=place.port,
                home=place.home,
                content=place.content,
                workers=place.workers,
                forks=place.workers if place.workers > 1 else 0,
                descriptors=os.sysconf("SC_OPEN_MAX"),
                user="user: root" if os.geteuid() == 0 else "",
            )
        )
        return argv(config, place)

    return Server(name, command, serves, unless_installed(name), False, package, template.name)


def go():
    program = BUILT_RIVALS / "go"
    quotes = (b"&#34;", b"&quot;")
    pages = {"page": [Way("/page", "strings.Replacer"), Way("/page-template", "html/template", quotes)]}

    def command(place):
        return ["env", f"GOMAXPROCS={place.workers}", program, place.content, place.port]

    serves = {**TEXT, **FILES, **JSON, **pages, **UPLOAD}
    return Server("Go net/http", command, serves, unless_built(program), False, "golang-go", "server.go")


def node():
    def command(place):
        return [find("node"), SOURCES / "server.js", place.content, place.port, place.workers]

    serves = {**TEXT, **JSON, **PAGE, **UPLOAD}
    return Server("Node", command, serves, unless_installed("node"), False, "nodejs", "server.js")


def hunchentoot():
    program = BUILT_RIVALS / "hunchentoot"

    def command(place):
        return [program, place.content, place.port]

    serves = {**TEXT, **PAGE, **UPLOAD}
    return Server("Hunchentoot", command, serves, unless_built(program), False, "cl-hunchentoot", "server.lisp")


def tornado():
    python = "/usr/bin/python3"  # Debian's own: its packages are for it

    def command(place):
        return [python, SOURCES / "server.py", place.content, place.port, place.workers]

    missing = "" if lab.first_line(python, "-c", "import tornado; print(1)") else "not installed"
    serves = {**TEXT, **JSON, **PAGE, **UPLOAD}
    return Server("Tornado", command, serves, missing, False, "python3-tornado", "server.py")


def libmicrohttpd():
    program = BUILT_RIVALS / "mhd"

    def command(place):
        return [program, place.content, place.port, place.workers]

    serves = {**TEXT, **FILES, **UPLOAD}
    del serves["known file"]  # it leaves conditions to its users
    return Server("libmicrohttpd", command, serves, unless_built(program), False, "libmicrohttpd-dev", "mhd.c")


def custom(name, text):
    """A server from a command line."""
    prints_address = "{port}" not in text
    words = shlex.split(text + " --port {port}" if prints_address else text)
    missing = "" if shutil.which(words[0]) else f"{words[0]} not found"

    def command(place):
        return [word.replace("{port}", str(place.port)) for word in words]

    return Server(name, command, {"hello": Way("/")}, missing, prints_address)


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin")


def unless_built(program):
    return "" if program.exists() else f"not built ({program.relative_to(lab.ROOT)})"


def unless_installed(program):
    return "" if find(program) else "not installed"


def table():
    """All servers but the floor, which is another one for each scenario."""
    own = [line.partition("=") for line in os.environ.get("RIVALS", "").splitlines() if line.strip()]
    servers = [weft(), nginx(), h2o(), lighttpd(), go(), node(), hunchentoot(), tornado(), libmicrohttpd()]
    servers += [custom(name.strip(), command) for name, _, command in own]
    wanted = os.environ.get("SERVERS", "").lower()
    return [s for s in servers if not wanted or s.name.lower() in wanted.split(",")]


def named(text):
    """A server of the table by its name, "floor", or else a command line of one's own."""
    for server in table() + [floor("floor", ["canned", "hello.txt"])]:
        if server.name.lower() == text.lower():
            return server
    return custom(shlex.split(text)[0].rpartition("/")[2], text)


def chosen(texts):
    """The servers named; says which are left out because they are missing."""
    found = [named(text) for text in texts]
    for server in found:
        if server.missing:
            print(f"{server.name}: skipped, {server.missing}\n")
    found = [server for server in found if not server.missing]
    if not found:
        raise SystemExit("no server to measure")
    return found
