// Tests the ways to give files to the page: dropped, in folders, pasted, chosen, or inside a page that `view` wrote.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasPicture, status } from './checks.mjs';

const golden = name => fileURLToPath(new URL(`../../../../golden/${name}`, import.meta.url));
const LOOK = { width: 1400, height: 1000, scheme: 'light' };
const ANIMATION = golden('md5anim/valid/joints-16.md5anim'), MESH = golden('md5anim/valid/joints-16.md5mesh');
const BAD = golden('md5anim/bad/frame-rate-fraction__half.md5anim'), BAD_MESH = BAD.replace(/anim$/, 'mesh');
const MOTION = golden('memg/valid/groups-3.bin'), SCENE = golden('memg/valid/groups-3.obj');
const isOver = `document.body.classList.contains('over')`;

// Makes a folder with a motion, its scene, a text file, and a folder with an animation and its mesh.
function makeFolder(scratch) {
    const folder = join(scratch, 'folder');
    mkdirSync(join(folder, 'inner'), { recursive: true });
    for (const path of [MOTION, SCENE])
        copyFileSync(path, join(folder, basename(path)));
    for (const path of [ANIMATION, MESH])
        copyFileSync(path, join(folder, 'inner', basename(path)));
    writeFileSync(join(folder, 'notes.txt'), 'nothing');
    return folder;
}

async function checkFolder(browser, checks, how) {
    await checks.equal(browser, status, '3 files: no findings; 1 other file skipped (unknown format).', how);
    await checks.equal(browser, `[...document.querySelectorAll('#files .name')].map(one => one.textContent)`,
        ['folder/groups-3.bin', 'folder/inner/joints-16.md5anim', 'folder/inner/joints-16.md5mesh'], how);
    await checks.equal(browser, `document.getElementById('about').textContent.endsWith('with folder/groups-3.obj')`, true, `${how}: its companion`);
}

async function testDrop(browser, checks, address, folder) {
    await browser.open(address, LOOK);
    const data = { items: [], files: [ANIMATION], dragOperationsMask: 1 };
    await browser.ask('Input.dispatchDragEvent', { type: 'dragEnter', x: 200, y: 200, data });
    await browser.ask('Input.dispatchDragEvent', { type: 'dragOver', x: 200, y: 200, data });
    await browser.until(isOver);
    await browser.until(`!${isOver}`);
    await browser.drop([ANIMATION, MESH]);
    await checks.equal(browser, status, '2 files: no findings.', 'dropped files');
    await checks.equal(browser, isOver, false, 'after a drop the page expects no further drop');
    await checks.equal(browser, 'page.viewer.view.triangles.length > 0', true, 'a dropped companion is used');
    await browser.open(address, LOOK);
    await browser.drop([BAD_MESH, ANIMATION, MESH, BAD]);
    await checks.equal(browser, `document.getElementById('name').textContent`, basename(BAD), 'the file with the most severe findings is opened');
    await browser.open(address, LOOK);
    await browser.drop([folder]);
    await checkFolder(browser, checks, 'a dropped folder');
    await browser.open(address, LOOK);
    await browser.drop([join(folder, 'notes.txt')]);
    await checks.equal(browser, status, 'notes.txt: 1 error.', 'a dropped file of an unknown format');
}

async function testPaste(browser, checks, address) {
    const text = readFileSync(BAD, 'utf8');
    await browser.open(address, LOOK);
    await browser.ask('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await browser.value(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await browser.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'v', code: 'KeyV', windowsVirtualKeyCode: 86, modifiers: 2, commands: ['paste'] });
    await browser.linted();
    await checks.equal(browser, status, 'pasted text: 1 warning.', 'a pasted text');
    await browser.open(address, LOOK);
    await browser.value(`(() => {
        const transfer = new DataTransfer();
        for (const [name, text] of ${JSON.stringify([BAD, BAD_MESH].map(path => [basename(path), readFileSync(path, 'utf8')]))})
            transfer.items.add(new File([text], name));
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
    })()`);
    await browser.linted();
    await checks.equal(browser, status, '2 files: 1 warning.', 'pasted files');
    await checks.equal(browser, `document.getElementById('about').textContent.endsWith('with ${basename(BAD_MESH)}')`, true, 'a pasted companion is used');
}

// Tests a page that `animproof view` wrote.
async function testViewPage(browser, checks, page, scratch) {
    const out = join(scratch, 'made.html');
    execFileSync(checks.program, ['view', '--page', page, BAD, BAD_MESH, '-o', out]);
    await browser.open(pathToFileURL(out).href, LOOK);
    await browser.linted();
    await checks.equal(browser, `document.getElementById('findings').children.length`, checks.rulesOf(BAD).length, 'a page with files inside shows their findings');
    await checks.equal(browser, hasPicture, true, 'a page with files inside shows what moves');
}

// Tests the page in a browser that allows no worker.
async function testWithoutWorker(browser, checks, address) {
    const { identifier } = await browser.ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete globalThis.Worker' });
    await browser.open(address, LOOK);
    await browser.choose([ANIMATION, MESH]);
    await checks.equal(browser, 'page.host.desk !== undefined && page.host.worker === undefined', true, 'the page has no worker');
    await checks.equal(browser, status, '2 files: no findings.', 'files are linted without a worker');
    await checks.equal(browser, hasPicture, true, 'a picture is drawn without a worker');
    await browser.ask('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

export async function testFileInput(browser, checks, page, scratch) {
    const address = pathToFileURL(page).href, folder = makeFolder(scratch);
    await testDrop(browser, checks, address, folder);
    await browser.open(address, LOOK);
    await browser.choose([folder], '#folder-input');
    await checkFolder(browser, checks, 'a chosen folder');
    await testPaste(browser, checks, address);
    await testViewPage(browser, checks, page, scratch);
    await testWithoutWorker(browser, checks, address);
}
