// No hole is broken out of: every hole of views/contexts.html, filled with hostile values, each page read by a parser of HTML.
//
//     node tests/escape/check.mjs RENDER [--random COUNT] [--seed N] [--lists FOLDER] [--part I/N]
//
// RENDER is the program that renders the view. The tree has to be the one that a harmless value gives, and each value, read
// back from where it was put, the one that went in: texts by the parser, URLs by the URL parser, scripts by running them (of
// random values one in sixteen), style sheets by a tokenizer. --lists adds every line of every file in a folder to the values.
import { Breach, compare, model, reading } from './compare.mjs';
import { HARMLESS } from './reading.mjs';
import { load, renderer } from './render.mjs';
import { choose } from './values.mjs';

const { parse } = await load('parse5');

const { program, values } = choose();
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

const shown = (value) =>
    value === null
        ? 'an absent value'
        : `${JSON.stringify(value.toString('latin1')).slice(0, 200)} (${value.toString('hex').slice(0, 120)})`;

function check(value, random, page) {
    const v = reading(value, random && count % 16 !== 0);
    const html = decoder.decode(page);
    for (const mode of modes) {
        if (!mode.scriptingEnabled && count % 16 !== 0) continue;
        try {
            compare(mode.model, parse(html, mode), v);
        } catch (error) {
            if (!(error instanceof Breach)) throw error;
            const what = error.message.slice(0, 600),
                where = what.split(/: |, /)[0];
            const seen = breaches.get(where) ?? { first: `${what}\n    by ${shown(value)}`, times: 0 };
            breaches.set(where, { ...seen, times: seen.times + 1 });
        }
    }
    count++;
}

const DEPTH = 64; // pages on their way
const pending = [];
for (const [value, random] of values()) {
    pending.push([value, random, render.page([value])]);
    if (pending.length < DEPTH) continue;
    const [first, whether, page] = pending.shift();
    check(first, whether, await page);
}
for (const [value, random, page] of pending) check(value, random, await page);
render.end();
for (const { first, times } of breaches.values()) console.log(`${first}, the first of ${times}`);
console.log(`${count} values in ${holes} holes, ${breaches.size} of them broken out of`);
process.exitCode = breaches.size > 0 ? 1 : 0;
