// Tests the picture of the page with mouse, fingers and files of known content: what a user does to see why a model is broken.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { status } from './checks.mjs';
import { testFaults } from './faults.mjs';
import { testScrolling } from './scrolling.mjs';

const PICTURE = 'page.viewer.picture', CAMERA = `${PICTURE}.camera`;
const WIDE = { width: 1400, height: 1000, scheme: 'light' }, NARROW = { width: 400, height: 800, scheme: 'light' };

// The share of the canvas that the drawn points fill, in its fuller direction, and how far they are outside of the canvas.
const fillOfCanvas = `(({ flat, camera: { width, height } }) => {
    const [x, y] = [0, 1].map(axis => flat.filter((one, i) => i % 3 === axis && !Number.isNaN(one)));
    const share = (all, side) => (Math.max(...all) - Math.min(...all)) / side;
    return { share: Math.max(share(x, width), share(y, height)), outside: Math.max(-Math.min(...x), -Math.min(...y), Math.max(...x) - width, Math.max(...y) - height) };
})(${PICTURE})`;

async function openExample(browser, number, look = WIDE) {
    await browser.open(browser.address, look);
    await browser.evaluate(`document.querySelectorAll('#examples button')[${number}].click()`);
    await browser.waitUntilLinted();
}

// Opens each example, on a wide and on a narrow page: it must have no findings, or the expected one, and its picture must fill the
// canvas and be in view.
async function testExamples(browser, checks) {
    await browser.open(browser.address, WIDE);
    const titles = await browser.evaluate(`[...document.querySelectorAll('#examples button')].map(one => one.textContent)`);
    for (const format of ['.md5anim', '.md5mesh', '.md5camera', 'MRTK', 'MEMG'])
        checks.check(titles.some(title => title.includes(format)), `an example has the format ${format}`);
    for (const [number, title] of titles.entries()) {
        for (const look of [WIDE, NARROW]) {
            await openExample(browser, number, look);
            const { share, outside } = await browser.evaluate(fillOfCanvas), where = `"${title}" at ${look.width}`;
            checks.check(share > (/MRTK|camera/.test(title) ? 0.3 : 0.55) && outside <= 0, `${where}: the picture fills ${share.toFixed(2)} of the canvas, ${outside.toFixed()} pixels are outside`);
            await checks.checkValue(browser, `document.getElementById('verdict').textContent`, title.includes('snaps') ? 'no errors, 1 warning' : 'no findings', `${where}: its verdict`);
            await checks.checkValue(browser, `(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById('canvas').getBoundingClientRect())`, true, `${where}: the picture is in view`);
        }
    }
}

// Checks that no line of the camera's path joins two shots: a line would be much longer than the step of a frame.
async function testCut(browser, checks) {
    await openExample(browser, 2);
    await checks.checkValue(browser, `(({ picture: { lines, kind }, shown: { points } }) => {
        const ends = Array.from({ length: lines.length / 2 }, (_, i) => [lines[2 * i], lines[2 * i + 1]]).filter(([from, to]) => to === from + 1 && to < points.length / 3 - 5);
        return [kind, ends.length, ends.every(([from, to]) => Math.hypot(...[0, 1, 2].map(axis => points[3 * from + axis] - points[3 * to + axis])) < 10)];
    })(${PICTURE})`, ['camera', 58, true], 'the path of the camera is interrupted at its cut');
}

