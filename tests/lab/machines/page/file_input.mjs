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
const SMALL = golden('md5anim/valid/frames-8.md5anim');
const isDraggedOver = `document.body.classList.contains('over')`;

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
    await checks.checkValue(browser, status, '3 files: no findings; 1 other file skipped (unknown format).', how);
    await checks.checkValue(browser, `[...document.querySelectorAll('#files .name')].map(one => one.textContent)`,
        ['folder/groups-3.bin', 'folder/inner/joints-16.md5anim', 'folder/inner/joints-16.md5mesh'], how);
    await checks.checkValue(browser, `document.getElementById('about').textContent.endsWith('with folder/groups-3.obj')`, true, `${how}: its companion`);
}

async function testDrop(browser, checks, address, folder) {
    await browser.open(address, LOOK);
    const data = { items: [], files: [ANIMATION], dragOperationsMask: 1 };
    await browser.ask('Input.dispatchDragEvent', { type: 'dragEnter', x: 200, y: 200, data });
    await browser.ask('Input.dispatchDragEvent', { type: 'dragOver', x: 200, y: 200, data });
    await browser.waitUntil(isDraggedOver);
    await browser.waitUntil(`!${isDraggedOver}`);
    await browser.dropFiles([ANIMATION, MESH]);
    await checks.checkValue(browser, status, '2 files: no findings.', 'dropped files');
    await checks.checkValue(browser, isDraggedOver, false, 'after a drop the page expects no further drop');
    await checks.checkValue(browser, 'page.viewer.view.triangles.length > 0', true, 'a dropped companion is used');
    await browser.open(address, LOOK);
    await browser.dropFiles([BAD_MESH, ANIMATION, MESH, BAD]);
    await checks.checkValue(browser, `document.getElementById('name').textContent`, basename(BAD), 'the file with the most severe findings is opened');
    await browser.open(address, LOOK);
    await browser.dropFiles([folder]);
    await checkFolder(browser, checks, 'a dropped folder');
    await browser.open(address, LOOK);
    await browser.dropFiles([join(folder, 'notes.txt')]);
    await checks.checkValue(browser, status, 'notes.txt: 1 error.', 'a dropped file of an unknown format');
}

