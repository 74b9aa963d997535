// The same holes in a browser: what Chromium makes of hostile values.
//
//     node tests/escape/browse.mjs RENDER [--random COUNT] [--seed N] [--lists FOLDER] [--browser PROGRAM]
//
// Pages of many values are served on a port of 127.0.0.1 and opened. No script of a value runs: nothing reaches the traps that are
// laid, no dialog opens, no script fails; scripts and handlers, which are clicked, get each value as it was; links that Chromium
// says run something are clicked, too; styles hold their declarations and strings; and the tree is what check.mjs wants it to be.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Breach, compare, filled, model, reading, same } from './compare.mjs';
import { HARMLESS, isSafeURL } from './reading.mjs';
import { renderer } from './render.mjs';
import { choose } from './values.mjs';

const PER_PAGE = 24;
const { program, options, values } = choose({ browser: 'chromium' });

// ---- Pages to open: each once, whatever its frames ask for ----

const pages = new Map();
const server = createServer((request, response) => {
    const page = pages.get(request.url);
    pages.delete(request.url);
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

// ---- The browser: the DevTools protocol over a pipe ----

function open(browser) {
    const profile = mkdtempSync(join(process.cwd(), 'build/escape/profile-'));
    const flags = [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-extensions',
    ];
    const hosts = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
    const child = spawn(
        browser,
        [...flags, hosts, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'],
        {
            stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
        },
    );
    const answers = new Map(),
        listeners = [];
    let last = 0,
        text = '';
    child.stdio[4].setEncoding('utf8').on('data', (chunk) => {
        const all = (text + chunk).split('\0');
        text = all.pop();
        for (const message of all.map((one) => JSON.parse(one))) {
            if (message.id) answers.get(message.id)(message);
            else listeners.forEach((listener) => listener(message));
        }
    });
    const gone = new Promise((resolve) => child.on('exit', resolve));
    return {
        listen: (listener) => listeners.push(listener),
        send: (method, params = {}, sessionId) =>
            new Promise((resolve, reject) => {
                const id = ++last;
                answers.set(id, (answer) =>
                    answer.error ? reject(new Error(`${method}: ${answer.error.message}`)) : resolve(answer.result),
                );
                child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
            }),
        close: async () => {
            child.stdio[3].write(`${JSON.stringify({ id: ++last, method: 'Browser.close' })}\0`);
            answers.set(last, () => {});
            await gone;
            rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        },
    };
}

// ---- What runs in the page ----

// Before any script of it.
const traps = `
window.escaped = [];
for (const name of ['pwned', 'alert', 'confirm', 'prompt', 'print'])
    Object.defineProperty(window, name, { value: () => { top.escaped.push(name); }, writable: false });
`;

function examine() {
    const attribute = (one) => ({ name: one.localName, prefix: one.prefix ?? '', value: one.value });
    const tree = (node) => {
        if (node.nodeType === 3) return { nodeName: '#text', value: node.data };
        if (node.nodeType === 8) return { nodeName: '#comment', data: node.data };
        const out = {
            nodeName: node.localName,
            tagName: node.localName,
            namespaceURI: node.namespaceURI,
            attrs: [...node.attributes].map(attribute),
        };
        if (out.nodeName === 'template') out.content = { childNodes: [...node.content.childNodes].map(tree) };
        else out.childNodes = [...node.childNodes].map(tree);
        return out;
    };
    const sections = [...document.body.children].filter((one) => one.localName === 'section');
    const trees = sections.map(tree);
    const scripts = got;
    const safe = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'ftp:'];
    const odd = [];
    const one = (section) => {
        got = [];
        for (const button of section.querySelectorAll('button[onclick]')) button.click();
        const clicked = got;
        for (const link of section.querySelectorAll('a[href], area[href]')) {
            if (!link.protocol || safe.includes(link.protocol) || link.protocol === ':') continue;
            if (!link.href.startsWith('about:invalid#weft')) odd.push(link.href);
            link.target = 'sink';
            link.click();
        }
        const names = {
            FORM: 'action',
            BUTTON: 'formAction',
            OBJECT: 'data',
            EMBED: 'src',
            IFRAME: 'src',
            VIDEO: 'src',
            IMG: 'currentSrc',
            INPUT: 'src',
        };
        for (const element of section.querySelectorAll(Object.keys(names).join())) {
            const url = element[names[element.tagName]];
            if (
                /^[\0-\x20]*[a-z][a-z0-9+.-]*:/i.test(url) &&
                URL.canParse(url) &&
                !safe.includes(new URL(url).protocol) &&
                !url.startsWith('about:invalid#weft') &&
                url !== 'about:blank'
            )
                odd.push(url);
        }
        const declared = (style) => [...style].map((name) => [name, style.getPropertyValue(name)]);
        const styles = [...section.querySelectorAll('div[style]')].map((element) => declared(element.style));
        const sheets = [...section.querySelectorAll('style')].map((element) =>
            [...element.sheet.cssRules].map((rule) => [rule.selectorText, declared(rule.style)]),
        );
        return { clicked, styles, sheets };
    };
    return { trees, scripts, odd, sections: sections.map(one) };
}

// ---- What it has to be ----

// The strings of a declaration's value as CSSOM writes them: only quotes, backslashes and control bytes are escaped.
const plainCSS = (text) =>
    text.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gis, (_, hex, one) =>
        hex ? String.fromCodePoint(parseInt(hex, 16)) : one,
    );

// A declaration stays, and its string is the value; a value itself (colours, widths) may be no valid one, and URLs are compared elsewhere.
function compareStyle(name, got, wanted, v) {
    const all = new Map(got);
    for (const [property, model] of wanted) {
        if (property.startsWith('background')) {
            const url = /url\("((?:[^"\\]|\\.)*)"\)/s.exec(all.get(property) ?? '');
            if (url)
                same(
                    `${name} ${property}`,
                    isSafeURL(plainCSS(url[1])) || plainCSS(url[1]).startsWith('about:invalid#weft'),
                    true,
                    url[0],
                );
            continue;
        }
        if (property.startsWith('margin') || (property === 'color' && model !== 'red')) continue;
        const fits =
            plainCSS(all.get(property) ?? '') === plainCSS(model).split(HARMLESS).join(v.characters) ||
            (property === 'font-family' && all.has(property));
        if (!fits)
            throw new Breach(
                `${name} ${property}: ${JSON.stringify(all.get(property))} where ${JSON.stringify(model)} has the value`,
            );
    }
    const more = got.map(([property]) => property).filter((property) => !wanted.some(([known]) => known === property));
    same(
        `${name}, declarations more`,
        more.filter((property) => !/^(color|margin|background)/.test(property)).join(),
        '',
    );
}