const sendMouse = (browser, type, x, y, rest = {}) => browser.ask('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...rest });

async function drag(browser, [x, y], [dx, dy], rest) {
    await sendMouse(browser, 'mousePressed', x, y, rest);
    for (let i = 1; i <= 4; i++)
        await sendMouse(browser, 'mouseMoved', x + dx * i / 4, y + dy * i / 4, { buttons: 1, ...rest });
    await sendMouse(browser, 'mouseReleased', x + dx, y + dy, rest);
    await browser.waitForDrawing();
}

// Returns the pixel of the window at which a joint is drawn.
async function pixelOf(browser, joint) {
    return browser.evaluate(`(({ left, top }) => { const { flat, picture } = ${PICTURE}, i = picture.dots.findIndex(dot => dot.name === '${joint}');
        return [left + flat[3 * i], top + flat[3 * i + 1]]; })(document.getElementById('canvas').getBoundingClientRect())`);
}

const isNear = ([x, y], [a, b], most) => Math.hypot(x - a, y - b) <= most;

async function testMouse(browser, checks) {
    await openExample(browser, 0);
    const first = await browser.evaluate(fillOfCanvas), head = await pixelOf(browser, 'head');
    await sendMouse(browser, 'mouseMoved', ...head);
    await browser.waitForDrawing();
    await checks.checkValue(browser, `${PICTURE}.picture.dots[${PICTURE}.hovered].name`, 'head', 'the pointer shows the name of a joint');
    for (let i = 0; i < 3; i++)
        await sendMouse(browser, 'mouseWheel', ...head, { deltaX: 0, deltaY: -200 });
    await browser.waitForDrawing();
    checks.check(isNear(await pixelOf(browser, 'head'), head, 12), 'the wheel zooms to the pointer');
    checks.check((await browser.evaluate(fillOfCanvas)).share > 2 * first.share, 'the wheel zooms');
    await drag(browser, head, [120, 60], { button: 'right', buttons: 2 });
    const moved = await pixelOf(browser, 'head');
    checks.check(isNear(moved, [head[0] + 120, head[1] + 60], 45), `a right drag moves the picture with the pointer: ${moved} from ${head}`);
    const yaw = await browser.evaluate(`${CAMERA}.yaw`);
    await drag(browser, head, [90, 0]);
    checks.check(await browser.evaluate(`${CAMERA}.yaw`) > yaw + 0.5, 'a drag turns the picture');
    for (let i = 0; i < 12; i++)
        await sendMouse(browser, 'mouseWheel', ...head, { deltaX: 0, deltaY: 200 });
    await browser.evaluate(`document.getElementById('fit').click()`);
    await browser.waitForDrawing();
    const { share, outside } = await browser.evaluate(fillOfCanvas);
    checks.check(share > 0.55 && outside <= 0, 'Fit shows all of the picture again');
    const foot = await pixelOf(browser, 'foot_l');
    for (const point of [await pixelOf(browser, 'head'), foot]) {
        await sendMouse(browser, 'mousePressed', ...point);
        await sendMouse(browser, 'mouseReleased', ...point);
    }
    await checks.becomes(browser, `${PICTURE}.picture.dots[${PICTURE}.chosen]?.name`, 'foot_l', 'two quick clicks on two joints are no double click');
    await browser.waitForDrawing();
    for (const clickCount of [1, 2]) {
        await sendMouse(browser, 'mousePressed', ...foot, { clickCount });
        await sendMouse(browser, 'mouseReleased', ...foot, { clickCount });
    }
    await browser.waitForDrawing();
    const [x, y] = await pixelOf(browser, 'foot_l'), middle = await browser.evaluate(`(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.getElementById('canvas').getBoundingClientRect())`);
    checks.check(isNear([x, y], middle, 25), 'a double click brings a joint into the middle');
}

const sendTouch = (browser, type, points) => browser.ask('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

async function testFingers(browser, checks, folder) {
    await openExample(browser, 0, NARROW);
    await browser.ask('Emulation.setTouchEmulationEnabled', { enabled: true });
    await browser.evaluate('scrollTo(0, 200)');
    await browser.waitForDrawing();
    const [x, y] = await pixelOf(browser, 'chest'), scrolled = await browser.evaluate('scrollY');
    await sendTouch(browser, 'touchStart', [[x, y]]);
    for (let i = 1; i <= 7; i++)
        await sendTouch(browser, 'touchMove', [[x, y - 20 * i]]);
    await sendTouch(browser, 'touchEnd', []);
    await browser.waitForDrawing();
    checks.check(await browser.evaluate('scrollY') > scrolled + 80, 'one finger that moves up scrolls the page over the picture');
    await checks.checkValue(browser, `${CAMERA}.pitch`, 0.25, 'a finger that scrolls does not turn the picture');
    await browser.evaluate('scrollTo(0, 200)');
    const [yaw, distance] = await browser.evaluate(`[${CAMERA}.yaw, ${CAMERA}.distance]`);
    await sendTouch(browser, 'touchStart', [[x, y]]);
    for (let i = 1; i <= 5; i++)
        await sendTouch(browser, 'touchMove', [[x + 20 * i, y]]);
    await sendTouch(browser, 'touchEnd', []);
    checks.check(await browser.evaluate(`${CAMERA}.yaw`) > yaw + 0.3, 'one finger that moves sideways turns the picture');
    await sendTouch(browser, 'touchStart', [[x - 20, y], [x + 20, y]]);
    for (let i = 1; i <= 5; i++)
        await sendTouch(browser, 'touchMove', [[x - 20 - 10 * i, y], [x + 20 + 10 * i, y]]);
    await sendTouch(browser, 'touchEnd', []);
    checks.check(await browser.evaluate(`${CAMERA}.distance`) < distance * 0.6, 'two fingers zoom the picture');
    await checks.checkValue(browser, 'visualViewport.scale', 1, 'two fingers do not zoom the page');
    await browser.ask('Emulation.setTouchEmulationEnabled', { enabled: false });
    await browser.open(browser.address, NARROW);
    await browser.chooseFiles(readdirSync(folder).map(name => join(folder, name)));
    await browser.evaluate(`scrollTo(0, 0), document.querySelectorAll('#files button.row')[20].click()`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, `Math.abs(document.getElementById('detail').getBoundingClientRect().top) < 5`, true, 'a tapped file opens in view at 400 pixels');
}

// Chooses a joint by the search, and looks at its curves, weights and findings.
async function testJoints(browser, checks) {
    await openExample(browser, 0);
    await browser.evaluate(`document.getElementById('joint-search').focus()`);
    await browser.ask('Input.insertText', { text: 'SHIN_R' });
    await checks.checkValue(browser, `[...document.querySelectorAll('#joint-list button')].filter(one => one.checkVisibility()).map(one => one.textContent)`, ['shin_r'], 'the search finds a joint');
    await browser.press('Tab');
    await browser.press('Enter');
    await browser.waitForDrawing();
    await checks.checkValue(browser, `page.viewer.curves.curves.map(curve => curve.name)`, ['Tx', 'Ty', 'Tz', 'Qx', 'Qy', 'Qz'], 'a joint has six curves');
    await checks.checkValue(browser, `(curve => [...curve.keys].filter((_, i) => i % 2 === 1).map(one => Math.asin(one)).reduce((a, b) => Math.max(a, b)) * 360 / Math.PI > 149)(page.viewer.curves.curves[4])`, true, 'the curve Qy has the snap by 150 degrees');
    await checks.checkValue(browser, `page.viewer.curves.findings.map(({ moment, curve, severity }) => [moment, curve, severity])`, [[5, 4, 'warning']], 'the curves show the finding');
    await checks.checkValue(browser, `document.querySelectorAll('#marks i.warning').length`, 1, 'the slider shows the finding');
    const weighed = `(({ weights, picture, shown }) => { const at = [...weights.keys()].filter(i => weights[i] === 1); return at.length; })(${PICTURE})`;
    await checks.checkValue(browser, weighed, 8, 'the eight vertices of the box of the shin have weight 1');
    await browser.evaluate(`(skin => { skin.value = 'weights'; skin.dispatchEvent(new Event('change')); })(document.getElementById('skin'))`);
    await browser.waitForDrawing();
    const reds = `(({ pixels, heats }) => pixels.filter(one => one !== 0 && heats.indexOf(one) % 64 === 63).length)(${PICTURE}.raster)`;
    checks.check(await browser.evaluate(reds) > 300, 'weights are colours');
    await browser.evaluate(`document.getElementById('curve').focus()`);
    await browser.press('ArrowRight');
    await browser.waitForDrawing();
    await checks.checkValue(browser, `document.getElementById('curve-note').textContent.startsWith('position Tx is ')`, true, 'a key of a curve is told in words');
    await browser.evaluate(`document.getElementById('bind').click()`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, `(points => Math.round(points[3 * 2 + 2]))(${PICTURE}.shown.points)`, 56, 'the bind pose has the chest at the mesh\'s height');
    await checks.checkValue(browser, `${PICTURE}.shown.moment`, null, 'the bind pose is no frame');
}

// A file whose boxes are too small: the part outside is red, and said in words.
async function testBox(browser, checks, scratch, folder) {
    const small = join(scratch, 'small.md5anim');
    writeFileSync(small, readFileSync(join(folder, 'walk-00.md5anim'), 'utf8').replaceAll('( -36 -22 -4 ) ( 36 22 94 )', '( -36 -22 -4 ) ( 36 22 60 )'));
    await browser.open(browser.address, WIDE);
    await browser.chooseFiles([small]);
    await checks.checkValue(browser, `${PICTURE}.outsideCount`, await browser.evaluate(`(points => [...points.keys()].filter(i => i % 3 === 2 && points[i] > 60.2).length)(${PICTURE}.shown.points)`), 'joints outside of the box are counted');
    await checks.checkValue(browser, `/red: \\d+ of the joints are outside of the frame's box/.test(document.getElementById('picture-note').textContent)`, true, 'what is red is said in words');
}

// A link holds file, finding and frame; the picture can be saved.
async function testLinkAndPicture(browser, checks, scratch) {
    await openExample(browser, 0);
    await browser.evaluate(`document.querySelector('#findings button.row').click()`);
    await browser.waitUntil(`page.viewer.now === 5`);
    await browser.evaluate(`document.getElementById('link').click()`);
    await browser.waitForDrawing();
    const link = await browser.evaluate('location.href');
    checks.check(link.endsWith('#file=walk.md5anim&finding=1&at=5'), `the link is ${link}`);
    await browser.open(link.replace('at=5', 'at=7').replace('&finding=1', ''), WIDE);
    await browser.waitUntilLinted();
    await checks.checkValue(browser, `[document.getElementById('name').textContent, page.viewer.now]`, ['walk.md5anim', 7], 'a link opens file and frame');
    await browser.open(link, NARROW);
    await browser.waitUntilLinted();
    await browser.waitUntil(`document.querySelector('#bytes mark') !== null`);
    await checks.checkValue(browser, `[page.findings.markedNumber(), page.viewer.now]`, [0, 5], 'a link opens the finding');
    await browser.ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch });
    await browser.evaluate(`document.getElementById('png').click()`);
    let png = [];
    for (let i = 0; i < 50 && png.length === 0; i++) {
        await browser.waitForDrawing();
        png = readdirSync(scratch).filter(name => name.endsWith('.png'));
    }
    checks.check(png[0] === 'walk.md5anim-5.png' && readFileSync(join(scratch, png[0])).subarray(1, 4).toString() === 'PNG', `the picture is saved: ${png}`);
}

