// Tests the page with faulty files of known content: that the picture and the text of a fault are seen together.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PICTURE = 'page.viewer.picture', WIDE = { width: 1400, height: 900, scheme: 'light' };
const FAR = 99999;

// The joints that are drawn outside of the canvas, and the share of the canvas that the others fill, in their fuller direction.
const placement = `(({ flat, picture: { dots }, camera: { width, height } }) => {
    const inside = i => flat[3 * i] >= 0 && flat[3 * i] <= width && flat[3 * i + 1] >= 0 && flat[3 * i + 1] <= height, all = [...dots.keys()];
    const share = (axis, side) => (some => (Math.max(...some) - Math.min(...some)) / side)(all.filter(inside).map(i => flat[3 * i + axis]));
    return { outside: all.filter(i => !inside(i)).map(i => dots[i].name), share: Math.max(share(0, width), share(1, height)) };
})(${PICTURE})`;

// Makes foot_l move along x, by FAR in the given frame.
function withFarFrame(text, frame) {
    return text.replace('numAnimatedComponents 10', 'numAnimatedComponents 11').replace('"foot_l" 10 0 0', '"foot_l" 10 1 10')
        .replace(/(frame (\d+) \{[^}]*)\}/g, (_, values, number) => `${values}\t${Number(number) === frame ? FAR : 0}\n}`);
}

// Makes the bones three times as long.
export const withLargerSkeleton = text => text.replace(/(?<=^baseframe \{\n)[^}]*/m, joints => joints.replace(/^\t\( (\S+) (\S+) (\S+) \)/gm, (_, ...at) => `\t( ${at.slice(0, 3).map(one => one * 3).join(' ')} )`));

// Opens an animation together with the mesh of an example, as `change` returns the mesh.
export async function openWithMesh(browser, scratch, name, text, change, look = WIDE) {
    await browser.open(browser.address, look);
    const mesh = await browser.evaluate(`atob(JSON.parse(document.getElementById('samples').textContent)[1].files[0].base64)`);
    const paths = ['anim', 'mesh'].map(kind => join(scratch, `${name}.md5${kind}`));
    writeFileSync(paths[0], text);
    writeFileSync(paths[1], change(mesh));
    await browser.chooseFiles(paths);
}

async function openFile(browser, scratch, name, text, look = WIDE) {
    const path = join(scratch, name);
    writeFileSync(path, text);
    await browser.open(browser.address, look);
    await browser.chooseFiles([path]);
}

// A joint that is far away leaves the others as large as without it.
async function testFar(browser, checks, scratch, text) {
    const check = async (outside, where) => {
        await browser.waitForDrawing();
        const found = await browser.evaluate(placement);
        checks.check(JSON.stringify(found.outside) === JSON.stringify(outside) && found.share > 0.55, `${where}: ${found.outside} outside, the rest fills ${found.share.toFixed(2)}`);
    };
    await openFile(browser, scratch, 'far-frame.md5anim', withFarFrame(text, 23));
    await check([], 'a joint far away in another frame');
    await browser.evaluate(`page.viewer.player.go(23)`);
    await check(['foot_l'], 'a joint far away in this frame');
    await browser.evaluate(`document.getElementById('fit').click()`);
    await check(['foot_l'], 'Fit with a joint far away');
    await openFile(browser, scratch, 'far-joint.md5anim', text.replace('\t( 0 0 -21 ) ( 0 0 0 )\n\t( 0 -5 0 )', `\t( ${FAR} 0 -21 ) ( 0 0 0 )\n\t( 0 -5 0 )`));
    await check(['foot_l'], 'a joint far away in each frame');
    await openFile(browser, scratch, 'far-half.md5anim', text.replace('( 0 0 10 )', `( ${FAR} 0 10 )`));
    await browser.evaluate(`for (let i = 0; i < 60; i++) ${PICTURE}.camera.magnify(1.5)`);
    await checks.checkValue(browser, `${PICTURE}.camera.distance < 50`, true, 'the eye goes as near as a bone is long');
}

