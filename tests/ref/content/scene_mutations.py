"""Changes what a ScenePair means: mutate_scene(random, pair). Some changes stay below the thresholds of the rules."""

STATEMENTS = (b"call other.obj", b"call", b"csh -ls", b"csh", b"bevel on", b"c_interp off", b"d_interp on", b"lod 1", b"shadow_obj a.obj",
              b"trace_obj a.obj", b"maplib a", b"usemap b", b"bsp 1 2", b"bzp", b"cdc 1", b"cdp", b"res 4 4", b"call a.obj \\\nb", b"sp 1",
              b"stech a", b"scmp 1", b"Call a", b"call a # b", b"vp 1", b"mtllib m", b"call x\\")
BAD_LINES = (b"v 1 2", b"v 1 2 x", b"v 1 2 3 4", b"v 1 2 3 0.5 0.5 0.5", b"f 1 2", b"f 1 2 0", b"f 1 2 999", b"f 1 2 x", b"f 1/1 2 3",
             b"f 1 2 1", b"f 1 1 2", b"f -1 -2 -3", b"f 1 2 3\\", b"g", b"g default", b"g all", b"g body all", b"f 2 3 4", b"vt 0 0", b"vn 0 0 1")


def _scale_mean_and_maybe_basis(random, pair):
    """Scales the rest pose, or the rest pose and the basis, of some or all groups."""
    factor = random.choice([0.01, 0.0254, 0.3, 0.39, 0.41, 0.5, 2, 2.4, 2.6, 10, 12, 39.37, 100, 1000])
    with_basis, which = random.randrange(2), random.choice([len(pair.blocks), 1])
    for block in pair.blocks[:which]:
        block.mean = [factor * value for value in block.mean]
        if with_basis:
            block.basis = [factor * value for value in block.basis]


def _scale_weights_of_one_timestep(random, pair):
    """Multiplies the weights of the basis at one timestep, so that the vertices move far."""
    for block in pair.blocks:
        factor, timestep = random.choice([5, 20, 100]), random.randrange(max(1, pair.timesteps))
        first = timestep * block.modes
        block.weights[first:first + block.modes] = [factor * value for value in block.weights[first:first + block.modes]]


def _change_mapping_entries(random, pair):
    """Writes wrong entries into a mapping: repeated vertices, vertices of another group, of no group, or out of range."""
    block, most = random.choice(pair.blocks), len(pair.points)
    for _ in range(random.choice([1, 1, 2, 3])):
        if not block.mapping:
            return
        at = random.randrange(len(block.mapping))
        other = random.choice(random.choice(pair.blocks).vertices)
        block.mapping[at] = random.choice([other, other, most, most - 1, most + 1, 0, -1, block.mapping[0], 2 ** 31 - 1])


def _shift_mapping(random, pair):
    """Writes vertex numbers that count from 0, that count from the group's first vertex, or that are one too large."""
    kind = random.randrange(3)
    for block in pair.blocks[:random.choice([1, len(pair.blocks)])]:
        first = min(block.mapping, default=1) - 1
        block.mapping = [min(vertex + (-1, -first, 1)[kind], 2 ** 31 - 1) for vertex in block.mapping]
        if kind == 1:
            block.mapping.sort()


def _take_mapping_of_other_group(random, pair):
    """Writes the mapping of another group, cut to the same length, or only its first entry."""
    block, other = random.choice(pair.blocks), random.choice(pair.blocks)
    found = (other.vertices + block.vertices)[:len(block.mapping)]
    block.mapping = random.choice([found, other.vertices[:1] + block.mapping[1:]])


def _drop_vertices_of_motion(random, pair):
    """Leaves vertices out of a group's motion."""
    block = random.choice(pair.blocks)
    count = max(0, len(block.mapping) - random.choice([1, 1, 2, 5]))
    block.mapping, block.mean, block.rows = block.mapping[:count], block.mean[:3 * count], 3 * count
    block.basis = block.basis[:block.rows * block.modes]


def _change_groups(random, pair):
    """Gives groups several names, leaves out or renames their motion, or leaves out the faces of a group."""
    block, kind = random.choice(pair.blocks), random.randrange(5)
    if kind == 0:
        for one in pair.blocks:
            one.names = random.choice([[one.name, b"all"], [b"all", one.name], [one.name], [one.name, b"body"]])
    elif kind == 1:
        block.is_written = False
    elif kind == 2:
        block.name = random.choice([b"all", b"other", pair.blocks[0].name])
    elif kind == 3:
        block.names = random.choice([[b"all"], [], [b"body", b"cloth"], [block.name, b"all", b"all"]])
    else:
        block.faces = []
    if random.randrange(2):
        random.choice(pair.blocks).is_written = False