// Measures the time in which the page opens many files, and the CPU time in which it draws a large model.
async function testSpeed(browser, checks, folder, large) {
    await browser.open(browser.address, WIDE);
    const began = Date.now();
    await browser.chooseFiles(readdirSync(folder).map(name => join(folder, name)));
    const took = Date.now() - began - 150; // waitUntilLinted() waits at the end
    await checks.checkValue(browser, status, '40 files: 40 warnings.', 'many files');
    await browser.open(browser.address, WIDE);
    await browser.chooseFiles(large);
    await browser.evaluate(`document.querySelector('#files button.row').click()`);
    await browser.waitUntil('page.viewer.view?.rate > 0');
    await browser.waitForDrawing();
    await browser.ask('Performance.enable', { timeDomain: 'threadTicks' });
    const cpu = async () => (await browser.ask('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value, before = await cpu();
    const { pictures, seconds } = await browser.evaluate(`new Promise(resolve => {
        const picture = ${PICTURE}, draw = picture.draw, times = [];
        picture.draw = () => { draw.call(picture); times.push(performance.now()); };
        document.getElementById('play').click();
        setTimeout(() => {
            document.getElementById('play').click();
            resolve({ pictures: times.length, seconds: (times.at(-1) - times[0]) / 1000 });
        }, 3000);
    })`);
    const each = (await cpu() - before) * 1000 / pictures;
    console.log(`page: 40 files opened in ${took} ms; 110 joints and 20,000 vertices: ${(pictures / seconds).toFixed(1)} pictures a second, ${each.toFixed(1)} ms of CPU time for each`);
    checks.check(each < 100, 'a large model is drawn in less than 100 ms of CPU time'); // other programs may use the machine
}

export async function testViewer(browser, checks, address, scratch, { folder, large }) {
    browser.address = address;
    await testExamples(browser, checks);
    await testCut(browser, checks);
    await testMouse(browser, checks);
    await testJoints(browser, checks);
    await testFingers(browser, checks, folder);
    await testBox(browser, checks, scratch, folder);
    await testFaults(browser, checks, scratch, folder);
    await testScrolling(browser, checks, scratch, folder);
    await testLinkAndPicture(browser, checks, scratch);
    await testSpeed(browser, checks, folder, large);
}
