// Tests the page in headless Chromium: page.mjs PROGRAM PAGE [SHOTS]
//
// Opens valid and broken files of each format, at 1400 and 400 pixels, light and dark, by keyboard only: chooses the files, opens
// a finding, turns, steps and plays the picture. The rules found must be the program's, positions those of tests/ref; no text may be cut
// or have a contrast below 4.5; the console must be empty, and only the page and its worker may be loaded. Files are dropped and
// pasted, too. SHOTS: a folder for screenshots.
// With VIEWER_ONLY=1 in the environment, only viewer.mjs and the ways to give files are tested.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Checks, hasPicture } from './checks.mjs';
import { Chromium } from './chromium.mjs';
import { testFileInput } from './file_input.mjs';
import { chooseByKeys, checkFindingByKeys, checkPictureByKeys, checkTabOrder } from './keys.mjs';
import { cutTexts, leastContrast } from './readability.mjs';
import { testViewer } from './viewer.mjs';

const LEAST_CONTRAST = 4.5;
const [program, page, shots] = process.argv.slice(2).map(word => resolve(word));
const golden = fileURLToPath(new URL('../../../../golden/', import.meta.url));
const address = pathToFileURL(page).href;

// [file, companion or null, has a picture, the picture moves, part of the file that is drawn or null for all of it]
const subjects = [
    ['md5anim/valid/joints-16.md5anim', 'md5anim/valid/joints-16.md5mesh', true, true, null],
    ['md5anim/bad/frame-rate-fraction__half.md5anim', 'md5anim/bad/frame-rate-fraction__half.md5mesh', true, true, null],
    ['md5anim/bad/parent-order__self.md5anim', 'md5anim/bad/parent-order__self.md5mesh', true, false, 'the joints in the baseframe'],
    ['md5anim/bad/frame-values__more.md5anim', null, true, true, 'the first 4 of 5 frames'],
    ['md5mesh/valid/joints-2.md5mesh', null, true, false, null],
    ['md5mesh/bad/parent-order__self.md5mesh', null, true, false, 'the joints'],
    ['md5mesh/bad/vert-weights-range__beyond.md5mesh', null, true, false, 'the joints and the first 1 of 3 meshes'],
    ['md5camera/valid/cuts-3.md5camera', null, true, true, null],
    ['md5camera/bad/cut-range__zero.md5camera', null, false, false, null],
    ['md5camera/bad/number-range__least.md5camera', null, true, true, 'the first 3 of 7 frames'],
    ['mrtk/valid/keys-12.bin', null, true, true, null],
    ['mrtk/bad/value-not-finite__nan.bin', null, true, true, null],
    ['memg/valid/groups-3.bin', 'memg/valid/groups-3.obj', true, true, null],
    ['memg/bad/counts-swapped__exchanged.bin', 'memg/bad/counts-swapped__exchanged.obj', false, false, null],
];
const looks = [1400, 400].flatMap(width => ['light', 'dark'].map(scheme => ({ width, height: 1000, scheme })));
const checks = new Checks(program);
const played = [];

async function checkLook(browser, where, look) {
    checks.check(await browser.evaluate('document.documentElement.scrollWidth') <= look.width, `${where}: the content is wider than the page`);
    await checks.checkValue(browser, cutTexts, [], `${where}: texts that are cut`);
    const { ratio, text } = await browser.evaluate(leastContrast);
    checks.check(ratio >= LEAST_CONTRAST, `${where}: the contrast of "${text}" is ${ratio.toFixed(2)}`);
}

async function checkSubject(browser, [path, companion, drawn, moves, drawnPart], look) {
    const where = `${path}, ${look.width} ${look.scheme}`, paths = [path, companion].filter(Boolean).map(one => join(golden, one));
    await browser.open(address, look);
    await chooseByKeys(browser, checks, paths);
    await checks.checkValue(browser, `page.reports.flatMap(report => (report.files || []).flatMap(file => file.findings.map(one => one.rule))).sort()`,
        checks.rulesOf(paths[0]), `${where}: rules of the findings`);
    await checks.checkValue(browser, hasPicture, drawn, `${where}: has a picture`);
    await checks.checkValue(browser, `page.viewer.view?.drawn_part ?? null`, drawnPart, `${where}: part that is drawn`);
    await checks.checkValue(browser, `document.getElementById('no-picture').checkVisibility()`, !drawn, `${where}: shows a message without a picture`);
    const take = one => drawnPart === null && played.push({ path: paths[0], companion: paths[1] || null, ...one });
    if (drawn)
        await checkPictureByKeys(browser, checks, where, moves, take);
    if (checks.rulesOf(paths[0]).length > 0)
        await checkFindingByKeys(browser, checks, where);
    await checkLook(browser, where, look);
    if (process.argv[4]) {
        await browser.evaluate('scrollTo(0, 0)');
        await browser.saveScreenshot(join(shots, `${path.split('/').slice(0, 2).join('-')}-${basename(path)}-${look.width}-${look.scheme}.png`), true);
    }
    await checkTabOrder(browser, checks, where);
}

// Compares the positions that were played with tests/ref.
function comparePlayed(scratch) {
    const name = join(scratch, 'played');
    writeFileSync(name, played.map(one => `${JSON.stringify(one)}\n`).join(''));
    const { status, stdout } = spawnSync('/usr/bin/python3', [fileURLToPath(new URL('web_poses.py', import.meta.url)), '--shown', name],
        { encoding: 'utf8' });
    console.log(stdout.trim());
    checks.check(status === 0, 'the played positions are those of tests/ref');
}

const scratch = mkdtempSync(join(tmpdir(), 'animproof-made-'));
const browser = await Chromium.start();
try {
    if (process.argv[4])
        mkdirSync(shots, { recursive: true });
    const files = join(scratch, 'files');
    spawnSync('/usr/bin/python3', [fileURLToPath(new URL('large_files.py', import.meta.url)), files], { stdio: 'inherit' });
    await testViewer(browser, checks, address, scratch, { folder: join(files, 'many'), large: ['anim', 'mesh'].map(one => join(files, `large.md5${one}`)) });
    for (const subject of process.env.VIEWER_ONLY ? [] : subjects) {
        for (const look of looks)
            await checkSubject(browser, subject, look);
    }
    await testFileInput(browser, checks, page, scratch);
    if (played.length > 0)
        comparePlayed(scratch);
    checks.check(browser.messages.length === 0, `the console has messages: ${browser.messages.slice(0, 3).join('; ')}`);
    const asked = browser.requests.filter(url => !/^(about:blank|blob:|file:\/\/.*\.html(#.*)?$|data:,$)/.test(url));
    checks.check(asked.length === 0, `the page loads ${asked.slice(0, 3)}`);
} finally {
    await browser.end();
    rmSync(scratch, { recursive: true });
}
console.log(`page: ${subjects.length} files, ${looks.length} looks, ${checks.count} checks, ${checks.faults.length} failed`);
console.log(checks.faults.slice(0, 20).join('\n'));
process.exitCode = checks.faults.length > 0 ? 1 : 0;
