// Tests the picture of the page with mouse, fingers and files of known content: what a user does to see why a model is broken.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { status } from './checks.mjs';
import { testFaults } from './faults.mjs';

const PICTURE = 'page.viewer.picture', CAMERA = `${PICTURE}.camera`;
const WIDE = { width: 1400, height: 1000, scheme: 'light' }, NARROW = { width: 400, height: 800, scheme: 'light' };

// The share of the canvas that the drawn points fill, in its fuller direction, and how far they are outside of the canvas.
const filled = `(({ flat, camera: { width, height } }) => {
    const [x, y] = [0, 1].map(axis => flat.filter((one, i) => i % 3 === axis && !Number.isNaN(one)));
    const share = (all, side) => (Math.max(...all) - Math.min(...all)) / side;
    return { share: Math.max(share(x, width), share(y, height)), outside: Math.max(-Math.min(...x), -Math.min(...y), Math.max(...x) - width, Math.max(...y) - height) };
})(${PICTURE})`;

async function tryExample(browser, number, look = WIDE) {
    await browser.open(browser.address, look);
    await browser.value(`document.querySelectorAll('#examples button')[${number}].click()`);
    await browser.linted();
}

// Opens each example: it must be valid, fill the picture at each moment, and have curves.
async function testExamples(browser, checks) {
    await browser.open(browser.address, WIDE);
    const titles = await browser.value(`[...document.querySelectorAll('#examples button')].map(one => one.textContent)`);
    for (const format of ['.md5anim', '.md5mesh', '.md5camera', 'MRTK', 'MEMG'])
        checks.check(titles.some(title => title.includes(format)), `an example has the format ${format}`);
    for (const [number, title] of titles.entries()) {
        for (const look of [WIDE, NARROW]) {
            await tryExample(browser, number, look);
            const { share, outside } = await browser.value(filled), where = `"${title}" at ${look.width}`;
            checks.check(share > (/MRTK|camera/.test(title) ? 0.3 : 0.55) && outside <= 0, `${where}: the picture fills ${share.toFixed(2)} of the canvas, ${outside.toFixed()} pixels are outside`);
            await checks.equal(browser, `document.getElementById('verdict').textContent`, title.includes('snaps') ? 'no errors, 1 warning' : 'no findings', `${where}: its verdict`);
            await checks.equal(browser, `(box => box.top >= 0 && box.bottom <= innerHeight)(document.getElementById('canvas').getBoundingClientRect())`, true, `${where}: the picture is in view`);
        }
    }
}

