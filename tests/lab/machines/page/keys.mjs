// Uses the page by keyboard only: chooses files, turns and plays the picture, opens a finding.

// The focused element: its id, or its class or tag name; for a row of a list, the id of the list.
const focused = `(one => one.id || (one.matches('button.row') ? one.closest('ol').id : one.className || one.tagName))(document.activeElement)`;
const playButtonText = `document.getElementById('play').textContent`;
const sliderValue = `document.getElementById('slider').value`;

// The elements that Tab may reach, in order: a list is one stop, and SUMMARY is a rule's explanation.
const TAB_ORDER = ['choose', 'choose-folder', 'clear', 'files', 'canvas', 'play', 'back', 'next', 'slider', 'speed', 'loop',
    'fit', 'skin', 'normals', 'bind', 'grid', 'compare', 'png', 'link', 'changes', 'cause', 'findings', 'curve', 'curves', 'SUMMARY', 'joint-search', 'joint-list'];
const SCROLLING_BOXES = ['lines', 'hex']; // boxes with long lines, which Tab reaches because they scroll

async function tabTo(browser, wanted, most = 60) {
    for (let i = 0; i < most; i++) {
        if (await browser.evaluate(`${wanted} === document.activeElement`))
            return true;
        await browser.press('Tab');
    }
    return false;
}

// Chooses files by keyboard: Tab to the first button, then Enter.
export async function chooseByKeys(browser, checks, paths) {
    await browser.ask('Page.setInterceptFileChooserDialog', { enabled: true });
    const chooser = browser.nextEvent('Page.fileChooserOpened');
    await browser.press('Tab');
    await checks.checkValue(browser, focused, 'choose', 'Tab leads to the first button');
    await browser.press('Enter');
    const { backendNodeId } = await chooser;
    await browser.ask('DOM.setFileInputFiles', { backendNodeId, files: paths });
    await browser.waitUntilLinted();
}

// Checks that Tab reaches every control from top to bottom, and that each control shows its focus.
export async function checkTabOrder(browser, checks, where) {
    const reached = [];
    await browser.evaluate('document.activeElement.blur()');
    await browser.evaluate(`document.getElementById('choose').focus()`);
    for (let i = 0; i < 200; i++) {
        reached.push(await browser.evaluate(focused));
        const seen = await browser.evaluate(`(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)(getComputedStyle(document.activeElement))`);
        checks.check(seen, `${where}: ${reached[i]} does not show its focus`);
        await browser.press('Tab');
        if (await browser.evaluate(`document.activeElement === document.body || document.activeElement.id === 'choose'`))
            break;
    }
    const order = reached.filter(one => !SCROLLING_BOXES.includes(one)).map(one => TAB_ORDER.indexOf(one));
    checks.check(order.every((one, i) => one >= 0 && (i === 0 || one > order[i - 1] || one === TAB_ORDER.indexOf('SUMMARY'))), `${where}: Tab reaches controls in the wrong order: ${reached}`);
    const usable = await browser.evaluate(`[...document.querySelectorAll('button:not(.row), select, input:not([type=file]), canvas')].filter(one => one.checkVisibility()).map(one => one.id)`);
    checks.check(usable.filter(id => id !== '').every(id => reached.includes(id)), `${where}: Tab reaches only ${reached} of ${usable}`);
}

async function imageOf(browser, id) {
    await browser.waitForDrawing();
    return browser.evaluate(`document.getElementById('${id}').toDataURL()`);
}

// Plays until three moments were shown; calls `take` with each moment and its points.
async function checkPlaying(browser, checks, where, take) {
    await browser.press(' ');
    await browser.waitUntil(`${playButtonText} === 'Pause'`);
    for (let i = 0; i < 3; i++) {
        await browser.waitUntil(`page.viewer.picture.shown.moment !== ${await browser.evaluate('page.viewer.picture.shown.moment')}`);
        take(await browser.evaluate('({ moment: page.viewer.picture.shown.moment, points: [...page.viewer.picture.shown.points].map(one => Number.isNaN(one) ? null : one) })'));
    }
    await browser.press(' ');
    await checks.checkValue(browser, playButtonText, 'Play', `${where}: space plays and pauses`);
    await browser.press(' ');
    await browser.press('Escape');
    await checks.checkValue(browser, playButtonText, 'Play', `${where}: Escape pauses`);
}

export async function checkPictureByKeys(browser, checks, where, moves, take) {
    checks.check(await tabTo(browser, `document.getElementById('canvas')`), `${where}: Tab leads to the picture`);
    const before = await imageOf(browser, 'canvas');
    await browser.press('ArrowRight');
    checks.check(await imageOf(browser, 'canvas') !== before, `${where}: an arrow turns the picture`);
    await browser.press('Home');
    checks.check(await imageOf(browser, 'canvas') === before, `${where}: Home restores the first view`);
    if (!moves)
        return;
    const at = await browser.evaluate(sliderValue);
    await browser.press('.', 190, '.');
    await browser.waitForDrawing();
    checks.check(await browser.evaluate(sliderValue) !== at, `${where}: the key "." steps to the next moment`);
    await checkPlaying(browser, checks, where, take);
    await checkSliderByKeys(browser, checks, where);
}

async function checkSliderByKeys(browser, checks, where) {
    checks.check(await tabTo(browser, `document.getElementById('slider')`), `${where}: Tab leads to the slider`);
    await browser.press('Home');
    const first = Number(await browser.evaluate(sliderValue));
    await browser.press('ArrowRight');
    await browser.waitForDrawing();
    const next = Number(await browser.evaluate(sliderValue));
    checks.check(next > first, `${where}: an arrow moves the slider`);
    await checks.checkValue(browser, 'page.viewer.picture.shown.moment', next, `${where}: the picture shows the slider's moment`);
    await browser.press(' ');
    await checks.checkValue(browser, playButtonText, 'Pause', `${where}: space plays from the slider`);
    await browser.press(' ');
}

export async function checkFindingByKeys(browser, checks, where) {
    checks.check(await tabTo(browser, `document.querySelector('#findings button.row')`, 200), `${where}: Tab leads to the first finding`);
    await browser.press('Enter');
    await browser.waitUntil(`document.getElementById('bytes').querySelector('mark') !== null`);
    checks.check(await browser.evaluate(`document.getElementById('field').textContent`) !== '', `${where}: a finding shows its field`);
    await checks.checkValue(browser, `[...document.querySelector('#findings dl').children].filter(one => one.tagName === 'DT').map(one => one.textContent.replace(/ \\(.*/, ''))`,
        ['Source', 'Breaks', 'Fix'], `${where}: a finding shows the texts of its rule`);
    await checks.checkValue(browser, `document.querySelector('#findings summary').textContent`, 'Why it matters, and how to fix it', `${where}: the rule invites to open it`);
    await browser.press('ArrowDown');
    await checks.checkValue(browser, 'document.activeElement.className', 'row', `${where}: arrows stay in the list`);
    await browser.press('Escape');
    await checks.checkValue(browser, `document.getElementById('bytes').textContent`, '', `${where}: Escape hides the bytes`);
    await browser.press('Home');
    await browser.press('Enter');
    await browser.waitUntil(`document.getElementById('bytes').querySelector('mark') !== null`);
}
