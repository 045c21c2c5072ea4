"""Whether an animation and its mesh have one skeleton at two sizes ("Pairs" in shared/formats/md5mesh.md)."""

import math

SHORTEST_BONE = 0.001
FEWEST_RATIOS = 3
TOLERANCE = 0.02


def check_scale(reader, joints, positions, base_positions):
    """joints and positions are the mesh's; base_positions: (first token, last token, values)."""
    if any(None in values for values in positions) or any(None in values for _, _, values in base_positions):
        return  # decimal commas, which are told of once a file
    ratios = []
    for index, joint in enumerate(joints):
        if joint.parent >= 0:
            length = _length([a - b for a, b in zip(positions[index], positions[joint.parent])])
            if length > SHORTEST_BONE:
                ratios.append((_length(base_positions[index][2]) / length, index))
    if len(ratios) < FEWEST_RATIOS:
        return
    middle = sorted(ratio for ratio, _ in ratios)[(len(ratios) - 1) // 2]
    scaled = [index for ratio, index in ratios if abs(ratio - middle) <= TOLERANCE * middle]
    if abs(middle - 1) > TOLERANCE and 4 * len(scaled) >= 3 * len(ratios):
        opening, closing, _ = base_positions[scaled[0]]
        reader.report("mesh-scale", opening.offset, closing.end, "baseframe[%d].position" % scaled[0])


def _length(vector):
    return math.sqrt(sum(value * value for value in vector))
