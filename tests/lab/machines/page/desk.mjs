// Runs the page's code (web/page/module.js, outermost.js, desk.js) without a browser: desk.mjs findings|poses MODULE
//
// findings: standard input has the paths of a dropped folder, one a line; prints the findings of each file as a line of JSON.
// poses: each line has a path, a frame and the paths of further files, separated by tabs; prints the points of the picture, and
// which part of the file it shows, as a line of JSON.
import { readFileSync } from 'node:fs';

const [verb, module] = process.argv.slice(2);
const code = ['module.js', 'outermost.js', 'desk.js'].map(name => readFileSync(new URL(`../../../../web/page/${name}`, import.meta.url), 'utf8'));
const desk = new (new Function(`'use strict'; ${code.join('')} return Desk;`)())();
const lines = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const fileOf = fromFolder => name => ({ name, fromFolder, blob: { // read on demand, as in a browser
    slice: (from, to) => new Blob([readFileSync(name).subarray(from, to)]),
    arrayBuffer: async () => readFileSync(name),
} });

async function findings() {
    await desk.call('add', { files: lines.map(fileOf(true)) });
    for (let file = 0; file < lines.length; file++)
        console.log(JSON.stringify({ file: lines[file], ...await desk.call('lint', { file }) }));
}

async function poses() {
    for (const line of lines) {
        const [path, frame, ...others] = line.split('\t');
        await desk.call('clear');
        await desk.call('add', { files: [path, ...others].map(fileOf(false)) });
        const { picture } = await desk.call('view', { file: 0 });
        const shown = picture && await desk.call('show', { moment: Number(frame) });
        console.log(JSON.stringify({ path, frame, drawn_part: picture && picture.drawn_part, points: shown && [...shown.points] }));
    }
}

await desk.call('start', { wasm: readFileSync(module) });
await { findings, poses }[verb]();
