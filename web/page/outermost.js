// Finds the points that a view is fitted to: the farthest point in each direction. Points and moments that are far away from most
// others, as errors of exporters make them, do not count, and may lie outside of the view.

const FAR_SIZES = 20; // what is far away is farther from the middle than this many medians of all distances,
const FAR_GAP = 4;    // and farther than the next nearer one by this factor

// 218 directions, to points on the surface of a cube, each at most 19 degrees from the next. A view that is fitted to the farthest
// points in these directions cuts off other points of a round model by a few pixels at most, less than the free space around a view.
const STEPS = [-3, -2, -1, 0, 1, 2, 3], DIRECTIONS = STEPS.flatMap(x => STEPS.flatMap(y => STEPS.map(z => [x, y, z]))).filter(way => way.some(one => Math.abs(one) === 3));

const medianOf = sorted => sorted[Math.floor(sorted.length / 2)];

// Returns the greatest of the distances that is not far away.
function farthestNear(distances) {
    const sorted = Float64Array.from(distances).sort(), median = medianOf(sorted);
    for (let i = Math.floor(sorted.length / 2) + 1; median > 0 && i < sorted.length; i++) {
        if (sorted[i] > FAR_SIZES * median && sorted[i] > FAR_GAP * sorted[i - 1])
            return sorted[i - 1];
    }
    return sorted.at(-1) ?? 0;
}

// Returns the medians of the coordinates of the points.
const middleOf = points => [0, 1, 2].map(axis => medianOf(points.filter((_, i) => i % 3 === axis).sort()));

function distancesFrom([x, y, z], points) {
    const distances = new Float64Array(points.length / 3);
    for (let i = 0; i < distances.length; i++)
        distances[i] = Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z);
    return distances;
}

// Returns those points that `kept` accepts by their index.
const pointsWhere = (points, kept) => points.filter((_, i) => kept(Math.floor(i / 3)));

// Returns the points of one moment that are visible and not far away from most.
function nearPoints(all) {
    const points = pointsWhere(all, i => Number.isFinite(all[3 * i] + all[3 * i + 1] + all[3 * i + 2]));
    if (points.length === 0)
        return points;
    const distances = distancesFrom(middleOf(points), points), limit = farthestNear(distances);
    return pointsWhere(points, i => distances[i] <= limit);
}

// Returns the points that a view of these moments is fitted to; each moment is an array of points. Points before `framedFrom` count
// only if no other is visible.
function outermostOf(moments, framedFrom) {
    let near = moments.map(points => nearPoints(points.subarray(3 * framedFrom))).filter(points => points.length > 0);
    if (near.length === 0)
        near = moments.map(points => nearPoints(points.subarray(0, 3 * framedFrom))).filter(points => points.length > 0);
    if (near.length === 0)
        return new Float32Array(0);
    const middle = middleOf(Float32Array.from(near.flatMap(middleOf)));
    const reaches = near.map(points => distancesFrom(middle, points).reduce((one, other) => Math.max(one, other)));
    const limit = farthestNear(reaches), kept = near.filter((_, i) => reaches[i] <= limit), sizes = sizesOf(kept);
    const best = DIRECTIONS.map(way => ({ way: way.map((step, axis) => step / sizes[axis]), far: -Infinity, point: [] })); // scaled, so that a long model is seen like a round one
    kept.forEach(points => widen(best, points));
    return Float32Array.from(best.flatMap(({ point }) => [...point]));
}

// Returns the size of all points together along each axis; 1 along an axis on which all are at one place.
function sizesOf(moments) {
    const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
    for (const points of moments) {
        for (let i = 0; i < points.length; i++) {
            least[i % 3] = Math.min(least[i % 3], points[i]);
            most[i % 3] = Math.max(most[i % 3], points[i]);
        }
    }
    return most.map((one, axis) => one - least[axis] || 1);
}

// Replaces the points of `best`, one for each direction, by those that are farther.
function widen(best, points) {
    best.forEach(({ way: [x, y, z], far: before }, direction) => {
        let far = before, at = -1;
        for (let i = 0; i < points.length; i += 3) {
            const away = x * points[i] + y * points[i + 1] + z * points[i + 2];
            if (away > far)
                [far, at] = [away, i];
        }
        if (at >= 0)
            Object.assign(best[direction], { far, point: points.slice(at, at + 3) });
    });
}
