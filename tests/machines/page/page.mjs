// The page in headless Chromium: page.mjs PROGRAM PAGE [SHOTS]
//
// A valid and a broken file of each format, at 1400 and 400 pixels, light and dark, by keyboard alone: the files are chosen,
// a finding is gone to, the picture turned and stepped. The verdict is the program's; nothing is wider than the page; the
// console is silent, and nothing is asked for but the page and its worker. SHOTS: a folder for what it looks like.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Chromium } from './chromium.mjs';

const [program, page, shots] = process.argv.slice(2).map(word => resolve(word));
const golden = fileURLToPath(new URL('../../../golden/', import.meta.url));
const address = pathToFileURL(page).href;

// A file of each, its companion, whether it has a picture, and whether that moves.
const subjects = [
    ['md5anim/valid/joints-16.md5anim', 'md5anim/valid/joints-16.md5mesh', true, true],
    ['md5anim/bad/quaternion-length__baseframe.md5anim', 'md5anim/bad/quaternion-length__baseframe.md5mesh', true, true],
    ['md5anim/bad/parent-order__self.md5anim', 'md5anim/bad/parent-order__self.md5mesh', false, false],
    ['md5mesh/valid/joints-2.md5mesh', null, true, false],
    ['md5mesh/bad/parent-order__self.md5mesh', null, false, false],
    ['md5camera/valid/cuts-3.md5camera', null, true, true],
    ['md5camera/bad/cut-range__zero.md5camera', null, false, false],
    ['mrtk/valid/keys-12.bin', null, true, true],
    ['mrtk/bad/value-not-finite__nan.bin', null, true, true],
    ['memg/valid/groups-3.bin', 'memg/valid/groups-3.obj', true, true],
    ['memg/bad/counts-swapped__exchanged.bin', 'memg/bad/counts-swapped__exchanged.obj', false, false],
];
const looks = [1400, 400].flatMap(width => ['light', 'dark'].map(scheme => ({ width, height: 1000, scheme })));

const faults = [];
let checks = 0;
function check(holds, what) {
    checks++;
    if (!holds)
        faults.push(what);
}

// The rules that the program finds broken, in order.
function rulesOf(path) {
    let text;
    try {
        text = execFileSync(program, ['lint', '--format', 'json', '--no-config', path], { encoding: 'utf8' });
    } catch (error) {
        text = error.stdout; // it exits 1 where it finds something
    }
    return JSON.parse(text).files.flatMap(file => file.findings.map(finding => finding.rule)).sort();
}

const focused = 'document.activeElement.id || document.activeElement.className';

async function tabTo(browser, wanted, most = 60) {
    for (let i = 0; i < most; i++) {
        if (await browser.value(`${wanted} === document.activeElement`))
            return true;
        await browser.press('Tab');
    }
    return false;
}

// The files come in by the keyboard: Tab to the first button, and Enter.
async function chooseByKeys(browser, paths) {
    await browser.ask('Page.setInterceptFileChooserDialog', { enabled: true });
    const chooser = browser.next('Page.fileChooserOpened');
    await browser.press('Tab');
    check(await browser.value(focused) === 'choose', `Tab leads to the first button, not ${await browser.value(focused)}`);
    await browser.press('Enter');
    const { backendNodeId } = await chooser;
    await browser.ask('DOM.setFileInputFiles', { backendNodeId, files: paths });
    await browser.until(`document.body.dataset.state === 'ready' && document.getElementById('status').textContent.endsWith('.')`);
    await browser.settle();
}

const imageOf = (browser, id) => browser.value(`document.getElementById('${id}').toDataURL()`);

async function usePicture(browser, where, moves) {
    check(await tabTo(browser, `document.getElementById('canvas')`), `${where}: Tab leads to the picture`);
    const before = await imageOf(browser, 'canvas');
    await browser.press('ArrowRight');
    check(await imageOf(browser, 'canvas') !== before, `${where}: an arrow turns the picture`);
    if (!moves)
        return;
    const at = await browser.value(`document.getElementById('slider').value`);
    await browser.press('.', 190, '.');
    await browser.settle();
    check(await browser.value(`document.getElementById('slider').value`) !== at, `${where}: a point steps to the next moment`);
    await browser.press(' ');
    await browser.until(`document.getElementById('play').textContent === 'Pause'`);
    await browser.until(`page.picture.shown.moment !== ${await browser.value('page.picture.shown.moment')}`);
    await browser.press(' ');
    check(await browser.value(`document.getElementById('play').textContent`) === 'Play', `${where}: space plays and pauses`);
}

