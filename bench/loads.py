"""What loads a server: requests as bytes, bench/load, and wrk as a second opinion."""

import json
import shutil
import socket
import subprocess

from lab import BUILT, Refused

# Sends the bytes of argument 1, argument 2 times at once, and prints the sums as one line of JSON.
WRK_SCRIPT = """\
local batch
function init(arguments)
  local file = io.open(arguments[1], "rb")
  batch = string.rep(file:read("*a"), tonumber(arguments[2]))
  file:close()
end
function request() return batch end
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    '{"requests": %d, "errors": %d, "unfinished": 0, "seconds": %.3f, "requests_per_second": %.1f, ' ..
    '"rate": 0, "p50_us": %.1f, "p99_us": %.1f, "p999_us": %.1f, "answer_bytes": %d, ' ..
    '"load_cpu_seconds": 0, "load_waited_seconds": 0}\\n',
    summary.requests, e.connect + e.read + e.write + e.status + e.timeout, summary.duration / 1e6,
    summary.requests / summary.duration * 1e6, latency:percentile(50), latency:percentile(99),
    latency:percentile(99.9), summary.bytes / math.max(1, summary.requests)))
end
"""


class TooSlow(Refused):
    """The server could not answer at the rate of the open model."""


def run_load(url, seconds, connections=64, depth=1, rate=0, request=None, close=False, sleep=False):
    """bench/load on this CPU; its JSON as a dict. Raises Refused unless every answer was right."""
    command = [BUILT / "load", "-d", seconds, "-c", connections, "-p", depth, "-r", rate]
    if request:
        command += ["-f", request]
    command += ["-k"] if close else []
    command += ["-s"] if sleep else []
    return checked(command + [url.rstrip("/") + "/"], seconds)


def run_wrk(url, seconds, connections, depth, request):
    """The same with wrk, which does not look at bodies."""
    script = request.with_suffix(".lua")
    script.write_text(WRK_SCRIPT)
    command = [shutil.which("wrk") or "wrk", "-t", 1, "-c", connections, "-d", f"{max(1, round(seconds))}s"]
    return checked(command + ["-s", script, url.rstrip("/") + "/", "--", request, depth], seconds)


def checked(command, seconds):
    """Runs a load and reads the JSON from its last line."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=seconds + 30)
        result = json.loads(done.stdout.strip().rpartition("\n")[2])
    except subprocess.TimeoutExpired:
        raise Refused("the load did not end in time") from None
    except ValueError:
        raise Refused(done.stderr.strip() or done.stdout.strip() or "the load printed nothing") from None
    if result["errors"] or result["unfinished"] or not result["requests"]:
        reason = "%(requests)d requests, %(errors)d errors, %(unfinished)d unfinished\n" % result + done.stderr
        raise Refused(reason) if result["errors"] or not result.get("rate") else TooSlow(reason)
    return result


def request_bytes(fields=(), path="/", body=b""):
    """A GET of `path`, or a POST of a body."""
    lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: localhost:8080"]
    lines += [f"{name}: {value}" for name, value in fields]
    lines += [f"Content-Length: {len(body)}"] if body else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def expect_body(address, request, count, body, as_ours=lambda got: got):
    """Sends a request `count` times at once and compares what comes back. Raises Refused."""
    with socket.create_connection(address, 10) as connection:
        connection.sendall(request * count)
        stream = connection.makefile("rb")
        for _ in range(count):
            status, got = read_answer(stream)
            expected = 304 if b"If-Modified-Since" in request else 200
            if status != expected or as_ours(got) != body:
                raise Refused(f"expected {expected} and {show(body)}, got {status} and {difference(as_ours(got), body)}")


def show(body):
    return repr(body) if len(body) < 80 else f"{len(body)} bytes"


def difference(got, body):
    """A body, or where a long one goes wrong."""
    if len(body) < 80:
        return repr(got[:80])
    at = next((i for i, (a, b) in enumerate(zip(got, body)) if a != b), min(len(got), len(body)))
    return f"{len(got)} bytes, different from byte {at}: {got[at : at + 40]!r} instead of {body[at : at + 40]!r}"


def read_answer(stream):
    """The status and the body of one answer with a Content-Length, or without a body."""
    status_line = stream.readline().split()
    if len(status_line) < 2:
        raise Refused("no answer")
    length = 0
    for line in iter(stream.readline, b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        if not line:
            raise Refused("the answer ends within its head")
    status = int(status_line[1])
    return status, stream.read(0 if status == 304 else length)
