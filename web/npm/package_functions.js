// Implements the functions of the npm package. make_npm.py puts this file after web/page/module.js, which has the class Animproof.
import { readModule } from '#read-module';

export const version = '@version@';

let made;

// Returns a promise of the module, which is read at the first call.
function engine() {
    made ??= readModule().then(bytes => Animproof.make(bytes));
    made.catch(() => { made = undefined; });
    return made;
}

// Calls `use` with the module. After an error, the next call makes a new module, since the memory of this one may be inconsistent.
async function withEngine(use) {
    const module = await engine();
    try {
        return use(module);
    } catch (error) {
        made = undefined;
        throw error;
    }
}

function bytesOf(content) {
    if (typeof content === 'string')
        return new TextEncoder().encode(content);
    if (ArrayBuffer.isView(content))
        return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
    if (content instanceof ArrayBuffer)
        return new Uint8Array(content);
    throw new TypeError('the content of a file must be a string, an ArrayBuffer or a view of an ArrayBuffer');
}

function checkedFile(content, name) {
    if (typeof name !== 'string')
        throw new TypeError('the name of a file must be a string');
    return { bytes: bytesOf(content), name };
}

// Adds a file to the set of the module, and returns its number.
function addFile(module, { bytes, name }) {
    const file = module.add(name, false);
    if (file < 0)
        throw new Error('memory ran out');
    module.hold(file, bytes);
    return file;
}

// Returns the report of one file of a run. A file that was skipped, such as an empty file, has the reason as its error.
function fileReport({ files, skipped }, { bytes, name }) {
    return files[0] ?? {
        file: name, format: null, layout: null, size: bytes.length, valid: false, skipped_checks: 0, error: skipped[0].reason, findings: [],
    };
}

export async function lint(bytes, name = '', { companion } = {}) {
    const given = checkedFile(bytes, name);
    const other = companion && checkedFile(companion.bytes, companion.name ?? '');
    return withEngine(module => {
        module.clear();
        const file = addFile(module, given);
        if (other)
            module.pair(file, addFile(module, other));
        const report = module.lint(file);
        module.clear();
        return { ...fileReport(report, given), companionReport: report.files[1] ?? null };
    });
}

export async function rules() {
    return withEngine(module => Object.entries(module.rules()).map(([id, rule]) => ({ id, ...rule })));
}