// A chosen finding stays where it is, with the picture above and its source below.
async function testChosen(browser, checks, scratch, text) {
    await openFile(browser, scratch, 'chosen.md5anim', text);
    const places = `[document.querySelector('#findings button.row'), document.getElementById('canvas'), document.getElementById('field')].map(one => one.getBoundingClientRect().top)`;
    for (const scrolled of [0, 120, 9999]) {
        await browser.evaluate(`scrollTo(0, ${scrolled})`);
        const [before] = await browser.evaluate(places);
        await browser.evaluate(`document.querySelector('#findings button.row').click()`);
        await browser.waitForDrawing();
        const [row, canvas, field] = await browser.evaluate(places);
        checks.check(scrolled === 9999 || Math.abs(row - before) < 2, `a clicked finding moves from ${before} to ${row}`);
        checks.check(row < 900 && field > row && canvas > -200, `a finding at ${row} is seen with the picture at ${canvas} and the field at ${field}`);
        await browser.press('Escape');
        await browser.waitForDrawing();
    }
}

// The first finding is on the first screen, and beside the picture if the page is wide. On a wide page its source is seen, too.
async function testFirstScreen(browser, checks, scratch, text) {
    for (const look of [WIDE, { width: 400, height: 800, scheme: 'dark' }]) {
        await openFile(browser, scratch, 'first.md5anim', text, look);
        if (look.width < 500)
            await browser.evaluate(`document.querySelector('#files button.row').click()`);
        await browser.waitForDrawing();
        const { canvas, row } = await browser.evaluate(`(([canvas, row]) => ({ canvas, row }))(['canvas', 'findings'].map(id => document.getElementById(id).getBoundingClientRect().toJSON()))`);
        checks.check(row.top < look.height - 60 && canvas.top >= 0 && (look.width < 500 || row.left > canvas.right), `${look.width}: findings at ${row.left} ${row.top}, the picture ends at ${canvas.right} ${canvas.bottom}`);
        await browser.evaluate(`document.querySelector('#findings button.row').click()`);
        await browser.waitUntil(`document.querySelector('#bytes mark') !== null`);
        await browser.waitForDrawing();
        const { top, bottom } = await browser.evaluate(`document.querySelector('#bytes mark').getBoundingClientRect().toJSON()`);
        checks.check(look.width < 500 || top > 0 && bottom < look.height, `the source of a finding ends at ${bottom}`);
    }
}

// A mesh and its animation have equally bad findings: the mesh is opened. The animation then links to the mesh as a possible cause.
async function testCause(browser, checks, scratch, text) {
    const halve = mesh => mesh.replace(/(weight 3 \d+ )1/, '$10.5'), small = text.replaceAll('( 36 22 94 )', '( 36 22 60 )');
    const shown = `[document.getElementById('name').textContent, document.getElementById('cause').checkVisibility()]`;
    await openWithMesh(browser, scratch, 'cause', small, halve);
    await checks.checkValue(browser, shown, ['cause.md5mesh', false], 'the file with the cause is opened');
    await browser.evaluate(`document.querySelectorAll('#files button.row')[0].click()`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, shown, ['cause.md5anim', true], 'the animation names a cause');
    await browser.evaluate(`document.getElementById('cause').click()`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, shown, ['cause.md5mesh', false], 'the cause opens its file');
    await openWithMesh(browser, scratch, 'alone', small, mesh => mesh);
    await checks.checkValue(browser, shown, ['alone.md5anim', false], 'a mesh without findings is no cause');
    const clean = text.replace(/^(frame 4 \{([^}]*)\}\s*frame 5 \{)[^}]*/m, '$1$2');
    for (const [name, animation, change, wanted] of [['clean', clean, halve, true], ['notes', clean.replace('frameRate 24', 'frameRate 500'), mesh => mesh.replace(/shader ".*"/, 'shader ""'), false]]) {
        await openWithMesh(browser, scratch, name, animation, change);
        await browser.evaluate(`document.querySelectorAll('#files button.row')[0].click()`);
        await browser.waitForDrawing();
        await checks.checkValue(browser, shown, [`${name}.md5anim`, wanted], `the mesh of ${name}.md5anim is a cause`);
    }
}

// Notes are listed last, and a finding after the cause from which it follows.
async function testOrder(browser, checks, scratch, text) {
    const larger = withLargerSkeleton(text).replace('frameRate 24', 'frameRate 500');
    await openWithMesh(browser, scratch, 'order', larger, mesh => mesh);
    const rules = `.map(one => one.replace(/.*\\//, '')).filter(rule => /mesh-|rate/.test(rule))`, wanted = ['mesh-scale', 'mesh-bounds', 'frame-rate-high'];
    await checks.checkValue(browser, `page.reports[0].files[0].findings.map(({ rule }) => rule)${rules}`, ['frame-rate-high', 'mesh-bounds', 'mesh-scale'], 'the order of the file');
    await checks.checkValue(browser, `[...document.querySelectorAll('#findings .head')].map(one => one.textContent.split(' ')[1])${rules}`, wanted, 'the order of the list');
}

