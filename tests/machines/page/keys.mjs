// The page by keyboard alone: files are chosen, the picture turned and played, a finding gone to.

// Of a row, its list.
const focused = `(one => one.id || (one.matches('button.row') ? one.closest('ol').id : one.className || one.tagName))(document.activeElement)`;
const playing = `document.getElementById('play').textContent`;
const slider = `document.getElementById('slider').value`;

// All that Tab may come to, in order: one row of each list, and then what rules mean.
const ORDER = ['choose', 'choose-folder', 'clear', 'files', 'canvas', 'play', 'slider', 'skin', 'names', 'dots', 'curve', 'curves', 'findings', 'SUMMARY'];
const SCROLLS = ['lines', 'hex']; // where a line is too long: browsers let Tab come to what scrolls

async function tabTo(browser, wanted, most = 60) {
    for (let i = 0; i < most; i++) {
        if (await browser.value(`${wanted} === document.activeElement`))
            return true;
        await browser.press('Tab');
    }
    return false;
}

// The files come in by the keyboard: Tab to the first button, and Enter.
export async function chooseByKeys(browser, checks, paths) {
    await browser.ask('Page.setInterceptFileChooserDialog', { enabled: true });
    const chooser = browser.next('Page.fileChooserOpened');
    await browser.press('Tab');
    await checks.equal(browser, focused, 'choose', 'Tab leads to the first button');
    await browser.press('Enter');
    const { backendNodeId } = await chooser;
    await browser.ask('DOM.setFileInputFiles', { backendNodeId, files: paths });
    await browser.judged();
}

// Tab goes through all that can be used, from the top to the bottom, and each can be seen to have the focus.
export async function walk(browser, checks, where) {
    const met = [];
    await browser.value('document.activeElement.blur()');
    await browser.value(`document.getElementById('choose').focus()`);
    for (let i = 0; i < 200; i++) {
        met.push(await browser.value(focused));
        const seen = await browser.value(`(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)(getComputedStyle(document.activeElement))`);
        checks.check(seen, `${where}: the focus is not seen on ${met[i]}`);
        await browser.press('Tab');
        if (await browser.value(`document.activeElement === document.body || document.activeElement.id === 'choose'`))
            break;
    }
    const order = met.filter(one => !SCROLLS.includes(one)).map(one => ORDER.indexOf(one));
    checks.check(order.every((one, i) => one >= 0 && (i === 0 || one > order[i - 1] || one === ORDER.indexOf('SUMMARY'))), `${where}: Tab comes to ${met}`);
    const usable = await browser.value(`[...document.querySelectorAll('button:not(.row), select, input:not([type=file]), canvas')].filter(one => one.checkVisibility()).map(one => one.id)`);
    checks.check(usable.filter(id => id !== '').every(id => met.includes(id)), `${where}: Tab comes to ${met}, and there is ${usable}`);
}

const imageOf = (browser, id) => browser.value(`document.getElementById('${id}').toDataURL()`);

// Plays until some moments were shown; `take` gets each as the page has it in the world.
async function play(browser, checks, where, take) {
    await browser.press(' ');
    await browser.until(`${playing} === 'Pause'`);
    for (let i = 0; i < 3; i++) {
        await browser.until(`page.picture.shown.moment !== ${await browser.value('page.picture.shown.moment')}`);
        take(await browser.value('({ moment: page.picture.shown.moment, points: [...page.picture.shown.points].map(one => Number.isNaN(one) ? null : one) })'));
    }
    await browser.press(' ');
    await checks.equal(browser, playing, 'Play', `${where}: space plays and pauses`);
    await browser.press(' ');
    await browser.press('Escape');
    await checks.equal(browser, playing, 'Play', `${where}: Escape pauses`);
}

export async function usePicture(browser, checks, where, moves, take) {
    checks.check(await tabTo(browser, `document.getElementById('canvas')`), `${where}: Tab leads to the picture`);
    const before = await imageOf(browser, 'canvas');
    await browser.press('ArrowRight');
    checks.check(await imageOf(browser, 'canvas') !== before, `${where}: an arrow turns the picture`);
    await browser.press('Home');
    checks.check(await imageOf(browser, 'canvas') === before, `${where}: Home looks from where it did at first`);
    if (!moves)
        return;
    const at = await browser.value(slider);
    await browser.press('.', 190, '.');
    await browser.settle();
    checks.check(await browser.value(slider) !== at, `${where}: a point steps to the next moment`);
    await play(browser, checks, where, take);
    await useSlider(browser, checks, where);
}

async function useSlider(browser, checks, where) {
    checks.check(await tabTo(browser, `document.getElementById('slider')`), `${where}: Tab leads to the slider`);
    await browser.press('Home');
    const first = Number(await browser.value(slider));
    await browser.press('ArrowRight');
    await browser.settle();
    const next = Number(await browser.value(slider));
    checks.check(next > first, `${where}: an arrow moves the slider`);
    await checks.equal(browser, 'page.picture.shown.moment', next, `${where}: the slider shows its moment`);
    await browser.press(' ');
    await checks.equal(browser, playing, 'Pause', `${where}: space plays from the slider`);
    await browser.press(' ');
}

export async function useFinding(browser, checks, where) {
    checks.check(await tabTo(browser, `document.querySelector('#findings button.row')`, 200), `${where}: Tab leads to the first finding`);
    await browser.press('Enter');
    await browser.until(`document.getElementById('bytes').querySelector('mark') !== null`);
    checks.check(await browser.value(`document.getElementById('field').textContent`) !== '', `${where}: a finding shows its field`);
    await checks.equal(browser, `[...document.querySelector('#findings dl').children].filter(one => one.tagName === 'DT').map(one => one.textContent.replace(/ \\(.*/, ''))`,
        ['Source', 'Breaks', 'Fix'], `${where}: what its rule says`);
    await browser.press('ArrowDown');
    await checks.equal(browser, 'document.activeElement.className', 'row', `${where}: arrows stay in the list`);
    await browser.press('Escape');
    await checks.equal(browser, `document.getElementById('bytes').textContent`, '', `${where}: Escape takes the bytes away`);
    await browser.press('Home');
    await browser.press('Enter');
    await browser.until(`document.getElementById('bytes').querySelector('mark') !== null`);
}
