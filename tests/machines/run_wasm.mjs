// Runs a module of WASI as a program: run_wasm.mjs MODULE. It reads standard input, and files below this folder.
//
// With --lint, MODULE is build/wasm/animproof.wasm, as a page has it: for each path of standard input, what it says as
// JSON of the bytes, as a line of tests/machines/verbs.c.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const words = process.argv.slice(2);
const lint = words[0] === '--lint';
const path = words[lint ? 1 : 0];
const wasi = new WASI({ version: 'preview1', args: [path], preopens: { '.': '.' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(path));
const imports = { wasi_snapshot_preview1: wasi.wasiImport }; // getImportObject is not in each version of Node
const instance = await WebAssembly.instantiate(module, imports);

function hash(bytes) { // FNV-1a
    let value = 14695981039346656037n;
    for (const byte of bytes)
        value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 1099511628211n);
    return value.toString(16).padStart(16, '0');
}

function put(bytes) {
    const at = instance.exports.animproof_room(bytes.length + 1);
    const room = new Uint8Array(instance.exports.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
}

function lintAll() {
    const { memory, animproof_lint: judge, animproof_let_go: letGo } = instance.exports;
    const reporter = put(Buffer.from('json'));
    wasi.initialize(instance);
    for (const name of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
        const bytes = readFileSync(name);
        const rooms = [put(Buffer.from(name)), put(bytes)];
        const text = judge(rooms[0], rooms[1], bytes.length, reporter);
        const said = new Uint8Array(memory.buffer, text);
        console.log(`${hash(said.subarray(0, said.indexOf(0)))} page ${name}`);
        [...rooms, text].forEach(letGo);
    }
}

if (lint)
    lintAll();
else
    process.exitCode = wasi.start(instance);
