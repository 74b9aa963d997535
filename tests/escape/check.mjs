// No hole is broken out of: every hole of views/contexts.html, filled with hostile values, each page read by a parser of HTML.
//
//     node tests/escape/check.mjs RENDER [--random COUNT] [--seed N] [--lists FOLDER] [--part I/N]
//
// RENDER is the program that renders the view. The tree has to be the one that a harmless value gives, and each value, read
// back from where it was put, the one that went in: texts by the parser, URLs by the URL parser, scripts by running them, style
// sheets by a tokenizer. --lists adds every line of every file in a folder to the values.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostile, random } from './hostile.mjs';
import {
    BASE,
    HARMLESS,
    asCharacters,
    asText,
    escaped,
    isSafeURL,
    isStyleValue,
    REFUSED,
    runsNothing,
    urlOf,
    urlsOfSrcset,
} from './reading.mjs';

const require = createRequire(join(process.cwd(), 'build/escape/'));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { parse } = await load('parse5');
const { tokenize, tokenNames } = await load('css-tree/tokenizer');
const { string: cssString } = await load('css-tree/utils');

// ---- The renderer ----

function renderer(program) {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    const waiting = [];
    let chunks = [],
        have = 0,
        need = 4; // bytes that are there, and that the next page takes
    child.stdout.on('data', (chunk) => {
        chunks.push(chunk);
        have += chunk.length;
        while (have >= need) {
            const all = Buffer.concat(chunks);
            need = 4 + all.readUInt32LE(0);
            chunks = [all];
            if (have < need) break;
            waiting.shift().resolve(all.subarray(4, need));
            chunks = [all.subarray(need)];
            have -= need;
            need = 4;
        }
    });
    child.on('close', (status) =>
        waiting.forEach((one) => one.reject(new Error(`${program} ended with status ${status}`))),
    );
    const number = (value) => {
        const out = Buffer.alloc(4);
        out.writeUInt32LE(value);
        return out;
    };
    return {
        // A page with these values; null is an absent one.
        page: (values) =>
            new Promise((resolve, reject) => {
                waiting.push({ resolve, reject });
                const parts = values.flatMap((value) => (value ? [number(value.length), value] : [number(0xffffffff)]));
                child.stdin.write(Buffer.concat([number(values.length), ...parts]));
            }),
        end: () => child.stdin.end(),
    };
}

// ---- What is expected where ----

const urlAttributes = new Set([
    'href',
    'xlink:href',
    'src',
    'action',
    'formaction',
    'data',
    'poster',
    'cite',
    'ping',
    'data-url',
]);

class Breach extends Error {}
const expect = (truth, what, got) => {
    if (!truth) throw new Breach(`${what}: ${JSON.stringify(got)}`);
};
// `within`: what it was found in.
const same = (what, got, wanted, within) => {
    if (got !== wanted)
        throw new Breach(
            `${what}: ${JSON.stringify(got)} where ${JSON.stringify(wanted)} should be${within === undefined ? '' : `, in ${within}`}`,
        );
};

// Whatever a value that has got out would reach for first.
const pwned = () => {
    throw new Breach('a script ran');
};
const trap = new Proxy(pwned, { get: () => trap, set: pwned, apply: pwned });
const trapped = [
    'top',
    'window',
    'alert',
    'confirm',
    'prompt',
    'print',
    'document',
    'location',
    'process',
    'globalThis',
    'fetch',
    'setTimeout',
];
const traps = trapped.map(() => trap);

// What a script calls put with.
function run(source) {
    const calls = [];
    try {
        new Function('put', 'got', ...trapped, source)((...args) => calls.push(args), [], ...traps);
    } catch (error) {
        throw new Breach(`${error.message} in ${source}`);
    }
    return calls;
}

// Not replaceAll, to which $ in a replacement means something.
const fill = (model, text) => model.split(HARMLESS).join(text);
const filled = (data, text, absent) =>
    JSON.stringify(data, (_, item) =>
        item === HARMLESS && absent ? null : typeof item === 'string' ? fill(item, text) : item,
    );
const withoutNulls = (json) => json.replaceAll('null', '""');

// A script: what it does when it is run, its values replaced.
function script(name, harmless) {
    const calls = run(harmless);
    return (got, v) => {
        const result = run(got);
        if (v.absent)
            same(`${name}, the number of calls`, result.length, calls.length); // what null is in sums is JavaScript's
        else same(name, JSON.stringify(result), filled(calls, v.characters));
    };
}

function json(name, harmless) {
    const data = JSON.parse(harmless);
    return (got, v) => {
        let read;
        try {
            read = JSON.stringify(JSON.parse(got));
        } catch (error) {
            throw new Breach(`${name}: ${error.message}: ${got}`);
        }
        const wanted = filled(data, v.characters, v.absent);
        if (v.absent) same(name, withoutNulls(read), withoutNulls(wanted));
        else same(name, read, wanted);
    };
}