const browser = open(options.browser);
const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
const call = (method, params) => browser.send(method, params, sessionId);
const heard = [];
let loaded = () => {};
browser.listen(({ method, params, sessionId: whose }) => {
    if (method === 'Page.javascriptDialogOpening') {
        heard.push(`a dialog: ${params.message}`);
        browser.send('Page.handleJavaScriptDialog', { accept: false }, whose);
    }
    if (method === 'Runtime.exceptionThrown')
        heard.push(
            `a script failed: ${params.exceptionDetails.exception?.description ?? params.exceptionDetails.text}`,
        );
    if (method === 'Page.loadEventFired') loaded();
});
for (const domain of ['Page', 'Runtime']) await call(`${domain}.enable`);
await call('Page.addScriptToEvaluateOnNewDocument', { source: traps });

let number = 0;
async function visit(html) {
    const path = `/page/${++number}`;
    pages.set(path, html);
    heard.length = 0;
    const done = new Promise((resolve) => (loaded = resolve));
    await call('Page.navigate', { url: origin + path });
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 20000))]);
    const evaluate = async (expression) => {
        const answer = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
        if (answer.exceptionDetails)
            throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
        return answer.result.value;
    };
    const found = await evaluate(`(${examine})()`);
    found.escaped = await evaluate('new Promise((resolve) => setTimeout(() => resolve(escaped), 20))'); // once more round the loop
    return { ...found, heard: [...heard] };
}

// ---- All of it ----

const render = renderer(program);
const empty = await visit(await render.page([Buffer.from(HARMLESS)]));
const wanted = model(empty.trees[0], null, '');
const modules = 1; // scripts that run behind all others, each with one call
const breaches = new Map();
let count = 0;

function judge(found, batch) {
    const breach = (what) => {
        const key = what.split(':')[0];
        if (!breaches.has(key)) breaches.set(key, what.slice(0, 800));
    };
    const trying = (value, work) => {
        try {
            work();
        } catch (error) {
            if (!(error instanceof Breach)) throw error;
            breach(`${error.message}\n    by ${value && JSON.stringify(value.toString('latin1'))}`);
        }
    };
    const where = () => batch.map((value) => JSON.stringify(value.toString('latin1')).slice(0, 60)).join(' ');
    if (found.escaped.length > 0) breach(`a value ran: ${found.escaped.join()} by one of ${where()}`);
    for (const what of found.heard) breach(`${what}\n    by one of ${where()}`);
    for (const url of found.odd) breach(`a URL that runs something: ${url}`);
    const calls = empty.scripts.length - modules;
    trying(null, () => same('the number of sections', found.trees.length, batch.length));
    batch.forEach((value, i) => {
        const v = reading(value, true),
            section = found.sections[i];
        if (!section) return;
        trying(value, () => compare(wanted, found.trees[i], v));
        trying(value, () => {
            const ran = [
                ...found.scripts.slice(i * calls, (i + 1) * calls),
                ...found.scripts.slice(batch.length * calls + i * modules, batch.length * calls + (i + 1) * modules),
            ];
            same('what scripts got', JSON.stringify(ran), filled(empty.scripts, v.characters));
            same('what handlers got', JSON.stringify(section.clicked), filled(empty.sections[0].clicked, v.characters));
            const { styles, sheets } = empty.sections[0];
            same('the number of styles', section.styles.length, styles.length);
            styles.forEach((style, at) => compareStyle('a style attribute', section.styles[at], style, v));
            same('the number of sheets', section.sheets.length, sheets.length);
            sheets.forEach((sheet, at) => {
                same('the number of rules', section.sheets[at].length, sheet.length);
                sheet.forEach(([selector, style], rule) => {
                    same('a selector', section.sheets[at][rule][0], selector);
                    compareStyle(`the style of ${selector}`, section.sheets[at][rule][1], style, v);
                });
            });
        });
    });
    count += batch.length;
}

let batch = [];
async function flush() {
    if (batch.length > 0) judge(await visit(await render.page(batch)), batch);
    batch = [];
}
for (const [value] of values()) {
    if (value === null || value.length > 2000) continue;
    batch.push(value);
    if (batch.length === PER_PAGE) await flush();
}
await flush();
render.end();
server.close();
server.closeAllConnections();
await browser.close();
for (const what of breaches.values()) console.log(what);
console.log(`${count} values in a browser, ${breaches.size} breaches`);
process.exitCode = breaches.size > 0 ? 1 : 0;
