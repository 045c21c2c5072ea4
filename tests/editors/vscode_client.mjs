// Runs a session of `animproof lsp` with VS Code's own library of the protocol (npm package vscode-languageserver-protocol), without an
// editor. Arguments: the folder with node_modules, the program. The library refuses messages that are not of the protocol.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import assert from "node:assert/strict";

const [packages, program] = process.argv.slice(2);
const lsp = createRequire(resolve(packages) + "/")("vscode-languageserver-protocol/node");

const head = 'MD5Version 10\ncommandline ""\n\nnumFrames 1\nnumJoints 2\nframeRate 2400\nnumAnimatedComponents 0\n\n';
const joints = 'hierarchy {\n\t"root" -1 0 0\n\t"hips" 7 0 0\n}\n\n';
const frames = "bounds {\n\t( -1,5 -1 -1 ) ( 1 1 1 )\n}\n\nbaseframe {\n\t( 0 0 0 ) ( 0 0 0 )\n\t( 0 0 0 ) ( 0 0 0 )\n}\n\nframe 0 {\n}\n";
const uri = "file:///absent/walk.md5anim";
const document = { uri };
const at = (line, character) => ({ line, character });
const whole = lsp.Range.create(0, 0, 99, 0);

const child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const exit = new Promise((done) => child.on("exit", done));
const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin));
const wrong = [], published = [], shown = [];
let registered, refreshed = 0;
connection.onError((error) => wrong.push(error));
connection.onUnhandledNotification((message) => wrong.push(message));
connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => published.push(params));
connection.onNotification(lsp.ShowMessageNotification.type, (params) => shown.push(params));
connection.onRequest(lsp.RegistrationRequest.type, (params) => { registered = params; });
connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => { refreshed++; });
connection.listen();

// The capabilities of VS Code that the server looks at.
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: { diagnostic: { dynamicRegistration: false }, publishDiagnostics: { relatedInformation: true }, completion: {} },
  workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true }, diagnostics: { refreshSupport: true } },
};
const { capabilities: server, serverInfo } = await connection.sendRequest(lsp.InitializeRequest.type, { processId: null, rootUri: null, capabilities, workspaceFolders: null });
assert.equal(serverInfo.name, "animproof");
assert.equal(server.positionEncoding, lsp.PositionEncodingKind.UTF16);
assert.equal(server.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
assert.equal(server.diagnosticProvider.interFileDependencies, true);
await connection.sendNotification(lsp.InitializedNotification.type, {});
await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: "md5", version: 1, text: head + joints + frames } });

const pull = (previousResultId) => connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument: document, previousResultId });
const first = await pull();
assert.equal(first.kind, lsp.DocumentDiagnosticReportKind.Full);
assert.deepEqual(first.items.map((one) => one.code).sort(), ["md5anim/decimal-comma", "md5anim/parent-order"]);
assert.ok(first.items.every((one) => lsp.Diagnostic.is(one)));
assert.equal((await pull(first.resultId)).kind, lsp.DocumentDiagnosticReportKind.Unchanged);
assert.equal(registered.registrations[0].method, lsp.DidChangeWatchedFilesNotification.method);

const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument: document, position: at(10, 8) });
assert.ok(lsp.Hover.is(hover) && hover.contents.value.includes("md5anim/parent-order"));
const completed = await connection.sendRequest(lsp.CompletionRequest.type, { textDocument: document, position: at(5, 4) });
assert.equal(completed.isIncomplete, false);
assert.deepEqual(completed.items.map((one) => one.label), ["frameRate"]);

const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: document, range: whole, context: { diagnostics: [] } });
assert.ok(actions.every((one) => lsp.CodeAction.is(one)));
const fix = actions.find((one) => one.title.startsWith("Fix md5anim/decimal-comma"));
const ignore = actions.find((one) => one.title === "Ignore md5anim/decimal-comma on this line");
const explain = actions.find((one) => one.title === "Explain md5anim/parent-order").command;
assert.deepEqual(ignore.edit.documentChanges[0].textDocument, { uri, version: 1 });
assert.match(fix.edit.documentChanges[0].edits[0].newText, /-1\.5/);
const text = await connection.sendRequest(lsp.ExecuteCommandRequest.type, { command: explain.command, arguments: explain.arguments });
assert.match(text, /^md5anim\/parent-order \(error\): /);