// An animation that no mesh fits says so, with the difference that the program's `sets` has: from the mesh with nearly the same
// joints, or else from the only mesh.
async function testMisfit(browser, checks, scratch, text) {
    const folder = join(scratch, 'misfit'), path = join(folder, 'step.md5anim'), about = `document.getElementById('about').textContent.split(', ').slice(2).join(', ')`;
    mkdirSync(folder);
    await openWithMesh(browser, folder, 'body', text, mesh => mesh.replace('"shin_l"', '"kept"').replace('"shin_r"', '"shin_l"').replace('"kept"', '"shin_r"'));
    const [mesh, other, third] = ['body', 'other', 'third'].map(name => join(folder, `${name}.md5mesh`));
    writeFileSync(path, text);
    writeFileSync(other, readFileSync(mesh, 'utf8').replaceAll('"shin', '"fin').replace(/^\t"[^f]/gm, '$&x'));
    const open = async meshes => {
        await browser.open(browser.address, WIDE);
        await browser.chooseFiles([...meshes, path]);
    };
    const difference = checks.differenceOf(path, [mesh]);
    await open([mesh, other]);
    checks.check(/^joint \d+ is "shin_[lr]", not "shin_[lr]"$/.test(difference), `the program says: ${difference}`);
    await checks.checkValue(browser, `[document.getElementById('name').textContent, ${about}]`, ['step.md5anim', `without a mesh: ${difference} as in body.md5mesh`], 'a mesh with nearly the same joints');
    await checks.checkValue(browser, `[...document.querySelectorAll('#files .verdict')].map(one => one.textContent.split(', ')[1] ?? '')`, ['', '', 'without a mesh'], 'the list says what has no mesh');
    await open([other]);
    await checks.checkValue(browser, `/^without a mesh: joint 0 is "\\w+", not "\\w+" as in other.md5mesh$/.test(${about})`, true, 'the only mesh has other joints');
    copyFileSync(other, third);
    await open([other, third]);
    await checks.checkValue(browser, about, '', 'several meshes with other joints');
}

// The source of a file whose lines end with CR LF shows no sign for CR, but one for a CR inside a line.
async function testLineEnds(browser, checks, scratch, text) {
    const shows = async (lines, wanted, what) => {
        await openFile(browser, scratch, 'lines.md5anim', lines);
        await browser.evaluate(`document.querySelector('#findings button.row').click()`);
        await browser.waitUntil(`document.querySelector('#bytes mark') !== null`);
        await checks.checkValue(browser, `/\ufffd/.test(document.getElementById('findings').textContent)`, wanted, what);
    };
    await shows(text.replaceAll('\n', '\r\n'), false, 'line ends of CR LF are shown');
    await shows(text.replaceAll('\n', '\t\r\r\n'), true, 'a CR inside a line is hidden');
}

// The source of a field has line numbers, and shows the starts of the lines if the marked bytes are visible there, too.
async function testLineStarts(browser, checks, scratch, text) {
    const numbers = '-35.00000000000000000000000000000000000000 ', box = `( ${numbers.repeat(3)}) ( ${numbers.replace('-35', '36').repeat(3)})`;
    await openFile(browser, scratch, 'long.md5anim', text.replace('( -36 -22 -4 ) ( 36 22 94 )', `  ${box}`));
    await browser.evaluate(`page.showField({ path: 'bounds[0].min.y' }, { follow: false })`);
    const lines = `document.querySelector('#bytes .lines')`;
    await checks.checkValue(browser, `${lines}.scrollWidth > ${lines}.clientWidth`, true, 'the line is longer than the pane');
    await checks.checkValue(browser, `${lines}.scrollLeft`, 0, 'the source shows the line starts');
    await checks.checkValue(browser, `[...${lines}.querySelectorAll('.offset')].map(one => Number(one.textContent))`, [25, 26, 27, 28, 29, 30, 31], 'the source of a field has line numbers');
}

// The bind pose is far from the frames: each is in view when it is shown.
async function testBindPose(browser, checks, scratch, text) {
    await openWithMesh(browser, scratch, 'bind', text, mesh => mesh.replace(/^(\t"\w+" -?\d+) \( 0 /gm, '$1 ( 900 '));
    for (const [what, button] of [['the bind pose', 'bind'], ['a frame', 'bind'], ['the bind pose again', 'bind'], ['the next frame', 'next']]) {
        await browser.evaluate(`document.getElementById('${button}').click()`);
        await browser.waitForDrawing();
        await browser.waitForDrawing();
        const { outside, share } = await browser.evaluate(placement);
        checks.check(outside.length === 0 && share > 0.5, `${what}: ${outside.length} joints are outside, the rest fills ${share?.toFixed(2)}`);
    }
}

const select = (id, value) => `(one => { one.value = ${value}; one.dispatchEvent(new Event('change')); })(document.getElementById('${id}'))`;

// Returns an expression that counts the pixels of the canvas with a colour that passes a test of (r, g, b).
const pixelsWith = test => `(({ canvas, canvas: { width, height } }) => {
    const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
        count += (([r, g, b]) => ${test})(data.subarray(i, i + 3)) ? 1 : 0;
    return count;
})(${PICTURE})`;

// A mesh with a triangle twice: its finding marks the triangle.
async function testTriangle(browser, checks, scratch, text) {
    await openWithMesh(browser, scratch, 'twice', text, mesh => mesh.replace('tri 1 0 2 3', 'tri 1 1 0 3'));
    const marked = pixelsWith('[0xd8, 0x1b, 0x60].every((one, part) => Math.abs(one - [r, g, b][part]) < 3)');
    await browser.evaluate(`document.querySelectorAll('#files button.row')[1].click()`);
    await browser.waitForDrawing();
    await browser.evaluate(`document.querySelector('#findings button.row').click()`);
    await browser.waitUntil(`${PICTURE}.triangle !== null`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, `${PICTURE}.triangle`, 1, 'a finding about a triangle marks it');
    checks.check(await browser.evaluate(marked) > 10, `the marked triangle is drawn: ${await browser.evaluate(marked)} pixels`);
    await browser.press('Escape');
    await browser.waitForDrawing();
    await checks.checkValue(browser, `[${PICTURE}.triangle, ${marked}]`, [null, 0], 'Escape clears the mark');
}

// A mesh with a vertex that two joints move, and with 24 triangles that face inwards.
async function testMesh(browser, checks, scratch, text) {
    const violet = pixelsWith('r > 60 && b > r && g < 0.6 * r');
    await openWithMesh(browser, scratch, 'sides', text, mesh => mesh);
    await browser.evaluate(`document.querySelectorAll('#files button.row')[1].click()`);
    await browser.waitForDrawing();
    await browser.evaluate(select('skin', `'sides'`));
    await browser.waitForDrawing();
    checks.check(await browser.evaluate(violet) < 60, `a closed model has ${await browser.evaluate(violet)} pixels of back faces`);
    await openWithMesh(browser, scratch, 'inwards', text, mesh => mesh.replace(/tri (\d+) (\d+) (\d+) (\d+)/g, (tri, i, a, b, c) => (i < 24 ? `tri ${i} ${a} ${c} ${b}` : tri))
        .replace('vert 8 ( 0 0 ) 8 1', 'vert 8 ( 0 0 ) 8 2').replace(/(weight 8 \d+ )1/, '$10.25').replace(/(weight 9 \d+ )1/, '$10.5'));
    await browser.evaluate(`document.querySelectorAll('#files button.row')[1].click()`);
    await browser.waitForDrawing();
    await browser.evaluate(select('skin', `'sides'`));
    await browser.waitForDrawing();
    checks.check(await browser.evaluate(violet) > 500, `back faces are violet: ${await browser.evaluate(violet)} pixels`);
    await checks.checkValue(browser, `/violet: faces seen from behind/.test(document.getElementById('picture-note').textContent)`, true, 'what is violet is said in words');
    await browser.evaluate(`[...document.querySelectorAll('#findings button.row')].find(row => /verts\\[8\\]/.test(row.textContent)).click()`);
    await browser.waitUntil(`document.getElementById('weights').textContent !== ''`);
    await checks.checkValue(browser, `/^Weights of meshes\\[0\\].verts\\[8\\], line 37: \\w+ 0.25, \\w+ 0.5; their sum is 0.75$/.test(document.getElementById('weights').textContent)`, true, 'a finding about a vertex lists its weights');
    await browser.evaluate(`page.viewer.choosePoint(1)`);
    await browser.evaluate(select('skin', `'weights'`));
    await browser.waitForDrawing();
    await checks.checkValue(browser, `document.getElementById('weights').textContent`, '', 'a joint has no weights of a vertex');
    const red = pixelsWith('r > 220 && g < 60 && b < 60');
    checks.check(await browser.evaluate(red) > 20, 'the legend has the colour of weight 1');
    await browser.evaluate(`${PICTURE}.controls.acts.pick(...(i => [${PICTURE}.flat[i], ${PICTURE}.flat[i + 1]])(3 * ${PICTURE}.pick(${PICTURE}.camera.width / 2, ${PICTURE}.camera.height / 2)))`);
    const front = `(({ flat, picture: { dots, points }, raster }) => [...Array(points).keys()].filter(i => i >= dots.length && !raster.hides(flat, i)).length)(${PICTURE})`;
    checks.check(await browser.evaluate(front) > 10 && await browser.evaluate(front) < 112, `some vertices are hidden by the surface: ${await browser.evaluate(front)} of 112 are not`);
}

const weights = `document.getElementById('weights')`, shownJoint = `[${PICTURE}.picture.dots[${PICTURE}.joint]?.name ?? null, ${PICTURE}.weights !== null]`;

// Clicks a pixel of the canvas.
async function click(browser, [x, y]) {
    const [left, top] = await browser.evaluate(`(one => [one.getBoundingClientRect().left + one.clientLeft, one.getBoundingClientRect().top + one.clientTop])(document.getElementById('canvas'))`);
    for (const type of ['mousePressed', 'mouseReleased'])
        await browser.ask('Input.dispatchMouseEvent', { type, x: left + x, y: top + y, button: 'left', clickCount: 1 });
    await browser.waitForDrawing();
}

const openFileOfList = (browser, name) => browser.evaluate(`page.choose(page.files.findIndex(({ label }) => label === '${name}'))`);

// The number of a vertex that a click on a pixel chooses, and that pixel; its neighbours choose the vertex, too.
const clickable = `(one => {
    const first = one.picture.dots.length, pixel = i => [Math.round(one.flat[3 * i]), Math.round(one.flat[3 * i + 1])];
    const at = (i, off) => one.pick(pixel(i)[0] + off, pixel(i)[1] - off);
    const i = [...Array(one.picture.points).keys()].find(i => at(i, 0) >= first && at(i, -2) === at(i, 0) && at(i, 2) === at(i, 0));
    return [at(i, 0) - first, ...pixel(i)];
})(${PICTURE})`;

// A clicked vertex of the skin shows its weights and its line over the picture, while the colours of the chosen joint stay, also after
// a click on a finding. A click on the background clears the vertex, another one the joint.
async function testWeights(browser, checks, scratch, text) {
    for (const look of [WIDE, { width: 400, height: 800, scheme: 'dark' }]) {
        await openWithMesh(browser, scratch, 'weights', text, mesh => mesh.replace(/(weight 8 \d+ )1/, '$10.25'), look);
        await checks.checkValue(browser, `/A click shows a\\s+joint, or the weights of a vertex/.test(document.getElementById('help').textContent)`, true, 'the hints name the click on the skin');
        for (const name of ['weights.md5mesh', 'weights.md5anim']) {
            await openFileOfList(browser, name);
            await browser.evaluate(`page.viewer.pick(10).then(() => document.getElementById('canvas').scrollIntoView())`);
            await browser.evaluate(select('skin', `'weights'`));
            await browser.waitForDrawing();
            const [number, ...pixel] = await browser.evaluate(clickable);
            await click(browser, pixel);
            const lines = readFileSync(join(scratch, 'weights.md5mesh'), 'utf8').split('\n'), line = lines.findIndex(one => one.startsWith(`\tvert ${number} `)) + 1;
            const told = `Weights of meshes[0].verts[${number}], line ${line}${name.endsWith('mesh') ? '' : ' of weights.md5mesh'}: `;
            await checks.becomes(browser, `${weights}.textContent.slice(0, ${told.length})`, told, `${look.width}, ${name}: a clicked vertex`);
            await checks.checkValue(browser, `((one, all) => one.top >= all.top && one.bottom <= all.bottom && one.left >= all.left && one.right <= all.right && one.bottom <= innerHeight)(${weights}.getBoundingClientRect(), document.getElementById('canvas').getBoundingClientRect())`, true, `${look.width}, ${name}: its weights are seen over the picture`);
            await checks.becomes(browser, `document.querySelector('#bytes mark').parentElement.textContent.trim()`, lines[line - 1].trim(), `${look.width}, ${name}: its line is shown`);
            await checks.checkValue(browser, shownJoint, ['shin_l', true], `${look.width}, ${name}: the colours of the joint stay`);
            await click(browser, [4, 4]);
            await checks.becomes(browser, `[${weights}.textContent, ...${shownJoint}]`, ['', 'shin_l', true], `${look.width}, ${name}: a click on the background clears the vertex`);
        }
        await openFileOfList(browser, 'weights.md5mesh');
        await browser.evaluate(`page.viewer.pick(10).then(() => document.querySelector('#findings button.row').click())`);
        await checks.becomes(browser, `[${weights}.textContent.slice(0, 28), ...${shownJoint}]`, ['Weights of meshes[0].verts[8', 'shin_l', true], `${look.width}: a finding leaves the colours`);
        await browser.evaluate(`page.viewer.pick(10).then(() => document.getElementById('canvas').scrollIntoView())`);
        await click(browser, [4, 4]);
        await checks.becomes(browser, shownJoint, [null, false], `${look.width}: a click on the background clears the joint`);
    }
}

// The legend names the joint; the name under the pointer is left out where it would lie on that of the chosen joint.
async function testNames(browser, checks, scratch, text) {
    await openWithMesh(browser, scratch, 'names', text, mesh => mesh);
    await browser.evaluate(`page.viewer.pick(1)`);
    await browser.evaluate(select('skin', `'weights'`));
    const names = (point, zoom) => browser.evaluate(`((picture, plain, names) => { drawText = (context, text, ...rest) => { names.push(text); plain(context, text, ...rest); };
        picture.camera.magnify(${zoom}); picture.moved = true; picture.hovered = ${point}; picture.draw(); drawText = plain; return names.slice(-3); })(${PICTURE}, drawText, [])`);
    for (const [point, zoom, wanted] of [[4, 1, ['weights of hips', 'hips', 'head']], [9, 0.3, ['1', 'weights of hips', 'hips']]]) {
        const found = await names(point, zoom);
        checks.check(JSON.stringify(found) === JSON.stringify(wanted), `the names in the picture are ${found}, not ${wanted}`);
    }
}

// Two files of a set: one is drawn over the other, and the changes are those of `animproof compare`.
async function testCompare(browser, checks, scratch, text) {
    const old = join(scratch, 'a-old.md5anim'), newer = join(scratch, 'b-new.md5anim');
    writeFileSync(old, text);
    writeFileSync(newer, text.replace('( 0 0 46 )', '( 12 0 46 )').replace(/frameRate \d+/, 'frameRate 30'));
    await browser.open(browser.address, WIDE);
    await browser.chooseFiles([old, newer]);
    await browser.evaluate(`document.querySelectorAll('#files button.row')[1].click()`);
    await browser.waitForDrawing();
    const green = pixelsWith('r < 40 && g > 90 && g < 140 && b > 80 && b < 130');
    await checks.checkValue(browser, `[${green}, [...document.getElementById('compare').options].map(one => one.textContent)]`, [0, ['no file', 'a-old.md5anim']], 'the other file can be compared');
    await browser.evaluate(select('compare', 0));
    await browser.waitUntil(`document.querySelectorAll('#changes button.row').length > 0`);
    await browser.waitForDrawing();
    const shown = await browser.evaluate(`[...document.querySelectorAll('#changes .message')].map(one => one.textContent)`);
    const wanted = checks.changesOf(old, newer);
    checks.check(shown.length === 2 && JSON.stringify(shown) === JSON.stringify(wanted), `the changes are ${shown}, not ${wanted}`);
    checks.check(await browser.evaluate(green) > 300, 'the other file is drawn in green');
    const apart = `(({ shown: { points, other } }) => points[3] - other[3])(${PICTURE})`;
    await checks.checkValue(browser, apart, 12, 'the joint hips is moved by 12');
    await browser.evaluate(`page.viewer.player.go(7)`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, `[${PICTURE}.shown.moment, ${apart}]`, [7, 12], 'the other file shows the same frame');
    await browser.evaluate(`[...document.querySelectorAll('#changes button.row')].at(-1).click()`);
    await browser.waitUntil(`document.querySelector('#bytes mark') !== null`);
    await checks.checkValue(browser, `${PICTURE}.chosen`, 1, 'a change marks its joint');
    await browser.evaluate(select('compare', -1));
    await browser.waitForDrawing();
    await checks.checkValue(browser, `[${green}, document.querySelectorAll('#changes li').length, document.getElementById('changes-note').textContent]`, [0, 0, ''], 'no file is compared');
}

// A view contains all points of a long round model, seen from any side. With a comparison, it also contains the other file, whose box is drawn.
async function testFit(browser, checks, scratch, text) {
    const paths = [['fit-own', text], ['fit-other', withLargerSkeleton(text)]].map(([name, content]) => {
        writeFileSync(join(scratch, `${name}.md5anim`), content);
        return join(scratch, `${name}.md5anim`);
    });
    await browser.open(browser.address, WIDE);
    const least = await browser.evaluate(`((camera, least) => {
        const coordinate = (k, z, r = Math.sqrt(1 - z * z)) => [4 * r * Math.cos(2.4 * k), r * Math.sin(2.4 * k), 0.3 * z];
        const points = Float32Array.from(Array.from({ length: 3000 }, (_, k) => coordinate(k, 1 - 2 * (k + 0.5) / 3000)).flat());
        camera.resize(664, 542);
        for (let turn = 0; turn < 60; turn++) {
            camera.orient('mesh', 'z');
            camera.turn(turn * 0.11, turn % 7 * 0.1);
            camera.fit(outermostOf([points], 0));
            camera.project(points).forEach((one, i) => { least = i % 3 < 2 ? Math.min(least, one, [664, 542][i % 3] - one) : least; });
        }
        return least;
    })(new Camera(), Infinity)`);
    checks.check(least > 0, `a fitted view leaves out ${-least} pixels of a round model`);
    await browser.chooseFiles(paths);
    await openFileOfList(browser, 'fit-own.md5anim');
    await browser.evaluate(select('compare', 0));
    const outside = `(({ camera, shown: { other } }) => other && Math.max(...[...camera.project(other)].map((one, i) => (i % 3 < 2 ? Math.max(-one, one - [camera.width, camera.height][i % 3]) : -1))) > 0)(${PICTURE})`;
    await checks.becomes(browser, `${PICTURE}.shown.otherBox?.length`, 6, 'the other file is drawn');
    await checks.checkValue(browser, outside, false, 'the view contains the other file');
    await browser.evaluate(`document.getElementById('fit').click()`);
    await browser.waitForDrawing();
    await checks.checkValue(browser, outside, false, 'Fit shows the other file, too');
    const green = pixelsWith('Math.abs(r - 0) < 60 && Math.abs(g - 121) < 40 && Math.abs(b - 107) < 40'), all = await browser.evaluate(green);
    await browser.evaluate(`${PICTURE}.other.bounded = false, ${PICTURE}.draw()`);
    checks.check(all > await browser.evaluate(green) + 100, 'the box of the other file is drawn');
}

export async function testFaults(browser, checks, scratch, folder) {
    const text = readFileSync(join(folder, 'walk-00.md5anim'), 'utf8');
    await testFar(browser, checks, scratch, text);
    await testChosen(browser, checks, scratch, text);
    await testFirstScreen(browser, checks, scratch, text);
    await testCause(browser, checks, scratch, text);
    await testOrder(browser, checks, scratch, text);
    await testMisfit(browser, checks, scratch, text);
    await testLineEnds(browser, checks, scratch, text);
    await testLineStarts(browser, checks, scratch, text);
    await testBindPose(browser, checks, scratch, text);
    await testTriangle(browser, checks, scratch, text);
    await testMesh(browser, checks, scratch, text);
    await testWeights(browser, checks, scratch, text);
    await testNames(browser, checks, scratch, text);
    await testCompare(browser, checks, scratch, text);
    await testFit(browser, checks, scratch, text);
}
