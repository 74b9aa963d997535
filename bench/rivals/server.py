"""Tornado: server.py FOLDER PORT WORKERS"""

import json
import pathlib
import sys

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.process
import tornado.template
import tornado.web

FOLDER, PORT, WORKERS = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
ROWS = [line.split("\t") for line in (FOLDER / "rows.tsv").read_text().splitlines()]
RECORDS = json.loads((FOLDER / "records.json").read_text())
PAGE = tornado.template.Template(
    """\
<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Table</title></head><body>
<h1>Rows</h1>
<table>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% end %}</tr>
{% end %}</table>
</body></html>
""",
    whitespace="all",
)


class Base(tornado.web.RequestHandler):
    def compute_etag(self):
        return None

    def answer(self, media_type, body):
        self.set_header("Content-Type", media_type)
        self.finish(body)


class Hello(Base):
    def get(self):
        self.answer("text/plain; charset=utf-8", "Hello, world\n")


class Ok(Base):
    def get(self):
        self.answer("text/plain; charset=utf-8", "ok")


class Json(Base):
    def initialize(self, value):
        self.value = value

    def get(self):
        self.answer("application/json", json.dumps(self.value, ensure_ascii=False, separators=(",", ":")))


class ReadRecords(Base):
    def post(self):
        people = json.loads(self.request.body)
        self.answer("text/plain; charset=utf-8", f"{len(people)} {sum(it['active'] for it in people)}\n")


class Page(Base):
    def get(self):
        self.answer("text/html; charset=utf-8", PAGE.generate(rows=ROWS))


@tornado.web.stream_request_body
class Upload(Base):
    def prepare(self):
        self.size = 0

    def data_received(self, piece):
        self.size += len(piece)

    def post(self):
        self.answer("text/plain; charset=utf-8", f"{self.size}\n")


def main():
    app = tornado.web.Application(
        [
            ("/", Hello),
            ("/ok", Ok),
            ("/small", Json, {"value": {"message": "Hello, World!"}}),
            ("/records", Json, {"value": RECORDS}),
            ("/records-read", ReadRecords),
            ("/page", Page),
            ("/upload", Upload),
        ],
        log_function=lambda handler: None,
    )
    sockets = tornado.netutil.bind_sockets(PORT, "127.0.0.1", backlog=4096)
    if WORKERS > 1:
        tornado.process.fork_processes(WORKERS)
    server = tornado.httpserver.HTTPServer(app)
    server.add_sockets(sockets)
    tornado.ioloop.IOLoop.current().start()


if __name__ == "__main__":
    main()
