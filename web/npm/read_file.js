// Reads the WebAssembly module from the folder of the package, in Node.js.
import { readFile } from 'node:fs/promises';

export const readModule = () => readFile(new URL('./animproof.wasm', import.meta.url));
