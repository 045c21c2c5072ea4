"""Checks that an animation's skeleton has the size of its mesh's skeleton ("Pairs" in shared/formats/md5mesh.md)."""

import math

SHORTEST_BONE = 0.001   # length of a bone in units of the mesh; shorter bones give no ratio
FEWEST_RATIOS = 3
TOLERANCE = 0.02        # greatest relative difference of two ratios that count as equal


def report_if_mesh_scaled(reader, joints, positions, base_positions):
    """Reports mesh-scale if at least three quarters of the bones of the baseframe are longer than in the mesh, or shorter, by one
    factor.

    joints, positions: of the mesh, in model space. base_positions: (first token, last token, values) of each joint.
    """
    if any(None in values for values in positions) or any(None in values for _, _, values in base_positions):
        return  # a value that is a decimal comma is None, and the rule on decimal commas is reported once per file
    ratios = []
    for index, joint in enumerate(joints):
        if joint.parent >= 0:
            length = math.dist(positions[index], positions[joint.parent])
            if length > SHORTEST_BONE:
                ratios.append((math.hypot(*base_positions[index][2]) / length, index))
    if len(ratios) < FEWEST_RATIOS:
        return
    middle = sorted(ratio for ratio, _ in ratios)[(len(ratios) - 1) // 2]
    scaled = [index for ratio, index in ratios if abs(ratio - middle) <= TOLERANCE * middle]
    if abs(middle - 1) > TOLERANCE and 4 * len(scaled) >= 3 * len(ratios):
        opening, closing, _ = base_positions[scaled[0]]
        reader.report("mesh-scale", opening.offset, closing.end, "baseframe[%d].position" % scaled[0])
