// Implements the extension for VS Code: a client of `animproof lsp`, and a preview of files by `animproof view`.
'use strict';
const { workspace, window, commands, Uri, ViewColumn, Range, Selection } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { execFile } = require('node:child_process');
const { mkdtemp, readFile, rm } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { join, resolve, dirname } = require('node:path');
const { previewPage } = require('./preview_page.js');

let client;
const panels = new Map(); // panels of previews by the path of the file

const settings = () => workspace.getConfiguration('animproof');

// Runs a program, and returns its standard output. Fails with its standard error if it does not exit with 0.
function runProgram(program, words, folder) {
    return new Promise((done, fail) => {
        execFile(program, words, { cwd: folder }, (error, out, said) => {
            if (error)
                fail(new Error(said.trim() || error.message));
            else
                done(out);
        });
    });
}

// Returns the page of `animproof view` for a file on the disk.
async function pageOf(path) {
    const folder = await mkdtemp(join(tmpdir(), 'animproof-'));
    try {
        const page = join(folder, 'page.html');
        await runProgram(settings().get('program'), ['view', '-o', page, '--', path], dirname(path));
        return previewPage(await readFile(page, 'utf8'));
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

// Shows the line of a finding in the editor. The page names files relative to the folder of the previewed file.
async function revealFinding(path, { file, line, column }) {
    if (line === null)
        return;
    const editor = await window.showTextDocument(Uri.file(resolve(dirname(path), file)), { viewColumn: ViewColumn.One, preserveFocus: true });
    const place = new Range(line - 1, column - 1, line - 1, column - 1);
    editor.selection = new Selection(place.start, place.end);
    editor.revealRange(place);
}

async function refreshPreview(path) {
    try {
        const html = await pageOf(path);
        if (panels.has(path))
            panels.get(path).webview.html = html;
    } catch (error) {
        window.showErrorMessage(`animproof view: ${error.message}`);
    }
}

async function showPreview(address) {
    const path = (address ?? window.activeTextEditor?.document.uri)?.fsPath;
    if (path === undefined)
        return;
    if (panels.has(path)) {
        panels.get(path).reveal();
    } else {
        const panel = window.createWebviewPanel('animproof.preview', `Preview ${path.split(/[\\/]/).pop()}`, ViewColumn.Beside,
            { enableScripts: true, retainContextWhenHidden: true });
        panels.set(path, panel);
        panel.webview.onDidReceiveMessage(finding => revealFinding(path, finding));
        panel.onDidDispose(() => panels.delete(path));
    }
    await refreshPreview(path);
}

exports.activate = context => {
    context.subscriptions.push(
        commands.registerCommand('animproof.preview', showPreview),
        workspace.onDidSaveTextDocument(document => panels.has(document.uri.fsPath) && refreshPreview(document.uri.fsPath)));
    const server = { command: settings().get('program'), args: ['lsp', ...settings().get('arguments')] };
    client = new LanguageClient('animproof', 'Animproof', server, { documentSelector: [{ scheme: 'file', language: 'md5' }] });
    return client.start();
};

exports.deactivate = () => client?.stop();
