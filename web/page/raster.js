// Fills triangles with a depth buffer, without a graphics processor: the picture is the same in each browser.

// Limits of the pixels of an image, for few triangles and for many: an image with more pixels than the canvas has smooth edges.
const MOST_PIXELS = { few: 2.2e6, many: 5e5 }, MANY_TRIANGLES = 10000;
const HEATS = 64, LIGHTS = 16; // colours from weight 0 to weight 1, and their brightnesses

const packed = (r, g, b) => (255 << 24 | b << 16 | g << 8 | r) >>> 0;

const PLAIN = [150, 168, 192], OUTSIDE = [235, 60, 60], BACK = [180, 70, 215]; // colours of surfaces in full light

// Returns a colour with a brightness from 0 to 1.
function shade(light, [r, g, b]) {
    const share = 0.35 + 0.65 * light;
    return packed(r * share, g * share, b * share);
}

// Returns the colours of weights from 0 (blue) over green to 1 (red), for each of LIGHTS brightnesses.
function heatColors() {
    return Uint32Array.from({ length: LIGHTS * HEATS }, (_, i) => {
        const heat = i % HEATS / (HEATS - 1), light = 0.5 + 0.5 * Math.floor(i / HEATS) / (LIGHTS - 1);
        const part = middle => 255 * light * Math.min(Math.max(1.5 - Math.abs(4 * heat - middle), 0), 1);
        return heat === 0 ? packed(90 * light, 100 * light, 140 * light) : packed(part(3.4), part(2.2), part(1));
    });
}

class Raster {
    constructor() {
        this.canvas = document.createElement('canvas');
        this.context = this.canvas.getContext('2d');
        this.heats = heatColors();
    }

    // Clears the image, which has `ratio` times the width and `ratio` times the height of the canvas that it will be drawn on.
    begin(width, height, triangles) {
        this.ratio = Math.min(2, Math.sqrt(MOST_PIXELS[triangles > MANY_TRIANGLES ? 'many' : 'few'] / (width * height)));
        const [w, h] = [width, height].map(side => Math.max(1, Math.round(side * this.ratio)));
        if (this.canvas.width !== w || this.canvas.height !== h || !this.image) {
            Object.assign(this.canvas, { width: w, height: h });
            this.image = this.context.createImageData(w, h);
            this.pixels = new Uint32Array(this.image.data.buffer);
            this.depths = new Float32Array(w * h);
        }
        this.pixels.fill(0);
        this.depths.fill(0);
    }

    // Fills triangles, which are indices of points in `flat` (x, y, depth). `focal` is the camera's. `weights` has the weight of
    // each point, or is null; triangles with a point in `outside` are red, and if `sides` is true, triangles seen from behind are violet: those of
    // id Tech 4 turn clockwise if they are seen from the front. A triangle with a hidden point (NaN) is left out. All in one function,
    // for speed: a large mesh has 40,000 triangles.
    fill(flat, triangles, focal, weights, outside, sides) {
        const { ratio, pixels, depths, heats, canvas: { width, height } } = this;
        for (let i = 0; i < triangles.length; i += 3) {
            const pa = triangles[i], pb = triangles[i + 1], pc = triangles[i + 2], a = 3 * pa, b = 3 * pb, c = 3 * pc;
            const ax = flat[a] * ratio, ay = flat[a + 1] * ratio, ux = flat[b] * ratio - ax, uy = flat[b + 1] * ratio - ay;
            const vx = flat[c] * ratio - ax, vy = flat[c + 1] * ratio - ay, area = ux * vy - uy * vx;
            if (!(area > 0 || area < 0))
                continue;
            const left = Math.max(0, Math.ceil(Math.min(ax, ax + ux, ax + vx) - 0.5)), right = Math.min(width - 1, Math.floor(Math.max(ax, ax + ux, ax + vx) - 0.5));
            const top = Math.max(0, Math.ceil(Math.min(ay, ay + uy, ay + vy) - 0.5)), bottom = Math.min(height - 1, Math.floor(Math.max(ay, ay + uy, ay + vy) - 0.5));
            if (left > right || top > bottom)
                continue;
            const red = outside !== null && (outside[pa] | outside[pb] | outside[pc]) !== 0, heat = weights !== null && !red;
            const light = this.light(ux, uy, vx, vy, area, flat[b + 2] - flat[a + 2], flat[c + 2] - flat[a + 2], focal * ratio / flat[a + 2]);
            const color = heat ? Math.round(light * (LIGHTS - 1)) * HEATS : shade(light, red ? OUTSIDE : sides && area < 0 ? BACK : PLAIN); // or the place of its brightness in `heats`
            const wa = heat ? weights[pa] : 0, wb = heat ? weights[pb] - wa : 0, wc = heat ? weights[pc] - wa : 0;
            const za = 1 / flat[a + 2], zb = 1 / flat[b + 2] - za, zc = 1 / flat[c + 2] - za; // 1/depth is linear on the screen
            const du = vy / area, dv = -uy / area;
            for (let y = top; y <= bottom; y++) {
                const px = left + 0.5 - ax, py = y + 0.5 - ay;
                let u = (px * vy - py * vx) / area, v = (py * ux - px * uy) / area;
                for (let x = left, at = y * width + left; x <= right; x++, at++, u += du, v += dv) {
                    if (u < 0 || v < 0 || u + v > 1)
                        continue;
                    const nearness = za + u * zb + v * zc;
                    if (nearness <= depths[at])
                        continue;
                    depths[at] = nearness;
                    pixels[at] = heat ? heats[color + Math.round((wa + u * wb + v * wc) * (HEATS - 1))] : color;
                }
            }
        }
    }

    // Returns the brightness of a triangle with the sides (ux, uy, uz) and (vx, vy, vz), from 0 to 1, by the angle at which it faces
    // a light beside the eye. x and y are in pixels, and so is z after `scale`.
    light(ux, uy, vx, vy, area, uz, vz, scale) {
        const nx = (uy * vz - uz * vy) * scale, ny = (uz * vx - ux * vz) * scale;
        return Math.min(Math.abs(0.25 * nx - 0.4 * ny + 0.88 * area) / Math.sqrt(nx * nx + ny * ny + area * area), 1);
    }

    // Returns true if the image has a triangle in front of a point of `flat`.
    hides(flat, point) {
        const { ratio, depths, canvas: { width } } = this, [x, y] = [0, 1].map(axis => Math.floor(flat[3 * point + axis] * ratio));
        return x >= 0 && x < width && depths[y * width + x] * flat[3 * point + 2] > 1.02;
    }

    // Draws the colours of the weights from 0 to 1, and the name of their joint, into the upper right corner.
    drawLegend(context, width, ink, ground, joint) {
        for (let i = 0; i < HEATS; i++) {
            const heat = this.heats[(LIGHTS - 1) * HEATS + i];
            context.fillStyle = `rgb(${heat & 255} ${heat >> 8 & 255} ${heat >> 16 & 255})`;
            context.fillRect(width - 96 + i, 12, 1.5, 12);
        }
        context.fillStyle = ink;
        drawText(context, '0', width - 110, 22, ground);
        drawText(context, '1', width - 26, 22, ground);
        drawText(context, `weights of ${joint}`, width, 42, ground, width);
    }

    // Draws the image on a canvas.
    end(context, width, height) {
        this.context.putImageData(this.image, 0, 0);
        context.drawImage(this.canvas, 0, 0, width, height);
    }
}