const symbols = await connection.sendRequest(lsp.DocumentSymbolRequest.type, { textDocument: document });
assert.ok(symbols.every((one) => lsp.DocumentSymbol.is(one)));
const found = await connection.sendRequest(lsp.WorkspaceSymbolRequest.type, { query: "hip" });
assert.deepEqual(found.map((one) => one.name), ["hips"]);
assert.ok((await connection.sendRequest(lsp.FoldingRangeRequest.type, { textDocument: document })).every((one) => lsp.FoldingRange.is(one)));
const references = await connection.sendRequest(lsp.ReferencesRequest.type, { textDocument: document, position: at(9, 2), context: { includeDeclaration: true } });
assert.ok(references.length > 0 && references.every((one) => lsp.Location.is(one)));
const highlights = await connection.sendRequest(lsp.DocumentHighlightRequest.type, { textDocument: document, position: at(9, 2) });
assert.deepEqual(highlights.map((one) => one.range), references.map((one) => one.range));
const tokens = (request, parameters) => connection.sendRequest(request, { textDocument: document, ...parameters }).then((one) => one.data);
const all_tokens = await tokens(lsp.SemanticTokensRequest.type), first_tokens = await tokens(lsp.SemanticTokensRangeRequest.type, { range: lsp.Range.create(0, 0, 3, 0) });
assert.ok(first_tokens.length > 0 && first_tokens.length < all_tokens.length);
assert.deepEqual(first_tokens, all_tokens.slice(0, first_tokens.length));

const prepared = await connection.sendRequest(lsp.PrepareRenameRequest.type, { textDocument: document, position: at(9, 3) });
assert.deepEqual(prepared, { range: lsp.Range.create(9, 2, 9, 6), placeholder: "root" });
const renamed = await connection.sendRequest(lsp.RenameRequest.type, { textDocument: document, position: at(9, 3), newName: "origin" });
assert.ok(lsp.WorkspaceEdit.is(renamed));
assert.deepEqual(renamed.documentChanges, [{ textDocument: { uri, version: 1 }, edits: [{ range: prepared.range, newText: "origin" }] }]);
await assert.rejects(connection.sendRequest(lsp.RenameRequest.type, { textDocument: document, position: at(9, 3), newName: "hips" }), { code: lsp.LSPErrorCodes.RequestFailed });

const pullAll = (previousResultIds) => connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds });
const all = (await pullAll([])).items;
assert.deepEqual(all.map((one) => [one.kind, one.uri, one.version, one.resultId]), [[lsp.DocumentDiagnosticReportKind.Full, uri, 1, first.resultId]]);
assert.equal((await pullAll([{ uri, value: first.resultId }])).items[0].kind, lsp.DocumentDiagnosticReportKind.Unchanged);

const options = { tabSize: 4, insertSpaces: false };
await assert.rejects(connection.sendRequest(lsp.DocumentFormattingRequest.type, { textDocument: document, options }), { code: lsp.LSPErrorCodes.RequestFailed });
await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [
  { range: lsp.Range.create(10, 8, 10, 9), text: "0" }, { range: lsp.Range.create(14, 5, 14, 6), text: "." }] });
assert.deepEqual((await pull(first.resultId)).items.map((one) => one.code), ["md5anim/frame-rate-high"]);
const edits = await connection.sendRequest(lsp.DocumentRangeFormattingRequest.type, { textDocument: document, range: lsp.Range.create(0, 0, 1, 0), options });
assert.deepEqual(edits, []);
await connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: document });
await connection.sendRequest(lsp.HoverRequest.type, { textDocument: document, position: at(0, 0) });
for (let tries = 0; refreshed === 0 && tries < 200; tries++) await new Promise((done) => setTimeout(done, 10));
assert.equal(refreshed, 1);

await connection.sendRequest(lsp.ShutdownRequest.type);
await connection.sendNotification(lsp.ExitNotification.type);
assert.equal(await exit, 0);
assert.deepEqual(wrong, []);
assert.deepEqual(published, []);
assert.deepEqual(shown.map((one) => one.type).filter((type) => type !== lsp.MessageType.Info), []);
connection.dispose();
console.log("vscode_client.mjs: passed");
