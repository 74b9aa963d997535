#!/usr/bin/env python3
"""Beside nginx: one conditional field at a time, with and without ranges, on the same files; both have to say the same.

Combinations are left to tests/static/conditions.c, which follows RFC 9110: nginx looks at If-Unmodified-Since beside If-Match
and at If-Modified-Since beside If-None-Match, takes ranges of a HEAD, and knows no 416 for If-Range. What it follows:
each field alone, ranges of a GET, and If-Range. Prints one line, or each difference; exits 1 when there was one."""
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SAME, BEFORE, AFTER = (f"Sun, 09 Sep 2001 01:46:{second} GMT" for second in (40, 39, 41))
SIZES = {"small.txt": 3000, "large.bin": 300_000, "empty.css": 0}

NGINX = """\
daemon off; master_process off; pid {home}/pid; error_log {home}/log crit; worker_processes 1;
events {{ }}
http {{
    access_log off; default_type application/octet-stream; if_modified_since before; sendfile on;
    keepalive_requests 1000000; client_body_temp_path {home}/a; proxy_temp_path {home}/b; fastcgi_temp_path {home}/c; uwsgi_temp_path {home}/d;
    scgi_temp_path {home}/e;
    server {{ listen unix:{home}/socket; root {root}; }}
}}
"""


def connect(path):
    for _ in range(200):
        try:
            sock = socket.socket(socket.AF_UNIX)
            sock.settimeout(10)
            sock.connect(str(path))
            return sock
        except OSError:
            time.sleep(0.02)
    sys.exit(f"nothing listens on {path}")


class Client:
    def __init__(self, path):
        self.path = path
        self.sock = connect(path)
        self.got = b""

    def fill(self, enough):
        while not enough():
            piece = self.sock.recv(1 << 16)
            if not piece:
                raise OSError("closed")
            self.got += piece

    def ask(self, method, name, fields):
        head = f"{method} /{name} HTTP/1.1\r\nHost: t\r\n" + "".join(f"{k}: {v}\r\n" for k, v in fields) + "\r\n"
        self.sock.sendall(head.encode())
        self.fill(lambda: b"\r\n\r\n" in self.got)
        top, _, self.got = self.got.partition(b"\r\n\r\n")
        lines = top.decode("latin-1").split("\r\n")
        answer = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in lines[1:])}
        status = int(lines[0].split()[1])
        length = 0 if method == "HEAD" or status in (204, 304) else int(answer["content-length"])
        self.fill(lambda: len(self.got) >= length)
        body, self.got = self.got[:length], self.got[length:]
        if status >= 400 or answer.get("connection") == "close":
            self.sock = connect(self.path)  # nginx closes after some failures without saying so
        return status, answer, body


def parts_of(answer, body):
    """The parts of a multipart/byteranges, as (Content-Range, bytes)."""
    boundary = re.match(r"multipart/byteranges; boundary=(\S+)", answer.get("content-type", ""))
    if not boundary:
        return None
    pieces = body.split(b"\r\n--" + boundary[1].encode())
    assert pieces[0] == b"" and pieces[-1] == b"--\r\n", "multipart framing"
    found = []
    for piece in pieces[1:-1]:
        head, _, data = piece.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().strip().split("\r\n"))
        found.append((fields["Content-Range"], data))
    return found


def essence(status, answer, body):
    """What both have to agree on; failures have bodies of their own."""
    parts = parts_of(answer, body)
    if parts is not None:
        return status, parts
    body = body if status < 400 else b""
    return status, answer.get("content-range"), answer.get("last-modified") if status in (200, 206) else None, body


def cases(tag, size):
    """Fields to be asked with; `tag` is the server's own."""
    tags = [tag, "W/" + tag, '"x"', f'"x", {tag}', f'"x",{tag}', "*"]
    yield []
    for value in tags:
        yield [("If-None-Match", value)]
    for value in (tag, '"x"', f'"x", {tag}', "*"):
        yield [("If-Match", value)]
    yield [("If-Modified-Since", "soon")]  # which nginx ignores, as it should; not so in If-Unmodified-Since
    for date in (SAME, BEFORE, AFTER):
        yield [("If-Modified-Since", date)]
        yield [("If-Unmodified-Since", date)]
    if size == 0:
        return  # nginx takes no range of a file without bytes
    ranges = ["bytes=0-9", "bytes=-5", f"bytes={size - 5}-", f"bytes={size}-", "bytes=0-", f"bytes=5-{size * 2}",
              f"bytes=-{size * 2}", "bytes=0-0,5-5", "bytes=5-9,0-1,-1", "lines=0-9", "bytes=100-199,400-499"]  # fmt: skip
    for value in ranges:
        yield [("Range", value)]
        for condition in (tag, '"x"', SAME, BEFORE, AFTER):
            if value != f"bytes={size}-":
                yield [("Range", value), ("If-Range", condition)]
    yield [("Range", "bytes=0-9"), ("If-None-Match", tag)]
    yield [("Range", "bytes=0-9"), ("If-Match", '"x"')]


def main():
    with tempfile.TemporaryDirectory() as home_name:
        home = Path(home_name)
        root = home / "root"
        root.mkdir()
        for name, size in SIZES.items():
            (root / name).write_bytes(bytes(97 + i * 7 % 26 for i in range(size)))
            os.utime(root / name, (1_000_000_000, 1_000_000_000))
        (home / "conf").write_text(NGINX.format(home=home, root=root))
        os.chmod(home, 0o755)
        nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
        running = [
            subprocess.Popen([nginx, "-p", home, "-c", home / "conf"], stderr=subprocess.DEVNULL),
            subprocess.Popen([ROOT / "build/release/weft", "serve", root, "--silent", "--quiet", "true", "--host",
                              f"unix:{home}/weft"]),
        ]  # fmt: skip
        try:
            differences = compare(Client(home / "socket"), Client(home / "weft"))
        finally:
            for process in running:
                process.send_signal(signal.SIGTERM)
                process.wait()
    return differences


def compare(nginx, weft):
    asked = differences = 0
    for name, size in SIZES.items():
        tags = [server.ask("HEAD", name, [])[1]["etag"] for server in (nginx, weft)]
        for theirs, ours in zip(cases(tags[0], size), cases(tags[1], size)):
            for method in ("GET", "HEAD"):
                if method == "HEAD" and any(k == "Range" for k, _ in theirs):
                    continue
                asked += 1
                expected, got = essence(*nginx.ask(method, name, theirs)), essence(*weft.ask(method, name, ours))
                if expected != got:
                    differences += 1
                    print(f"{method} {name} {ours}: nginx {str(expected)[:200]}, weft {str(got)[:200]}")
    print(f"{asked} requests, {differences} answered otherwise than by nginx")
    return differences


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
