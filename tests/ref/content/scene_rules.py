"""Compares a memg file with its scene, and finds frames that are far from their path for one timestep."""

import math

from content.pose import lower_median

FEWEST_EDGES = 8        # fewest edges of a group that is compared
SMALLEST_SCALE, LARGEST_SCALE = 0.4, 2.5    # of the median ratio of an edge in the motion to that edge in the scene
FEWEST_TIMESTEPS = 3
LEAST_RATIO = 20        # least ratio of a spike to the median step, and to the distance between its neighbours
LEAST_OF_BOX = 0.001    # least distance of a spike, as a share of the largest side of the box around the frame's positions


def faulty_count_and_first_foreign_index(group, scene):
    """(number of entries that are out of range, repeated or of other groups, index of the first of other groups or None)"""
    own = scene.vertices_of([scene.groups[group.name]])
    foreign = scene.vertices_of(scene.groups.values()) - own
    has_faces = any(members.faces for members in scene.groups[group.name].members)
    seen, faulty, first = set(), 0, None
    for index, vertex in enumerate(group.mapping):
        is_foreign = has_faces and vertex in foreign
        faulty += is_foreign or vertex in seen or not 1 <= vertex <= scene.vertex_count
        first = index if is_foreign and first is None else first
        seen.add(vertex)
    return faulty, first


def first_group_if_scale_differs(groups, scene, timesteps):
    """Returns the first group that was compared if the edges in the motion are much shorter or longer than in the scene;
    otherwise None.
    """
    compared, ratios = [], []
    for group in groups if timesteps else ():
        if group.name is not None and (group.rows == 3 * len(group.mapping) and group.coefficient_rows == group.modes
                                       and group.columns == timesteps):
            pairs = edge_lengths(group, scene)
            if len(pairs) >= FEWEST_EDGES and all(map(math.isfinite, (size for pair in pairs for size in pair))):
                compared.append(group)
                ratios += [motion / still for motion, still in pairs]
    if not ratios or SMALLEST_SCALE <= lower_median(ratios) <= LARGEST_SCALE:
        return None
    return compared[0]


def edge_lengths(group, scene):
    """[(length in the motion at timestep 0, length in the scene)] of the edges of a group."""
    index_of = {}
    for index, vertex in enumerate(group.mapping):
        index_of.setdefault(vertex, index)
    first_weights = group.coefficients[:group.modes]
    places = {}

    def position_at_first_timestep(vertex):
        if vertex not in places:
            rows = range(3 * index_of[vertex], 3 * index_of[vertex] + 3)
            places[vertex] = [group.mean[row] + sum(group.basis[mode * group.rows + row] * weight
                                                    for mode, weight in enumerate(first_weights)) for row in rows]
        return places[vertex]

    found = []
    for one, other in scene.edges_of(group.name):
        ends = scene.positions[one - 1], scene.positions[other - 1]
        if None not in ends and one in index_of and other in index_of:
            size = math.dist(*ends)
            if size > 0:
                found.append((math.dist(position_at_first_timestep(one), position_at_first_timestep(other)), size))
    return found


def number_of_first_spike(translations, frames):
    """Returns the number of the first transform that is far from its path for one timestep; None if there is no such transform.
    translations: those of all transforms, timestep by timestep; None for a transform that is not finite."""
    if None in translations or not frames or len(translations) < FEWEST_TIMESTEPS * frames:
        return None
    found = [timestep * frames + frame for frame in range(frames) for timestep in spike_timesteps(translations[frame::frames])]
    return min(found, default=None)


def spike_timesteps(places):
    """Returns the timesteps at which a frame is far from its path for one timestep."""
    steps = [math.dist(a, b) for a, b in zip(places, places[1:])]
    box = max(max(column) - min(column) for column in zip(*places))
    if not any(steps):
        return []
    usual = lower_median(steps)
    return [t for t in range(1, len(places) - 1)
            if (least := min(steps[t - 1], steps[t])) >= LEAST_RATIO * usual
            and least >= LEAST_RATIO * math.dist(places[t - 1], places[t + 1]) and least >= LEAST_OF_BOX * box]