def _add_lines(random, pair):
    for _ in range(random.choice([1, 2, 3])):
        lines = random.choice([pair.before, pair.between, pair.after, pair.after])
        lines.append(random.choice(random.choice([STATEMENTS, BAD_LINES])))


def _put_vertices_at_one_place(random, pair):
    """Puts some vertices of the scene at one place, which may have a huge or a tiny coordinate, or only two coordinates."""
    count = random.choice([1, 2, 5, len(pair.points)])
    place = random.choice([[0.0, 0.0, 0.0], [1e300, 0.0, 0.0], [1e-300, 0.0, 0.0], [1.0, 2.0]])
    for vertex in random.sample(range(len(pair.points)), min(count, len(pair.points))):
        pair.points[vertex] = place


def _change_faces(random, pair):
    """Repeats or replaces a corner, leaves out faces, or adds a face with all vertices of the scene."""
    block, kind = random.choice(pair.blocks), random.randrange(4)
    if not block.faces:
        return
    face = random.choice(block.faces)
    if kind == 0:
        face.insert(random.randrange(len(face)), face[0])
    elif kind == 1:
        del block.faces[random.randrange(1, len(block.faces) + 1):]
    elif kind == 2:
        face[random.randrange(len(face))] = random.choice([random.choice(random.choice(pair.blocks).vertices), len(pair.points), 0, 99])
    else:
        block.faces.append(list(range(1, len(pair.points) + 1)))


def _add_spike(random, pair):
    """Moves a frame at one timestep; mostly also moves it at the following timesteps by the distance or a part of it."""
    for _ in range(random.choice([1, 1, 2])):
        frame, timestep = random.randrange(len(pair.transforms[0])), random.randrange(len(pair.transforms))
        axis, far, kept = random.choice([3, 7, 11]), random.choice([0.0001, 0.01, 0.15, 0.19, 0.21, 0.5, 1, 50, 1e6]), random.choice([0, 0, 0.01, 0.04, 0.06, 1])
        for number, transforms in enumerate(pair.transforms):
            transforms[frame][axis] += far * ((number == timestep) + kept * (number > timestep))


def _set_equal_steps_of_all_frames(random, pair):
    """Moves all frames by an equal step from one timestep to the next, or not at all, and half of the time far away at the last."""
    speed, far = random.choice([0, 0.01, 0.1, 1]), random.choice([0, 1000])
    for number, transforms in enumerate(pair.transforms):
        for transform in transforms:
            transform[3::4] = [speed * number + far * (number == len(pair.transforms) - 1), 0.0, 0.0]


def _write_nonfinite_or_large_number(random, pair):
    """Writes a number that is not finite, or a large one."""
    number, block = random.choice([float("nan"), float("inf"), 1e308, 1e200]), random.choice(pair.blocks)
    lists = [block.mean, block.basis, block.weights, *(transform for transforms in pair.transforms for transform in transforms)]
    chosen = random.choice([values for values in lists[:3] if values] or lists) if random.randrange(2) else random.choice(lists)
    if chosen:
        chosen[random.randrange(len(chosen))] = number


def _exchange_counts_or_change_parent(random, pair):
    """Exchanges two counts of a block or those of frames and timesteps, or gives a block another parent frame."""
    block, kind = random.choice(pair.blocks), random.randrange(4)
    if kind == 0:
        block.rows, block.modes = block.modes, block.rows
    elif kind == 1:
        block.weight_rows, block.columns = block.columns, block.weight_rows
    elif kind == 2:
        pair.frames, pair.timesteps = pair.timesteps, pair.frames
    else:
        block.parent = random.choice([-1, pair.frames, pair.frames - 1])


MUTATIONS = (_scale_mean_and_maybe_basis, _scale_mean_and_maybe_basis, _scale_weights_of_one_timestep, _change_mapping_entries,
             _change_mapping_entries, _change_mapping_entries, _shift_mapping, _shift_mapping, _take_mapping_of_other_group,
             _take_mapping_of_other_group, _drop_vertices_of_motion, _change_groups, _change_groups, _add_lines, _add_lines,
             _put_vertices_at_one_place, _change_faces, _add_spike, _add_spike, _add_spike, _set_equal_steps_of_all_frames,
             _write_nonfinite_or_large_number, _exchange_counts_or_change_parent)


def mutate_scene(random, pair):
    """Applies up to three changes, most often one."""
    for _ in range(random.choice([0, 1, 1, 1, 1, 2, 2, 3])):
        random.choice(MUTATIONS)(random, pair)
