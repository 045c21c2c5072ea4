// Tests that the page scrolls to what the user has chosen: the picture, the source of a finding, and its details.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWithMesh, withLargerSkeleton } from './faults.mjs';

const NARROW = { width: 400, height: 800, scheme: 'dark' };
const pictureIsSeen = `(box => box.top > -2 && box.bottom <= innerHeight)(document.getElementById('canvas').getBoundingClientRect())`;

// Returns an expression that is true if the element `inner` is inside `outer`, or its first 40 pixels are; both are CSS selectors.
const isInside = (inner, outer) => `((one, all) => one.left >= all.left - 1 && Math.min(one.right, one.left + 40) <= all.right + 1 && one.top >= all.top - 1 && one.bottom <= all.bottom + 1)(...['${inner}', '${outer}'].map(one => document.querySelector(one).getBoundingClientRect()))`;

// On a narrow screen, a tap on a joint or on a change brings the picture into view.
async function testPicture(browser, checks, scratch, text) {
    const paths = [['old-step', text], ['step', text.replace('( 0 0 46 )', '( 12 0 46 )')]].map(([name, content]) => {
        writeFileSync(join(scratch, `${name}.md5anim`), content);
        return join(scratch, `${name}.md5anim`);
    });
    await browser.open(browser.address, NARROW);
    await browser.chooseFiles(paths);
    await browser.evaluate(`page.choose(page.files.findIndex(({ label }) => label === 'step.md5anim'))`);
    await browser.evaluate(`(one => { one.value = 0; one.dispatchEvent(new Event('change')); })(document.getElementById('compare'))`);
    await browser.waitUntil(`document.querySelectorAll('#changes button.row').length > 0`);
    for (const list of ['joint-list', 'changes']) {
        await browser.evaluate(`document.querySelector('#${list} button.row').scrollIntoView()`);
        await checks.checkValue(browser, pictureIsSeen, false, `the picture is out of view before a tap in ${list}`);
        await browser.evaluate(`document.querySelector('#${list} button.row').click()`);
        await checks.becomes(browser, pictureIsSeen, true, `a tap in ${list} brings the picture into view`);
    }
}

// The source in the list of findings shows the marked bytes, though the list becomes narrower when the picture appears; and the list
// scrolls to the details of the last finding.
async function testList(browser, checks, scratch, text) {
    const long = withLargerSkeleton(text).replace(/^frame 5 \{[^}]*\}/m, frame => frame.replace(/\n\t(?=-?\d)/g, ' ').replace(/(\d\.\d+)/g, '$10000'));
    await openWithMesh(browser, scratch, 'list', long, mesh => mesh, { width: 1400, height: 700, scheme: 'light' });
    await checks.checkValue(browser, `document.getElementById('name').textContent`, 'list.md5anim', 'the animation is opened');
    const jump = `[...document.querySelectorAll('#findings li')].find(one => /rotation-jump/.test(one.textContent))`;
    await browser.waitUntil(`${jump}.querySelector('.excerpt mark') !== null`);
    await browser.evaluate(`${jump}.id = 'jump'`);
    await checks.checkValue(browser, `document.querySelector('#jump .lines').scrollWidth > document.querySelector('#jump .lines').clientWidth + 40`, true, 'the line of the finding is longer than the list is wide');
    await browser.evaluate(`document.querySelector('#jump').scrollIntoView()`);
    await checks.becomes(browser, isInside('#jump .excerpt mark', '#jump .lines'), true, 'the marked number is seen in the list');
    await browser.evaluate(`document.getElementById('findings').scrollTop = 0, scrollTo(0, 0), [...document.querySelectorAll('#findings button.row')].at(-1).scrollIntoView({ block: 'end' }), [...document.querySelectorAll('#findings button.row')].at(-1).click()`);
    await browser.waitUntil(`document.querySelector('#bytes mark') !== null`);
    await checks.becomes(browser, isInside('#bytes mark', '#findings'), true, 'the list scrolls to the details of a finding');
}

export async function testScrolling(browser, checks, scratch, folder) {
    const text = readFileSync(join(folder, 'walk-00.md5anim'), 'utf8');
    await testPicture(browser, checks, scratch, text);
    await testList(browser, checks, scratch, text);
}