const mouse = (browser, type, x, y, rest = {}) => browser.ask('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...rest });

async function drag(browser, [x, y], [dx, dy], rest) {
    await mouse(browser, 'mousePressed', x, y, rest);
    for (let i = 1; i <= 4; i++)
        await mouse(browser, 'mouseMoved', x + dx * i / 4, y + dy * i / 4, { buttons: 1, ...rest });
    await mouse(browser, 'mouseReleased', x + dx, y + dy, rest);
    await browser.settle();
}

// The canvas pixel of a joint, and the same in the window.
async function pixelOf(browser, joint) {
    return browser.value(`(({ left, top }) => { const { flat, picture } = ${PICTURE}, i = picture.dots.findIndex(dot => dot.name === '${joint}');
        return [left + flat[3 * i], top + flat[3 * i + 1]]; })(document.getElementById('canvas').getBoundingClientRect())`);
}

const near = ([x, y], [a, b], most) => Math.hypot(x - a, y - b) <= most;

async function testMouse(browser, checks) {
    await tryExample(browser, 0);
    const first = await browser.value(filled), head = await pixelOf(browser, 'head');
    await mouse(browser, 'mouseMoved', ...head);
    await browser.settle();
    await checks.equal(browser, `${PICTURE}.picture.dots[${PICTURE}.hovered].name`, 'head', 'the pointer shows the name of a joint');
    for (let i = 0; i < 3; i++)
        await mouse(browser, 'mouseWheel', ...head, { deltaX: 0, deltaY: -200 });
    await browser.settle();
    checks.check(near(await pixelOf(browser, 'head'), head, 12), 'the wheel zooms to the pointer');
    checks.check((await browser.value(filled)).share > 2 * first.share, 'the wheel zooms');
    await drag(browser, head, [120, 60], { button: 'right', buttons: 2 });
    const moved = await pixelOf(browser, 'head');
    checks.check(near(moved, [head[0] + 120, head[1] + 60], 45), `a right drag moves the picture with the pointer: ${moved} from ${head}`);
    const yaw = await browser.value(`${CAMERA}.yaw`);
    await drag(browser, head, [90, 0]);
    checks.check(await browser.value(`${CAMERA}.yaw`) > yaw + 0.5, 'a drag turns the picture');
    for (let i = 0; i < 12; i++)
        await mouse(browser, 'mouseWheel', ...head, { deltaX: 0, deltaY: 200 });
    await browser.value(`document.getElementById('fit').click()`);
    await browser.settle();
    const { share, outside } = await browser.value(filled);
    checks.check(share > 0.55 && outside <= 0, 'Fit shows all of the picture again');
    const foot = await pixelOf(browser, 'foot_l');
    for (const clickCount of [1, 2]) {
        await mouse(browser, 'mousePressed', ...foot, { clickCount });
        await mouse(browser, 'mouseReleased', ...foot, { clickCount });
    }
    await browser.settle();
    const [x, y] = await pixelOf(browser, 'foot_l'), middle = await browser.value(`(({ left, top, width, height }) => [left + width / 2, top + height / 2])(document.getElementById('canvas').getBoundingClientRect())`);
    checks.check(near([x, y], middle, 25), 'a double click brings a joint into the middle');
}

const touch = (browser, type, points) => browser.ask('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

async function testFingers(browser, checks, folder) {
    await tryExample(browser, 0, NARROW);
    await browser.ask('Emulation.setTouchEmulationEnabled', { enabled: true });
    await browser.value('scrollTo(0, 200)');
    await browser.settle();
    const [x, y] = await pixelOf(browser, 'chest'), scrolled = await browser.value('scrollY');
    await touch(browser, 'touchStart', [[x, y]]);
    for (let i = 1; i <= 7; i++)
        await touch(browser, 'touchMove', [[x, y - 20 * i]]);
    await touch(browser, 'touchEnd', []);
    await browser.settle();
    checks.check(await browser.value('scrollY') > scrolled + 80, 'one finger that moves up scrolls the page over the picture');
    await checks.equal(browser, `${CAMERA}.pitch`, 0.25, 'a finger that scrolls does not turn the picture');
    await browser.value('scrollTo(0, 200)');
    const [yaw, distance] = await browser.value(`[${CAMERA}.yaw, ${CAMERA}.distance]`);
    await touch(browser, 'touchStart', [[x, y]]);
    for (let i = 1; i <= 5; i++)
        await touch(browser, 'touchMove', [[x + 20 * i, y]]);
    await touch(browser, 'touchEnd', []);
    checks.check(await browser.value(`${CAMERA}.yaw`) > yaw + 0.3, 'one finger that moves sideways turns the picture');
    await touch(browser, 'touchStart', [[x - 20, y], [x + 20, y]]);
    for (let i = 1; i <= 5; i++)
        await touch(browser, 'touchMove', [[x - 20 - 10 * i, y], [x + 20 + 10 * i, y]]);
    await touch(browser, 'touchEnd', []);
    checks.check(await browser.value(`${CAMERA}.distance`) < distance * 0.6, 'two fingers zoom the picture');
    await checks.equal(browser, 'visualViewport.scale', 1, 'two fingers do not zoom the page');
    await browser.ask('Emulation.setTouchEmulationEnabled', { enabled: false });
    await browser.open(browser.address, NARROW);
    await browser.choose(readdirSync(folder).map(name => join(folder, name)));
    await browser.value(`scrollTo(0, 0), document.querySelectorAll('#files button.row')[20].click()`);
    await browser.settle();
    await checks.equal(browser, `Math.abs(document.getElementById('detail').getBoundingClientRect().top) < 5`, true, 'a tapped file opens in view at 400 pixels');
}

// Chooses a joint by the search, and looks at its curves, weights and findings.
async function testJoints(browser, checks) {
    await tryExample(browser, 0);
    await browser.value(`document.getElementById('joint-search').focus()`);
    await browser.ask('Input.insertText', { text: 'SHIN_R' });
    await checks.equal(browser, `[...document.querySelectorAll('#joint-list button')].filter(one => one.checkVisibility()).map(one => one.textContent)`, ['shin_r'], 'the search finds a joint');
    await browser.press('Tab');
    await browser.press('Enter');
    await browser.settle();
    await checks.equal(browser, `page.viewer.curves.curves.map(curve => curve.name)`, ['Tx', 'Ty', 'Tz', 'Qx', 'Qy', 'Qz'], 'a joint has six curves');
    await checks.equal(browser, `(curve => [...curve.keys].filter((_, i) => i % 2 === 1).map(one => Math.asin(one)).reduce((a, b) => Math.max(a, b)) * 360 / Math.PI > 149)(page.viewer.curves.curves[4])`, true, 'the curve Qy has the snap by 150 degrees');
    await checks.equal(browser, `page.viewer.curves.findings.map(({ moment, curve, severity }) => [moment, curve, severity])`, [[5, 4, 'warning']], 'the curves show the finding');
    await checks.equal(browser, `document.querySelectorAll('#marks i.warning').length`, 1, 'the slider shows the finding');
    const weighed = `(({ weights, picture, shown }) => { const at = [...weights.keys()].filter(i => weights[i] === 1); return at.length; })(${PICTURE})`;
    await checks.equal(browser, weighed, 8, 'the eight vertices of the box of the shin have weight 1');
    await browser.value(`(skin => { skin.value = 'weights'; skin.dispatchEvent(new Event('change')); })(document.getElementById('skin'))`);
    await browser.settle();
    const reds = `(({ pixels, heats }) => pixels.filter(one => one !== 0 && heats.indexOf(one) % 64 === 63).length)(${PICTURE}.raster)`;
    checks.check(await browser.value(reds) > 300, 'weights are colours');
    await browser.value(`document.getElementById('curve').focus()`);
    await browser.press('ArrowRight');
    await browser.settle();
    await checks.equal(browser, `document.getElementById('curve-note').textContent.startsWith('position Tx is ')`, true, 'a key of a curve is told in words');
    await browser.value(`document.getElementById('bind').click()`);
    await browser.settle();
    await checks.equal(browser, `(points => Math.round(points[3 * 2 + 2]))(${PICTURE}.shown.points)`, 56, 'the bind pose has the chest at the mesh\'s height');
    await checks.equal(browser, `${PICTURE}.shown.moment`, null, 'the bind pose is no frame');
}

// A file whose boxes are too small: the part outside is red, and said in words.
async function testBox(browser, checks, scratch, folder) {
    const small = join(scratch, 'small.md5anim');
    writeFileSync(small, readFileSync(join(folder, 'walk-00.md5anim'), 'utf8').replaceAll('( -36 -22 -4 ) ( 36 22 94 )', '( -36 -22 -4 ) ( 36 22 60 )'));
    await browser.open(browser.address, WIDE);
    await browser.choose([small]);
    await checks.equal(browser, `${PICTURE}.outsideCount`, await browser.value(`(points => [...points.keys()].filter(i => i % 3 === 2 && points[i] > 60.2).length)(${PICTURE}.shown.points)`), 'joints outside of the box are counted');
    await checks.equal(browser, `/red: \\d+ of the joints are outside of the frame's box/.test(document.getElementById('picture-note').textContent)`, true, 'what is red is said in words');
}

// A link holds file, finding and frame; the picture can be saved.
async function testLinkAndPicture(browser, checks, scratch) {
    await tryExample(browser, 0);
    await browser.value(`document.querySelector('#findings button.row').click()`);
    await browser.until(`page.viewer.now === 5`);
    await browser.value(`document.getElementById('link').click()`);
    await browser.settle();
    const link = await browser.value('location.href');
    checks.check(link.endsWith('#file=walk.md5anim&finding=1&at=5'), `the link is ${link}`);
    await browser.open(link.replace('at=5', 'at=7').replace('&finding=1', ''), WIDE);
    await browser.linted();
    await checks.equal(browser, `[document.getElementById('name').textContent, page.viewer.now]`, ['walk.md5anim', 7], 'a link opens file and frame');
    await browser.open(link, NARROW);
    await browser.linted();
    await browser.until(`document.querySelector('#bytes mark') !== null`);
    await checks.equal(browser, `[page.findings.selected(), page.viewer.now]`, [0, 5], 'a link opens the finding');
    await browser.ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch });
    await browser.value(`document.getElementById('png').click()`);
    let png = [];
    for (let i = 0; i < 50 && png.length === 0; i++) {
        await browser.settle();
        png = readdirSync(scratch).filter(name => name.endsWith('.png'));
    }
    checks.check(png[0] === 'walk.md5anim-5.png' && readFileSync(join(scratch, png[0])).subarray(1, 4).toString() === 'PNG', `the picture is saved: ${png}`);
}

// Measures what the page takes to open many files, and to draw a large model.
async function testSpeed(browser, checks, folder, large) {
    await browser.open(browser.address, WIDE);
    const began = Date.now();
    await browser.choose(readdirSync(folder).map(name => join(folder, name)));
    const took = Date.now() - began - 150; // linted() waits at the end
    await checks.equal(browser, status, '40 files: 40 warnings.', 'many files');
    await browser.open(browser.address, WIDE);
    await browser.choose(large);
    await browser.value(`document.querySelector('#files button.row').click()`);
    await browser.until('page.viewer.view?.rate > 0');
    await browser.settle();
    await browser.ask('Performance.enable', { timeDomain: 'threadTicks' });
    const cpu = async () => (await browser.ask('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value, before = await cpu();
    const { pictures, seconds } = await browser.value(`new Promise(resolve => {
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
    await testMouse(browser, checks);
    await testJoints(browser, checks);
    await testFingers(browser, checks, folder);
    await testBox(browser, checks, scratch, folder);
    await testFaults(browser, checks, scratch, folder);
    await testLinkAndPicture(browser, checks, scratch);
    await testSpeed(browser, checks, folder, large);
}
