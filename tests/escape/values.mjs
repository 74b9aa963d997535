// What a program of this folder is asked for on its command line: RENDER and --name value pairs; and the values that follow from it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostile, random } from './hostile.mjs';

// Every line of every file in a folder, as bytes; of a file of JSON, every text.
function lists(folder) {
    const lines = (all) =>
        [...new Set(all.toString('latin1').split(/\r?\n/))].map((line) => Buffer.from(line, 'latin1'));
    const texts = (all) => JSON.parse(all).map((text) => Buffer.from(text, 'utf8'));
    const files = readdirSync(folder).sort();
    return files.flatMap((file) => (file.endsWith('.json') ? texts : lines)(readFileSync(join(folder, file))));
}

// `more`: options besides those of values, with their defaults.
export function choose(more = {}) {
    const options = { random: 0, seed: 1, lists: null, part: '0/1', ...more };
    const [program, ...rest] = process.argv.slice(2);
    for (let i = 0; i + 1 < rest.length; i += 2) options[rest[i].slice(2)] = rest[i + 1];
    const [part, of] = options.part.split('/').map(Number);
    // Pairs: a value, null for an absent one, and whether it is a random one.
    function* values() {
        const all = [null, ...hostile(), ...(options.lists ? lists(options.lists) : [])];
        for (const value of all.filter((_, i) => i % of === part)) yield [value, false];
        const endless = random(Number(options.seed) * 1000 + part);
        for (let left = Math.ceil(options.random / of); left > 0; left--) yield [endless.next().value, true];
    }
    return { program, options, values };
}