// A style sheet or style attribute: the same tokens, the values of strings replaced. A hole outside of strings is a value.
function tokens(css) {
    const out = [];
    tokenize(css, (number, start, end) => {
        const type = tokenNames[number],
            raw = css.slice(start, end);
        out.push({ type, raw, value: type === 'string-token' ? cssString.decode(raw) : null });
    });
    return out;
}

// The bytes that a URL stands for, as Latin-1.
const unpercented = (text) =>
    Buffer.from(text, 'utf8')
        .toString('latin1')
        .replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));

function style(name, harmless) {
    const parts = harmless.split(HARMLESS);
    const inString = parts.slice(0, -1).map((_, i) => {
        const before = parts.slice(0, i + 1).join(HARMLESS);
        const last = tokens(before + HARMLESS + parts[i + 1]).findLast((token) => token.raw.includes(HARMLESS));
        return last.type === 'string-token';
    });
    return (got, v) => {
        const value = v.absent ? '' : isStyleValue(v.value, v.characters) ? v.characters : 'weft-invalid';
        const model = parts
            .map((part, i) => part + (i === parts.length - 1 ? '' : inString[i] ? HARMLESS : value))
            .join('');
        const wanted = tokens(model),
            read = tokens(got);
        same(`${name}, the number of tokens`, read.length, wanted.length, got);
        wanted.forEach((token, i) => {
            same(name, read[i].type, token.type);
            if (token.type !== 'string-token') return same(name, read[i].raw, token.raw);
            const isURL = wanted[i - 1]?.raw.toLowerCase() === 'url(';
            if (!isURL) return same(name, read[i].value, fill(token.value, v.characters));
            expect(runsNothing(read[i].value), name, read[i].value);
            same(name, unpercented(read[i].value), unpercented(isSafeURL(v.characters) ? v.characters : REFUSED));
        });
    };
}

function url(name, harmless) {
    const parts = harmless.split(HARMLESS),
        whole = parts[0].trim() === '';
    const model = new URL(harmless, BASE);
    return (got, v) => {
        same(name, got, urlOf(parts, v.text, v.characters));
        expect(runsNothing(got), `${name} runs something`, got);
        if (whole) return;
        if (model.protocol === 'mailto:') return; // has no host
        let read;
        const host = model.host.split(HARMLESS.toLowerCase());
        try {
            read = new URL(got, BASE);
        } catch (error) {
            if (host.length > 1) return; // what cannot be a host leads nowhere
            throw new Breach(`${name}: ${error.message}: ${got}`);
        }
        same(`${name}, scheme`, read.protocol, model.protocol, got);
        if (host.length > 1) return expect(read.host.endsWith(host[1]), `${name}, host of ${got}`, read.host);
        same(`${name}, host`, read.host, model.host, got);
        if (model.search.includes(HARMLESS)) {
            const wanted = [...model.searchParams].map((pair) => pair.map((text) => fill(text, v.characters)));
            if (v.characters !== '')
                same(`${name}, query`, JSON.stringify([...read.searchParams]), JSON.stringify(wanted), got);
        } else {
            same(`${name}, query`, read.search, model.search, got);
        }
        if (!model.hash.includes(HARMLESS)) same(`${name}, fragment`, read.hash, model.hash, got);
        else
            same(
                `${name}, fragment`,
                decodeURIComponent(read.hash.slice(1)),
                fill(model.hash.slice(1), v.characters),
                got,
            );
    };
}

const srcset = (name) => (got) =>
    urlsOfSrcset(got).forEach((one) => expect(runsNothing(one), `${name} runs something`, one));

function text(name, harmless) {
    const parts = harmless.split(HARMLESS);
    return (got, v) => same(name, got, parts.join(v.text));
}

function comment(name, harmless) {
    const parts = harmless.split(HARMLESS);
    return (got, v) => same(name, got, parts.join(escaped(v.text)));
}

function attributeReader(name, attribute, harmless) {
    if (attribute.startsWith('on')) return script(name, harmless);
    if (attribute === 'style') return style(name, harmless);
    if (attribute === 'srcset') return srcset(name);
    return urlAttributes.has(attribute) ? url(name, harmless) : text(name, harmless);
}

function textReader(name, parent, harmless) {
    const type = parent.attrs?.find((one) => one.name === 'type')?.value;
    if (parent.tagName === 'script') return type === 'application/json' ? json(name, harmless) : script(name, harmless);
    if (parent.tagName === 'style') return style(name, harmless);
    if (parent.tagName === 'noscript') return comment(name, harmless); // as text, when scripts may run: its entities stay
    return text(name, harmless);
}

// ---- Trees ----

const nameOf = (attribute) => (attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name);

