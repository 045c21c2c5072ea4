// Runs a WASI module as a program: run_wasm.mjs MODULE. The program reads standard input and files below the current folder.
//
// run_wasm.mjs --lint build/wasm/animproof.wasm calls the module as a page does: for each path on standard input, prints a hash
// of the JSON report, in the format of tests/lab/machines/verbs.c.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const words = process.argv.slice(2);
const lint = words[0] === '--lint';
const path = words[lint ? 1 : 0];
const wasi = new WASI({ version: 'preview1', args: [path], preopens: { '.': '.' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(path));
const imports = { wasi_snapshot_preview1: wasi.wasiImport }; // older versions of Node have no getImportObject
const instance = await WebAssembly.instantiate(module, imports);

function hash(bytes) { // FNV-1a
    let value = 14695981039346656037n;
    for (const byte of bytes)
        value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 1099511628211n);
    return value.toString(16).padStart(16, '0');
}

function copyToModule(bytes) {
    const at = instance.exports.animproof_room(bytes.length + 1);
    const room = new Uint8Array(instance.exports.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
}

function lintAll() {
    const { memory, animproof_lint: lintBytes, animproof_let_go: letGo } = instance.exports;
    const reporter = copyToModule(Buffer.from('json'));
    wasi.initialize(instance);
    for (const name of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
        const bytes = readFileSync(name);
        const rooms = [copyToModule(Buffer.from(name)), copyToModule(bytes)];
        const text = lintBytes(rooms[0], rooms[1], bytes.length, reporter);
        const report = new Uint8Array(memory.buffer, text);
        console.log(`${hash(report.subarray(0, report.indexOf(0)))} page ${name}`);
        [...rooms, text].forEach(letGo);
    }
}

if (lint)
    lintAll();
else
    process.exitCode = wasi.start(instance);
