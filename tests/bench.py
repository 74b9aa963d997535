#!/usr/bin/env python3
"""The bench is to be believed only if it refuses what is wrong: it is shown servers that lie, and numbers that are worse.

    python3 tests/bench.py               runs the tests; needs build/release/bench and build/release/tools
    python3 tests/bench.py serve HOW     a server with a fault: honest, wrong, changes, breaks, stalls
"""

import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time
import xml.dom.minidom

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]
os.environ["QUICK"] = "1"

import chart  # noqa: E402
import content  # noqa: E402
import instructions  # noqa: E402
import lab  # noqa: E402
import loads  # noqa: E402
import measure  # noqa: E402
import report  # noqa: E402
import scenarios  # noqa: E402
import servers  # noqa: E402

# ---- A server with a fault ----

HONEST, STALL = 50, 0.5  # answers until the fault, seconds
lock = threading.Lock()
answered = 0


def answer(how):
    """What one request is answered with; None breaks the connection."""
    global answered
    with lock:
        answered += 1
        body = content.HELLO
        if how == "stalls" and answered == HONEST:
            time.sleep(STALL)
        if how == "wrong" or (how == "changes" and answered == HONEST):
            body = body.replace(b"w", b"W")
        if how == "breaks" and answered == HONEST:
            return None
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def converse(connection, how):
    with connection, contextlib.suppress(OSError):
        received = b""
        while piece := connection.recv(65536):
            received += piece
            while b"\r\n\r\n" in received:
                received = received.partition(b"\r\n\r\n")[2]
                said = answer(how)
                if said is None:
                    return
                connection.sendall(said)


def serve(how):
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=converse, args=(connection, how), daemon=True).start()


def faulty(how):
    command = [sys.executable, __file__, "serve", how]
    return servers.Server(how, lambda place: command, {"hello": servers.Way("/")})


# ---- The tests ----


def run_scenario(name, entrants):
    scenario = next(it for it in scenarios.SCENARIOS if it.name == name)
    found, refused, too_slow = measure.Bench(scenario, content.write(lab.CONTENT)).run(entrants)
    return report.as_result(scenario, entrants, found, refused, too_slow, [])


def contenders(*hows):
    return [measure.Contender(faulty(how), servers.Way("/")) for how in hows]


def test_a_server_that_lies_is_refused_and_named():
    result = run_scenario("hello", contenders("honest", "wrong", "changes", "breaks"))
    assert [row["server"] for row in result["rows"]] == ["honest"], result["refused"]
    assert set(result["refused"]) == {"wrong", "changes", "breaks"}
    assert "b'Hello, World\\n'" in result["refused"]["wrong"]
    assert "unlike the first" in result["refused"]["changes"]
    assert "**changes is refused**" in report.table(result)


def test_one_byte_of_a_page_is_found():
    page = content.page(content.rows())
    changed = page[:20_000] + b"#" + page[20_001:]
    assert "different from byte 20000" in loads.difference(changed, page)


def test_the_hand_written_floors_render_the_reference():
    for name in ["page", "records"]:
        result = run_scenario(name, measure.contenders(next(s for s in scenarios.SCENARIOS if s.name == name), []))
        assert not result["refused"] and len(result["rows"]) == 2, result["refused"]


def test_a_stall_is_charged_to_all_who_were_due_meanwhile():
    with lab.running(faulty("stalls")) as it:
        result = loads.run_load(it.url, 1.0, connections=4, rate=200)
    assert result["p90_us"] > STALL * 1e6 / 4, result  # a closed loop would have seen four slow answers of many


def test_a_disturbed_slice_is_marked():
    quiet = {"other_share": 0.0, "stolen_share": 0.0, "load_waited_seconds": 0.0, "wall_seconds": 1.0}
    assert lab.disturbance(quiet) <= 1
    for key, value in [("other_share", 0.05), ("stolen_share", 0.02), ("load_waited_seconds", 0.1)]:
        assert lab.disturbance({**quiet, key: value}) > 1, key
    contender = measure.Contender(faulty("honest"), servers.Way("/"))
    slices = [
        {"cpu_us_per_request": cost, "disturbance": disturbance, "thrown_away": 0}
        for cost, disturbance in [(3.0, 0.2), (9.0, 2.0), (3.2, 0.1), (9.0, 5.0)]
    ]
    row = report.summarise(contender, slices, slices)
    assert row["cpu_us_max"] == 3.2 and not row["is_marked"]
    row = report.summarise(contender, slices[1:], slices)
    assert row["cpu_us_max"] == 9.0 and row["is_marked"]
    tries = iter([{**quiet, "stolen_share": 0.5}, quiet])
    assert lab.quiet(lambda: dict(next(tries)), 2)["thrown_away"] == 1


def test_figures_are_well_formed():
    row = {"server": "a <b> & c", "times_floor": 2.5, "cpu_us_per_request": 3.1, "is_floor": False, "is_marked": True}
    svg = chart.bars({"title": "x < y", "rows": [row, {**row, "times_floor": 1.0, "is_floor": True}]})
    xml.dom.minidom.parseString(svg)


def test_dearer_instructions_fail_by_name():
    baseline = {"hello": 1600, "route-static": 200}
    assert instructions.compare({"hello": 1640, "route-static": 200}, baseline, 0.03) == ([], [])
    faults, gains = instructions.compare({"hello": 1500, "route-static": 240}, baseline, 0.03)
    assert len(faults) == 1 and faults[0].startswith("route-static") and "+20.0%" in faults[0]
    assert len(gains) == 1 and gains[0].startswith("hello")
    faults, _ = instructions.compare({"hello": 1600, "new": 1}, baseline, 0.03)
    assert [fault.split()[0] for fault in faults] == ["new", "route-static"]


def test_a_stray_allocation_fails_by_name():
    done = subprocess.run([ROOT / "build/release/tools/allocations", "stray"], capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout.startswith("hello: 20000 allocations"), done.stdout


def main():
    lab.need_built("floor", "load")
    if lab.CPUS < 2:
        return print("not run: the bench needs two CPUs")
    lab.settle_down()
    tests = {name: test for name, test in globals().items() if name.startswith("test_")}
    for name, test in tests.items():
        try:
            test()
        except AssertionError:
            print(f"failed: {name.replace('_', ' ')}")
            raise
    print(f"{len(tests)} ways in which the bench refuses")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
