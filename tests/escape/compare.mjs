// Trees of pages, as parse5 makes them: what they have to be, from a page with the harmless value; and whether they are.
import {
    BASE,
    HARMLESS,
    REFUSED,
    asCharacters,
    asLiteral,
    asText,
    asURL,
    escaped,
    isSafeURL,
    isStyleValue,
    runsNothing,
    urlOf,
    urlsOfSrcset,
} from './reading.mjs';
import { load } from './render.mjs';

const { tokenize, tokenNames } = await load('css-tree/tokenizer');
const { string: cssString } = await load('css-tree/utils');

// A value in the ways it is read back; null is an absent one. `quick`: scripts need not be run.
export function reading(value, quick) {
    const bytes = value ?? Buffer.alloc(0);
    const characters = asCharacters(bytes);
    return {
        value: bytes,
        absent: value === null,
        text: asText(bytes),
        characters,
        safe: isSafeURL(asURL(bytes)), // looked at before NUL is replaced
        literal: asLiteral(characters),
        quick,
    };
}

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

export class Breach extends Error {}
export const expect = (truth, what, got) => {
    if (!truth) throw new Breach(`${what}: ${JSON.stringify(got)}`);
};
// `within`: what it was found in.
export const same = (what, got, wanted, within) => {
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
export const fill = (model, text) => model.split(HARMLESS).join(text);
export const filled = (data, text, absent) =>
    JSON.stringify(data, (_, item) =>
        item === HARMLESS && absent ? null : typeof item === 'string' ? fill(item, text) : item,
    );
const withoutNulls = (json) => json.replaceAll('null', '""');

// A script: what it does when it is run, its values replaced. Quick: the same but for literals of the right value.
function script(name, harmless) {
    const calls = run(harmless);
    const parts = harmless.split(HARMLESS);
    return (got, v) => {
        if (v.quick && got === parts.join(v.literal)) return;
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
            same(name, unpercented(read[i].value), unpercented(v.safe ? v.characters : REFUSED));
        });
    };
}

function url(name, harmless) {
    const parts = harmless.split(HARMLESS),
        whole = parts[0].trim() === '';
    const model = new URL(harmless, BASE);
    return (got, v) => {
        same(name, got, urlOf(parts, v));
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

// Of values that stand side by side, the end of one and the beginning of the next may be one sequence that is no UTF-8.
function text(name, harmless) {
    const parts = harmless.split(HARMLESS),
        adjacent = parts.slice(1, -1).includes('');
    const together = (value) =>
        asText(Buffer.concat(parts.flatMap((part, i) => (i > 0 ? [value, Buffer.from(part)] : [Buffer.from(part)]))));
    return (got, v) => same(name, got, adjacent && v.text.includes('\ufffd') ? together(v.value) : parts.join(v.text));
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
export function model(node, parent, path) {
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

export function compare(wanted, node, v) {
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