async function testPaste(browser, checks, address) {
    const text = readFileSync(BAD, 'utf8');
    await browser.open(address, LOOK);
    await browser.ask('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    await browser.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await browser.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'v', code: 'KeyV', windowsVirtualKeyCode: 86, modifiers: 2, commands: ['paste'] });
    await browser.waitUntilLinted();
    await checks.checkValue(browser, status, 'pasted text: 1 warning.', 'a pasted text');
    await browser.open(address, LOOK);
    await browser.evaluate(`(() => {
        const transfer = new DataTransfer();
        for (const [name, text] of ${JSON.stringify([BAD, BAD_MESH].map(path => [basename(path), readFileSync(path, 'utf8')]))})
            transfer.items.add(new File([text], name));
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }));
    })()`);
    await browser.waitUntilLinted();
    await checks.checkValue(browser, status, '2 files: 1 warning.', 'pasted files');
    await checks.checkValue(browser, `document.getElementById('about').textContent.endsWith('with ${basename(BAD_MESH)}')`, true, 'a pasted companion is used');
}

// Makes a folder with copies of an animation and its mesh, both named walk.
function makeWalk(scratch, name, animation) {
    const paths = ['anim', 'mesh'].map(kind => join(scratch, name, `walk.md5${kind}`));
    mkdirSync(join(scratch, name));
    paths.forEach(path => copyFileSync(animation.replace(/md5anim$/, path.slice(-7)), path));
    return paths;
}

// Selects further files. The page is ready before it takes them, so this waits for their rows first.
async function chooseMore(browser, paths) {
    const count = await browser.evaluate('page.files.length');
    await browser.chooseFiles(paths);
    await browser.waitUntil(`page.files.length === ${count + paths.length}`);
    await browser.waitUntilLinted();
}

async function checkWalks(browser, checks, how) {
    await checks.checkValue(browser, status, '4 files: no findings.', how);
    await checks.checkValue(browser, `[...document.querySelectorAll('#files .name')].map(one => one.textContent).sort()`,
        ['walk.md5anim', 'walk.md5anim (2)', 'walk.md5mesh', 'walk.md5mesh (2)'], `${how}: names`);
    for (const label of ['walk.md5anim', 'walk.md5anim (2)']) {
        await browser.evaluate(`page.choose(page.files.findIndex(one => one.label === '${label}'))`);
        await checks.checkValue(browser, `document.getElementById('about').textContent.split(', with ')[1]`, label.replace('anim', 'mesh'), `${how}: the mesh of ${label}`);
    }
}

// Tests two models whose files have the same names, given one after the other and at once. Only their joints tell which mesh an
// animation has.
async function testEqualNames(browser, checks, address, scratch) {
    const [first, second] = [['sixteen', ANIMATION], ['two', SMALL]].map(([name, animation]) => makeWalk(scratch, name, animation));
    await browser.open(address, LOOK);
    await browser.chooseFiles(first);
    await chooseMore(browser, second);
    await checkWalks(browser, checks, 'two models, one after the other');
    await chooseMore(browser, [first[0]]);
    await checks.checkValue(browser, `document.getElementById('about').textContent.split(', with ')[1]`, 'walk.md5mesh', 'an animation given again, without its mesh');
    await checks.checkValue(browser, status, '5 files: no findings.', 'the status counts the files of all choices');
    await browser.open(address, LOOK);
    await browser.chooseFiles([...first, ...second]);
    await checkWalks(browser, checks, 'two models at once');
    await browser.open(address, LOOK);
    await browser.chooseFiles([first[1]]);
    await chooseMore(browser, [second[0]]);
    await checks.checkValue(browser, `document.getElementById('about').textContent.includes(', with ')`, false, 'an animation after a mesh with its name and other joints');
}

// Tests that the page goes on if its worker fails after files were checked and one was opened.
async function testFailedWorker(browser, checks, address) {
    await browser.open(address, LOOK);
    await browser.chooseFiles([BAD]);
    await browser.evaluate(`page.clear()`);
    await browser.chooseFiles([ANIMATION, MESH]);
    await browser.evaluate(`page.host.worker.dispatchEvent(new ErrorEvent('error', { cancelable: true }))`);
    await checks.checkValue(browser, `page.host.call('show', { moment: 1 }).then(shown => shown?.points.length > 0)`, true, 'the picture moves after a failure of the worker');
    await checks.checkValue(browser, `page.host.call('lint', { file: 1 }).then(({ files }) => files[0].format)`, 'md5mesh', 'a file is checked again after a failure of the worker');
    await chooseMore(browser, [MOTION, SCENE]);
    await checks.checkValue(browser, `[page.files[page.opened].label, page.viewer.view?.kind]`, [basename(MOTION), 'points'], 'a file given after a failure of the worker is drawn');
}

// Tests a page that `animproof view` wrote.
async function testViewPage(browser, checks, page, scratch) {
    const out = join(scratch, 'made.html');
    execFileSync(checks.program, ['view', '--page', page, BAD, BAD_MESH, '-o', out]);
    await browser.open(pathToFileURL(out).href, LOOK);
    await browser.waitUntilLinted();
    await checks.checkValue(browser, `document.getElementById('findings').children.length`, checks.rulesOf(BAD).length, 'a page with files inside shows their findings');
    await checks.checkValue(browser, hasPicture, true, 'a page with files inside shows what moves');
    const walk = join(scratch, 'walk.md5anim');
    copyFileSync(ANIMATION, walk);
    writeFileSync(join(scratch, 'walk.md5mesh'), readFileSync(MESH, 'utf8').replace(/(weight 3 \d+ )1/, '$10.5'));
    execFileSync(checks.program, ['view', '--page', page, walk, '-o', out]);
    await browser.open(pathToFileURL(out).href, LOOK);
    await browser.waitUntilLinted();
    await checks.checkValue(browser, `document.getElementById('about').textContent.split(', with ')[1].startsWith('walk.md5mesh')`, true, 'the mesh of a named animation is inside');
    await checks.checkValue(browser, `document.getElementById('name').textContent`, 'walk.md5anim', 'the named file is opened, though its mesh has a finding');
}

// Tests the page in a browser that allows no worker.
async function testWithoutWorker(browser, checks, address) {
    const { identifier } = await browser.ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete globalThis.Worker' });
    await browser.open(address, LOOK);
    await browser.chooseFiles([ANIMATION, MESH]);
    await checks.checkValue(browser, 'page.host.desk !== undefined && page.host.worker === undefined', true, 'the page has no worker');
    await checks.checkValue(browser, status, '2 files: no findings.', 'files are linted without a worker');
    await checks.checkValue(browser, hasPicture, true, 'a picture is drawn without a worker');
    await browser.ask('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

export async function testFileInput(browser, checks, page, scratch) {
    const address = pathToFileURL(page).href, folder = makeFolder(scratch);
    await testDrop(browser, checks, address, folder);
    await browser.open(address, LOOK);
    await browser.chooseFiles([folder], '#folder-input');
    await checkFolder(browser, checks, 'a chosen folder');
    await testPaste(browser, checks, address);
    await testEqualNames(browser, checks, address, scratch);
    await testViewPage(browser, checks, page, scratch);
    await testWithoutWorker(browser, checks, address);
    await testFailedWorker(browser, checks, address);
}