async function useFinding(browser, where) {
    check(await tabTo(browser, `document.querySelector('#findings button.row')`, 200), `${where}: Tab leads to the first finding`);
    await browser.press('Enter');
    await browser.until(`document.getElementById('bytes').querySelector('mark') !== null`);
    const outline = await browser.value(`getComputedStyle(document.activeElement).outlineStyle`);
    check(outline !== 'none', `${where}: the focus is seen`);
    check(await browser.value(`document.getElementById('field').textContent`) !== '', `${where}: a finding shows its field`);
    await browser.press('ArrowDown');
    check(await browser.value(`document.activeElement.className`) === 'row', `${where}: arrows stay in the list`);
}

async function visit(browser, [path, companion, drawn, moves], look) {
    const where = `${path}, ${look.width} ${look.scheme}`, paths = [path, companion].filter(Boolean).map(one => join(golden, one));
    await browser.open(address, look);
    await chooseByKeys(browser, paths);
    const found = await browser.value(`page.reports.flatMap(told => (told.files || []).flatMap(file => file.findings.map(one => one.rule))).sort()`);
    const wanted = rulesOf(paths[0]);
    check(JSON.stringify(found) === JSON.stringify(wanted), `${where}: finds ${found}, the program ${wanted}`);
    check(await browser.value(`!document.getElementById('picture').hidden`) === drawn, `${where}: there is ${drawn ? 'a' : 'no'} picture`);
    if (drawn)
        await usePicture(browser, where, moves);
    if (found.length > 0)
        await useFinding(browser, where);
    check(await browser.value('document.documentElement.scrollWidth') <= look.width, `${where}: nothing is wider than the page`);
    if (process.argv[4]) {
        await browser.value('scrollTo(0, 0)');
        await browser.shoot(join(shots, `${path.split('/').slice(0, 2).join('-')}-${basename(path)}-${look.width}-${look.scheme}.png`), true);
    }
}

// A page that `animproof view` made.
async function visitMade(browser, folder) {
    const made = join(folder, 'made.html');
    execFileSync(program, ['view', '--page', page, join(golden, subjects[1][0]), join(golden, subjects[1][1]), '-o', made]);
    await browser.open(pathToFileURL(made).href, looks[0]);
    await browser.until(`document.getElementById('status').textContent.endsWith('.')`);
    check(await browser.value(`document.getElementById('findings').children.length`) === rulesOf(join(golden, subjects[1][0])).length,
        'a page with files inside shows their findings');
    check(await browser.value(`!document.getElementById('picture').hidden`), 'a page with files inside shows what moves');
}

// Where a page may have no worker.
async function visitAlone(browser) {
    const { identifier } = await browser.ask('Page.addScriptToEvaluateOnNewDocument', { source: 'delete globalThis.Worker' });
    await browser.open(address, looks[0]);
    await browser.choose([join(golden, subjects[0][0]), join(golden, subjects[0][1])]);
    check(await browser.value('page.host.desk !== undefined && page.host.worker === undefined'), 'there is no worker');
    check(await browser.value(`document.getElementById('status').textContent`) === '2 files: no findings.', 'files are judged without a worker');
    check(await browser.value(`!document.getElementById('picture').hidden`), 'there is a picture without a worker');
    await browser.ask('Page.removeScriptToEvaluateOnNewDocument', { identifier });
}

// A folder with its companions, as a folder is chosen: what is of no format is skipped.
async function visitFolder(browser, folder) {
    for (const name of subjects[9].slice(0, 2))
        copyFileSync(join(golden, name), join(folder, basename(name)));
    writeFileSync(join(folder, 'notes.txt'), 'nothing');
    await browser.open(address, looks[0]);
    await browser.choose([folder], '#folder-input');
    check(await browser.value(`document.getElementById('status').textContent`) === `${basename(folder)}/groups-3.bin: no findings; 1 other file skipped, of none of the formats.`,
        `a folder: ${await browser.value(`document.getElementById('status').textContent`)}`);
    check(await browser.value(`document.getElementById('about').textContent.endsWith('groups-3.obj')`), 'a companion is found in a folder');
}

const scratch = mkdtempSync(join(tmpdir(), 'animproof-made-'));
const browser = await Chromium.start();
try {
    if (process.argv[4])
        mkdirSync(shots, { recursive: true });
    for (const subject of subjects) {
        for (const look of looks)
            await visit(browser, subject, look);
    }
    await visitAlone(browser);
    const folder = join(scratch, 'folder');
    mkdirSync(folder);
    await visitFolder(browser, folder);
    await visitMade(browser, scratch);
    check(browser.messages.length === 0, `the console says: ${browser.messages.slice(0, 3).join('; ')}`);
    const asked = browser.requests.filter(url => !/^(about:blank|blob:|file:\/\/.*\.html$|data:,$)/.test(url));
    check(asked.length === 0, `it asks for ${asked.slice(0, 3)}`);
} finally {
    await browser.end();
    rmSync(scratch, { recursive: true });
}
console.log(`page: ${subjects.length} files, ${looks.length} looks, ${checks} checks, ${faults.length} failed`);
console.log(faults.slice(0, 10).join('\n'));
process.exitCode = faults.length > 0 ? 1 : 0;
