// The page's own desk (web/page/module.js, desk.js) without a browser: desk.mjs findings|poses MODULE
//
// findings: standard input has a path a line, as a page gets them of a folder that is dropped; each file's findings are
// printed as a line of JSON. poses: a path and a frame a line, with a tab between them, each file alone with the files that
// follow it after further tabs; printed are the points of the picture, and what it is of.
import { readFileSync } from 'node:fs';

const [verb, module] = process.argv.slice(2);
const code = ['module.js', 'desk.js'].map(name => readFileSync(new URL(`../../../web/page/${name}`, import.meta.url), 'utf8'));
const desk = new (new Function(`'use strict'; ${code.join('')} return Desk;`)())();
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const fileOf = fromFolder => name => ({ name, fromFolder, blob: { // read when it is asked for, as a browser does
    slice: (from, to) => new Blob([readFileSync(name).subarray(from, to)]),
    arrayBuffer: async () => readFileSync(name),
} });

async function findings() {
    await desk.ask('add', { files: lines.map(fileOf(true)) });
    for (let file = 0; file < lines.length; file++)
        console.log(JSON.stringify({ file: lines[file], ...await desk.ask('lint', { file }) }));
}

async function poses() {
    for (const line of lines) {
        const [path, frame, ...others] = line.split('\t');
        await desk.ask('clear');
        await desk.ask('add', { files: [path, ...others].map(fileOf(false)) });
        const { picture } = await desk.ask('view', { file: 0 });
        const shown = picture && await desk.ask('show', { moment: Number(frame) });
        console.log(JSON.stringify({ path, frame, until: picture && picture.until, points: shown && [...shown.points] }));
    }
}

await desk.ask('start', { wasm: readFileSync(module) });
await { findings, poses }[verb]();
