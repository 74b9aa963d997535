"""The servers that are measured side by side: a table. Each answers GET / with "Hello, world\\n" on one worker.

A command of your own joins the table through RIVALS, one per line: `RIVALS="name=program {port}"`. Where it
says {port} it is given a free port. Where it does not, `--port 0` is added, and the first line that it prints
must be http://127.0.0.1:PORT.
"""

import os
import shlex
import shutil

from lab import BUILT, ROOT

HELLO = b"Hello, world\n"

NGINX_CONFIG = """\
daemon off;
pid {home}/nginx.pid;
error_log {home}/error.log crit;
worker_processes 1;
worker_rlimit_nofile {descriptors};
events {{
    worker_connections 16384;
    use epoll;
}}
http {{
    access_log off;
    server_tokens off;
    sendfile on;
    tcp_nodelay on;
    keepalive_timeout 1h;
    keepalive_requests 1000000000;
    client_header_timeout 1h;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            default_type "text/plain; charset=utf-8";
            return 200 "Hello, world\\n";
        }}
    }}
}}
"""

# h2o has no canned answer without mruby: it serves a small file, which it keeps open between requests.
H2O_CONFIG = """\
num-threads: 1
max-connections: 16384
{user}
listen:
  host: 127.0.0.1
  port: {port}
http1-request-timeout: 3600
http2-idle-timeout: 3600
error-log: {home}/error.log
file.etag: OFF
file.mime.settypes:
  "text/plain; charset=utf-8": [".txt"]
hosts:
  default:
    paths:
      "/":
        file.file: {home}/hello.txt
"""


class Server:
    """A row of the table. `command(port, home)` returns the argv, and may write a configuration into `home`."""

    def __init__(self, name, command, missing="", prints_address=True):
        self.name = name
        self.command = command
        self.missing = missing  # why it cannot be measured; "" when it can
        self.prints_address = prints_address

    def argv(self, port, home):
        return [str(word) for word in self.command(port, home)]


def floor(kind):
    program = BUILT / "floor"
    return Server("floor", lambda port, home: [program, kind, "--port", port], unless_built(program))


def weft():
    program = BUILT / "hello"
    return Server("weft", lambda port, home: [program, "--port", port], unless_built(program))


def nginx():
    def command(port, home):
        config = home / "nginx.conf"
        descriptors = os.sysconf("SC_OPEN_MAX")
        config.write_text(NGINX_CONFIG.format(port=port, home=home, descriptors=descriptors))
        return [find("nginx"), "-p", home, "-c", config]

    return Server("nginx", command, unless_installed("nginx"), prints_address=False)


def h2o():
    def command(port, home):
        config = home / "h2o.conf"
        user = "user: root" if os.geteuid() == 0 else ""
        config.write_text(H2O_CONFIG.format(port=port, home=home, user=user))
        (home / "hello.txt").write_bytes(HELLO)
        return [find("h2o"), "-m", "worker", "-c", config]

    return Server("h2o", command, unless_installed("h2o"), prints_address=False)


def custom(name, text):
    """A server from a command line."""
    prints_address = "{port}" not in text
    words = shlex.split(text + " --port {port}" if prints_address else text)
    missing = "" if shutil.which(words[0]) else f"{words[0]} not found"

    def command(port, home):
        return [word.replace("{port}", str(port)) for word in words]

    return Server(name, command, missing, prints_address)


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin")


def unless_built(program):
    return "" if program.exists() else f"not built ({program.relative_to(ROOT)})"


def unless_installed(program):
    return "" if find(program) else "not installed"


def table(floor_kind="hello"):
    """All servers, the floor first."""
    rivals = [line.partition("=") for line in os.environ.get("RIVALS", "").splitlines() if line.strip()]
    return [floor(floor_kind), weft(), nginx(), h2o()] + [
        custom(name.strip(), command) for name, _, command in rivals
    ]


def named(text):
    """A server of the table by its name, or else a command line of one's own."""
    for server in table():
        if server.name == text:
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
