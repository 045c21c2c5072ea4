// How files come into the page: dropped, in folders, pasted, chosen, or inside a page that was made.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasPicture, status } from './checks.mjs';

const golden = name => fileURLToPath(new URL(`../../../golden/${name}`, import.meta.url));
const LOOK = { width: 1400, height: 1000, scheme: 'light' };
const ANIMATION = golden('md5anim/valid/joints-16.md5anim'), MESH = golden('md5anim/valid/joints-16.md5mesh');
const BAD = golden('md5anim/bad/quaternion-length__baseframe.md5anim'), BAD_MESH = BAD.replace(/anim$/, 'mesh');
const MOTION = golden('memg/valid/groups-3.bin'), SCENE = golden('memg/valid/groups-3.obj');
const isOver = `document.body.classList.contains('over')`;

// A folder with a motion and its scene, a text, and an animation in a folder inside.
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

async function sawFolder(browser, checks, how) {
    await checks.equal(browser, status, '3 files: no findings; 1 other file skipped (unknown format).', how);
    await checks.equal(browser, `[...document.querySelectorAll('#files .name')].map(one => one.textContent)`,
        ['folder/groups-3.bin', 'folder/inner/joints-16.md5anim', 'folder/inner/joints-16.md5mesh'], how);
    await checks.equal(browser, `document.getElementById('about').textContent.endsWith('with folder/groups-3.obj')`, true, `${how}: its companion`);
}

async function dropped(browser, checks, address, folder) {
    await browser.open(address, LOOK);
    const data = { items: [], files: [ANIMATION], dragOperationsMask: 1 };
    await browser.ask('Input.dispatchDragEvent', { type: 'dragEnter', x: 200, y: 200, data });
    await browser.ask('Input.dispatchDragEvent', { type: 'dragOver', x: 200, y: 200, data });
    await browser.until(isOver);
    await browser.until(`!${isOver}`);
    await browser.drop([ANIMATION, MESH]);
    await checks.equal(browser, status, '2 files: no findings.', 'files that are dropped');
    await checks.equal(browser, isOver, false, 'after a drop the page waits for none');
    await checks.equal(browser, 'page.view.triangles.length > 0', true, 'a companion that is dropped too');
    await browser.open(address, LOOK);
    await browser.drop([BAD_MESH, ANIMATION, MESH, BAD]);
    await checks.equal(browser, `document.getElementById('name').textContent`, basename(BAD), 'the worst file is opened');
    await browser.open(address, LOOK);
    await browser.drop([folder]);
    await sawFolder(browser, checks, 'a folder that is dropped');
    await browser.open(address, LOOK);
    await browser.drop([join(folder, 'notes.txt')]);
    await checks.equal(browser, status, 'notes.txt: 1 error.', 'a file of none of the formats that is dropped');
}

async function pasted(browser, checks, address) {
    const text = readFileSync(BAD, 'utf8');
    await browser.open(address, LOOK);
    await browser.ask('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await browser.value(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await browser.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'v', code: 'KeyV', windowsVirtualKeyCode: 86, modifiers: 2, commands: ['paste'] });
    await browser.judged();
    await checks.equal(browser, status, 'pasted text: 1 warning.', 'a text that is pasted');
    await browser.open(address, LOOK);
    await browser.value(`(() => {
        const transfer = new DataTransfer();
        for (const [name, text] of ${JSON.stringify([BAD, BAD_MESH].map(path => [basename(path), readFileSync(path, 'utf8')]))})
            transfer.items.add(new File([text], name));
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
    })()`);
    await browser.judged();
    await checks.equal(browser, status, '2 files: 1 warning.', 'files that are pasted');
    await checks.equal(browser, `document.getElementById('about').textContent.endsWith('with ${basename(BAD_MESH)}')`, true, 'a companion that is pasted');
}

// A page that `animproof view` made.
async function made(browser, checks, page, scratch) {
    const out = join(scratch, 'made.html');
    execFileSync(checks.program, ['view', '--page', page, BAD, BAD_MESH, '-o', out]);
    await browser.open(pathToFileURL(out).href, LOOK);
    await browser.judged();
    await checks.equal(browser, `document.getElementById('findings').children.length`, checks.rulesOf(BAD).length, 'a page with files inside shows their findings');
    await checks.equal(browser, hasPicture, true, 'a page with files inside shows what moves');
}

// Where a page may have no worker.
async function alone(browser, checks, address) {
    const { identifier } = await browser.ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete globalThis.Worker' });
    await browser.open(address, LOOK);
    await browser.choose([ANIMATION, MESH]);
    await checks.equal(browser, 'page.host.desk !== undefined && page.host.worker === undefined', true, 'there is no worker');
    await checks.equal(browser, status, '2 files: no findings.', 'files are judged without a worker');
    await checks.equal(browser, hasPicture, true, 'there is a picture without a worker');
    await browser.ask('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

export async function comingIn(browser, checks, page, scratch) {
    const address = pathToFileURL(page).href, folder = makeFolder(scratch);
    await dropped(browser, checks, address, folder);
    await browser.open(address, LOOK);
    await browser.choose([folder], '#folder-input');
    await sawFolder(browser, checks, 'a folder that is chosen');
    await pasted(browser, checks, address);
    await made(browser, checks, page, scratch);
    await alone(browser, checks, address);
}
