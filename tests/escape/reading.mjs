// What a value has to be when it is read back, context by context: written from the standards and from weft/page.h, and from
// nothing that is in template/.

export const HARMLESS = 'HARMLESS';
export const REFUSED = 'about:invalid#weft';

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

// As browsers decode a page (Encoding Standard); weft makes U+FFFD of NUL.
export const asText = (value) => utf8.decode(value).replaceAll('\0', '\ufffd');

// As what is asked for its scheme: NUL is a control byte there, which browsers drop at the beginning of a URL.
export const asURL = (value) => utf8.decode(value);

// As weft decodes where it writes escapes: each byte that is no part of a character is U+FFFD.
export function asCharacters(value) {
    const text = utf8.decode(value);
    if (!text.includes('\ufffd')) return text.replaceAll('\0', '\ufffd');
    let out = '';
    for (let at = 0; at < value.length;) {
        const lead = value[at],
            size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        const one = utf8.decode(value.subarray(at, at + size));
        const whole =
            [...one].length === 1 && (one !== '\ufffd' || value.subarray(at, at + size).equals(Buffer.from('\ufffd')));
        out += whole ? one : '\ufffd';
        at += whole ? size : 1;
    }
    return out.replaceAll('\0', '\ufffd');
}

export const escaped = (text) =>
    text.replace(
        /[&<>"'\r]/g,
        (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r': '&#13;' })[c],
    );

// The inside of a literal of JavaScript or JSON as weft/page.h says it is written; that it is one, JSON.parse says.
const plain = /^[A-Za-z0-9 !#%()*+,./:;=?@[\]^_{|}~-]$/;
export function asLiteral(characters) {
    const all = [...characters];
    const literal = all
        .map((c, i) => {
            const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\\': '\\\\' }[c];
            const dash = c === '-' && (i === 0 || i === all.length - 1);
            if (short || (plain.test(c) && !dash)) return short ?? c;
            const special = c < '\x80' || c === '\u2028' || c === '\u2029';
            return special ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c;
        })
        .join('');
    if (JSON.parse(`"${literal}"`) !== characters) throw new Error(`no literal of ${characters}`);
    return literal;
}

// ---- URLs (WHATWG URL, RFC 3986) ----

const schemes = ['http', 'https', 'mailto', 'tel', 'sms', 'ftp'];
export const BASE = 'https://page.example/dir/page';

export function isSafeURL(text) {
    const scheme = /^[^/?#:]*:/.exec(text.replace(/^[\0-\x20]+/, ''));
    return !scheme || schemes.includes(scheme[0].slice(0, -1).toLowerCase());
}

// What a browser would do with it: whether the scheme is one that runs nothing.
export function runsNothing(attribute) {
    let url;
    try {
        url = new URL(attribute, BASE);
    } catch {
        return true;
    }
    return schemes.includes(url.protocol.slice(0, -1)) || url.href.startsWith(REFUSED);
}

const hex = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const percent = (text, plain) =>
    text.replace(/[^]/gu, (c) => (plain.test(c) ? c : [...Buffer.from(c, 'utf8')].map(hex).join('')));

// Right behind the "/" that a URL begins with, where a second one would begin a host.
function inRoot(characters, next) {
    if (characters === '') return '.';
    return percent(characters, /[A-Za-z0-9._~/:@+=;!*-]/).replace(/^\//, '%2F');
}

// Whether what stands next names the host.
const isHost = (before) => /^[\0-\x20]*(https?:|ftp:|[/\\][\t\r\n]*[/\\])[/\\]*[^/\\?#]*$/i.test(before);

// Attribute values of URLs: `parts` is what stands between the holes.
export function urlOf(parts, { text, characters, safe }) {
    let out = parts[0],
        before = parts[0];
    for (const part of parts.slice(1)) {
        if (before.trim() === '' && out === parts[0]) out += safe ? text : REFUSED;
        else if (/[?#]/.test(before)) out += percent(characters, /[A-Za-z0-9._~-]/);
        else if (isHost(before)) out += percent(characters, /[A-Za-z0-9._~-]/);
        else if (/^[\0-\x20]*[/\\][\t\r\n]*$/.test(before)) out += inRoot(characters, part);
        else if (/[/:]/.test(before)) out += percent(characters, /[A-Za-z0-9._~/:@+=;!*-]/);
        else out += percent(characters, /[A-Za-z0-9._~/@+=;!*-]/);
        out += part;
        before += before.trim() === '' ? part : `x${part}`; // the value that a URL begins with may be empty
    }
    return out;
}

// ---- Lists of images (HTML, 4.8.4.2.1), as browsers read them: their URLs ----

export function urlsOfSrcset(text) {
    const urls = [];
    let at = 0;
    for (;;) {
        while (at < text.length && /[\t\n\f\r ,]/.test(text[at])) at++;
        if (at >= text.length) return urls;
        let url = /^[^\t\n\f\r ]*/.exec(text.slice(at))[0];
        at += url.length;
        if (url.endsWith(',')) {
            urls.push(url.replace(/,+$/, ''));
            continue;
        }
        urls.push(url);
        for (let depth = 0; at < text.length && !(text[at] === ',' && depth === 0); at++) {
            if (text[at] === '(') depth = 1;
            if (text[at] === ')') depth = 0;
        }
    }
}

// ---- Styles ----

export const isStyleValue = (value, characters) =>
    /^[A-Za-z0-9 !#%,.+_\u0080-\u{10ffff}-]*$/u.test(characters) &&
    !characters.includes('--') &&
    value.equals(Buffer.from(characters, 'utf8'));
