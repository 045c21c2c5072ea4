// Tests the unpacked extension for VS Code: vscode_extension.mjs FOLDER LIBRARIES PROGRAM PAGE. Prints `N passed, N failed`.
//
// LIBRARIES is a folder with node_modules. PAGE is a page as `animproof view` writes it. The grammar is run by VS Code's own libraries, the
// problem matcher on output of the program, and the extension with a stub of VS Code.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, libraries, program, page] = process.argv.slice(2).map(word => resolve(word));
let passed = 0, failed = 0;
function check(condition, what) {
    passed += condition ? 1 : 0;
    failed += condition ? 0 : 1;
    if (!condition)
        console.log(`FAILED: ${what}`);
}
const load = createRequire(join(libraries, 'package.json'));
const parsed = name => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const about = parsed('package.json');

check(`animproof ${about.version}\n` === execFileSync(program, ['--version'], { encoding: 'utf8' }), 'the version is that of the program');
for (const name of [about.main, about.contributes.languages[0].configuration, about.contributes.grammars[0].path, 'LICENSE.txt', 'readme.md'])
    check(existsSync(join(folder, name)), `the file ${name} is there`);
parsed('language-configuration.json');

// Returns [text, scope] of the tokens of a text.
async function tokens(text) {
    const { loadWASM, OnigScanner, OnigString } = load('vscode-oniguruma');
    await loadWASM(readFileSync(load.resolve('vscode-oniguruma/release/onig.wasm')));
    const { Registry, INITIAL } = load('vscode-textmate');
    const registry = new Registry({
        onigLib: Promise.resolve({ createOnigScanner: words => new OnigScanner(words), createOnigString: word => new OnigString(word) }),
        loadGrammar: async () => parsed(about.contributes.grammars[0].path),
    });
    const grammar = await registry.loadGrammar(about.contributes.grammars[0].scopeName);
    const found = [];
    let state = INITIAL;
    for (const line of text.split('\n')) {
        const { tokens: list, ruleStack } = grammar.tokenizeLine(line, state);
        state = ruleStack;
        for (const { startIndex, endIndex, scopes } of list)
            found.push([line.slice(startIndex, endIndex).trim(), scopes.at(-1)]);
    }
    return found.filter(([word]) => word !== '');
}

const TEXT = `MD5Version 10 // made "here"
commandline "a \\"b\\" 12"
/* numJoints 3
frame */ numJoints 2
hierarchy {
\t"origin"\t-1 63 0\t// hips
}
frame 12 {
 -1.5e-3 .25 ( 4. )
}
mesh {
 vert 0 ( 0.5 1 ) 0 1
}`;
const WANTED = [['MD5Version', 'keyword.other.md5'], ['10', 'constant.numeric.md5'], ['// made "here"', 'comment.line.double-slash.md5'],
    ['\\"', 'constant.character.escape.md5'], ['12', 'constant.numeric.md5'], ['numJoints 3', 'comment.block.md5'], ['numJoints', 'keyword.other.md5'],
    ['hierarchy', 'entity.name.section.md5'], ['origin', 'string.quoted.double.md5'], ['-1', 'constant.numeric.md5'], ['frame', 'entity.name.section.md5'],
    ['-1.5e-3', 'constant.numeric.md5'], ['.25', 'constant.numeric.md5'], ['4.', 'constant.numeric.md5'], ['{', 'punctuation.section.md5'],
    ['mesh', 'entity.name.section.md5'], ['vert', 'keyword.control.md5'], ['// hips', 'comment.line.double-slash.md5']];
const found = await tokens(TEXT);
for (const [word, scope] of WANTED)
    check(found.some(one => one[0] === word && one[1] === scope), `${word} is ${scope}: ${JSON.stringify(found.filter(one => one[0] === word))}`);
const golden = await tokens(readFileSync('golden/md5anim/valid/joints-2.md5anim', 'utf8'));
check(golden.every(([, scope]) => scope !== 'source.md5'), `each token of a valid file has a colour: ${golden.filter(one => one[1] === 'source.md5').slice(0, 5)}`);

const { regexp, ...groups } = about.contributes.problemMatchers[0].pattern;
const bad = 'golden/md5anim/bad/parent-order__self.md5anim';
const lines = spawnSync(program, ['lint', '--no-config', '--format', 'gcc', bad], { encoding: 'utf8' }).stdout.trim().split('\n');
const first = new RegExp(regexp).exec(lines[0]) ?? [];
check(first[groups.file] === bad && first[groups.line] === '12' && first[groups.column] === '15' && first[groups.severity] === 'error'
    && first[groups.code] === 'md5anim/parent-order', `the problem matcher: ${lines[0]}`);
check(lines.every(line => new RegExp(regexp).test(line)), 'the problem matcher takes each line');

const loadInExtension = createRequire(join(folder, 'package.json'));
const { previewPage } = loadInExtension('./preview_page.js');
const shown = previewPage(readFileSync(page, 'utf8'));
check(/script-src 'sha256-[^']+' 'sha256-/.test(shown) && shown.indexOf('acquireVsCodeApi') < shown.indexOf('</head>'), 'the page has the script and its hash');

// A stub of the module vscode: every member, and every member of a member, is the stub again. `registered` gets the ids of the commands
// that the extension registers. The client of the language server is a stub, too: its library is loaded, but starts no server.
const registered = [];
const stub = new Proxy(class {}, {
    get: (target, name) => (name === 'registerCommand' ? command => registered.push(command)
        : name === 'version' ? '1.90.0' : name === Symbol.toPrimitive ? () => '' : name === 'prototype' ? target.prototype : stub),
    apply: () => stub,
    construct: () => ({}),
});
const loadFile = Module._load;
Module._load = (name, ...more) => (name === 'vscode' ? stub : loadFile(name, ...more));
loadInExtension('vscode-languageclient/node').LanguageClient = class { async start() {} };
const extension = loadInExtension(about.main);
check(typeof extension.activate === 'function' && typeof extension.deactivate === 'function', 'the extension loads with its libraries');
await extension.activate({ subscriptions: [] });
const commands = about.contributes.commands.map(({ command }) => command);
check(JSON.stringify(registered.sort()) === JSON.stringify(commands.sort()), `the commands of package.json are registered: ${commands}; ${registered}`);

console.log(`vscode_extension.mjs: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
