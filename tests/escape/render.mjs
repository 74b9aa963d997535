// The renderer as a function, and the libraries that are fetched into build/escape.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.cwd(), 'build/escape/'));
export const load = (name) => import(pathToFileURL(require.resolve(name)));

// `program` is what render.c became.
export function renderer(program) {
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
    child.stdin.on('error', () => {}); // told by its end
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
