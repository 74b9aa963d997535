// Node's http: node server.js FOLDER PORT WORKERS
'use strict';
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const path = require('path');

const [folder, port, workers] = process.argv.slice(2);
const read = name => fs.readFileSync(path.join(folder, name), 'utf8');
const rows = read('rows.tsv').trimEnd().split('\n').map(line => line.split('\t'));
const records = JSON.parse(read('records.json'));
const special = /[&<>"']/g;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = text => text.replace(special, byte => entities[byte]);

function page() {
  let out = '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>Table</title></head><body>\n<h1>Rows</h1>\n<table>\n';
  for (const row of rows) {
    out += '<tr>';
    for (const cell of row) out += `<td>${escape(cell)}</td>`;
    out += '</tr>\n';
  }
  return out + '</table>\n</body></html>\n';
}

function send(response, type, text) {
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

function upload(request, response) {
  let size = 0;
  request.on('data', piece => { size += piece.length; });
  request.on('end', () => send(response, 'text/plain; charset=utf-8', `${size}\n`));
}

function readRecords(request, response) {
  const pieces = [];
  request.on('data', piece => pieces.push(piece));
  request.on('end', () => {
    const list = JSON.parse(Buffer.concat(pieces).toString());
    const active = list.filter(it => it.active).length;
    send(response, 'text/plain; charset=utf-8', `${list.length} ${active}\n`);
  });
}

const routes = {
  '/': (request, response) => send(response, 'text/plain; charset=utf-8', 'Hello, world\n'),
  '/ok': (request, response) => send(response, 'text/plain; charset=utf-8', 'ok'),
  '/small': (request, response) => send(response, 'application/json', JSON.stringify({ message: 'Hello, World!' })),
  '/records': (request, response) => send(response, 'application/json', JSON.stringify(records)),
  '/records-read': readRecords,
  '/page': (request, response) => send(response, 'text/html; charset=utf-8', page()),
  '/upload': upload,
};

function serve() {
  const server = http.createServer((request, response) => {
    const route = routes[request.url];
    if (route) return route(request, response);
    response.writeHead(404);
    response.end();
  });
  server.keepAliveTimeout = 3600_000;
  server.requestTimeout = 0;
  server.listen({ host: '127.0.0.1', port: Number(port), backlog: 4096 });
}

if (Number(workers) > 1 && cluster.isPrimary) {
  for (let i = 0; i < Number(workers); i++) cluster.fork();
  process.on('SIGTERM', () => process.exit(0));
} else {
  serve();
}