// What a node and all below it has to be, from the tree of a page with the harmless value.
function model(node, parent, path) {
    const name = node.nodeName,
        where = `${path}/${name}`;
    const out = { name, where, namespace: node.namespaceURI, children: [], attributes: [] };
    if (name === '#text') {
        out.plain = node.value.includes(HARMLESS) ? null : node.value;
        out.read = out.plain === null ? textReader(where, parent, node.value) : null;
        out.vanishes = fill(node.value, '') === '';
    } else if (name === '#comment') {
        out.read = comment(where, node.data);
    } else {
        out.attributes = (node.attrs ?? []).map((one) => {
            const plain = one.value.includes(HARMLESS) ? null : one.value;
            const full = `${where}[${nameOf(one)}]`;
            if (node.tagName === 'input' && nameOf(one) === 'checked')
                return { name: 'checked', plain: '', full, stays: (v) => v.value.length > 3 };
            return {
                name: nameOf(one),
                plain,
                full,
                vanishes: one.value === HARMLESS,
                read: plain === null ? attributeReader(full, nameOf(one), one.value) : null,
            };
        });
        const children = name === 'template' ? node.content.childNodes : node.childNodes;
        out.children = (children ?? []).map((child) => model(child, node, where));
    }
    return out;
}

function compare(wanted, node, v) {
    const { where } = wanted;
    same(where, node.nodeName, wanted.name);
    if (wanted.name === '#text')
        return wanted.read ? wanted.read(node.value, v) : same(where, node.value, wanted.plain);
    if (wanted.name === '#comment') return wanted.read(node.data, v);
    same(`${where}, namespace`, node.namespaceURI, wanted.namespace);
    const attributes = wanted.attributes.filter((one) => (one.stays ? one.stays(v) : !(v.absent && one.vanishes)));
    same(`${where}, the number of attributes`, node.attrs?.length ?? 0, attributes.length);
    attributes.forEach((one, i) => {
        const got = node.attrs[i];
        same(one.full, nameOf(got), one.name);
        if (one.read) one.read(got.value, v);
        else same(one.full, got.value, one.plain);
    });
    const children = (wanted.name === 'template' ? node.content.childNodes : node.childNodes) ?? [];
    const expected = v.text === '' ? wanted.children.filter((child) => !child.vanishes) : wanted.children;
    same(`${where}, the number of children`, children.length, expected.length);
    expected.forEach((child, i) => compare(child, children[i], v));
}

// ---- All of it ----

const options = { random: 0, seed: 1, lists: null, part: '0/1' };
const [program, ...rest] = process.argv.slice(2);
for (let i = 0; i + 1 < rest.length; i += 2) options[rest[i].slice(2)] = rest[i + 1];

const unquoted = (text) => [...new Set(text.split(/\r?\n/))].map((line) => Buffer.from(line, 'utf8'));
function lists(folder) {
    return readdirSync(folder)
        .sort()
        .flatMap((file) => {
            const all = readFileSync(join(folder, file));
            return file.endsWith('.json')
                ? JSON.parse(all).map((line) => Buffer.from(line, 'utf8'))
                : unquoted(all.toString('latin1')).map((line) => Buffer.from(line.toString('utf8'), 'latin1'));
        });
}

function* values() {
    const [part, of] = options.part.split('/').map(Number);
    let at = 0;
    const all = [null, ...hostile(), ...(options.lists ? lists(options.lists) : [])];
    for (const value of all) if (at++ % of === part) yield value;
    const endless = random(Number(options.seed) * 1000 + part);
    for (let left = Math.ceil(options.random / of); left > 0; left--) yield endless.next().value;
}

const render = renderer(program);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const harmless = decoder.decode(await render.page([Buffer.from(HARMLESS)]));
const modes = [true, false].map((scriptingEnabled) => ({
    scriptingEnabled,
    model: model(parse(harmless, { scriptingEnabled }), null, ''),
}));
const holes = harmless.split(HARMLESS).length - 1;
const breaches = new Map();
let count = 0;

function check(value, page) {
    const bytes = value ?? Buffer.alloc(0);
    const v = { value: bytes, absent: value === null, text: asText(bytes), characters: asCharacters(bytes) };
    const html = decoder.decode(page);
    for (const mode of modes) {
        if (!mode.scriptingEnabled && count % 16 !== 0) continue;
        try {
            compare(mode.model, parse(html, mode), v);
        } catch (error) {
            if (!(error instanceof Breach)) throw error;
            const what = error.message.slice(0, 600),
                key = what.split(':')[0].replace(/ (of|in) .*/, '');
            if (!breaches.has(key))
                breaches.set(
                    key,
                    `${what}\n    by ${value === null ? 'an absent value' : `${JSON.stringify(value.toString('latin1')).slice(0, 200)} (${value.toString('hex').slice(0, 120)})`}`,
                );
        }
    }
    count++;
}

const DEPTH = 64; // pages on their way
const pending = [];
for (const value of values()) {
    pending.push([value, render.page([value])]);
    if (pending.length >= DEPTH) {
        const [first, page] = pending.shift();
        check(first, await page);
    }
}
for (const [value, page] of pending) check(value, await page);
render.end();
for (const what of breaches.values()) console.log(what);
console.log(`${count} values in ${holes} holes, ${breaches.size} breaches`);
process.exitCode = breaches.size > 0 ? 1 : 0;
