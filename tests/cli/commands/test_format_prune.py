"""animproof format --prune: poses keep every bit, and frames have no component that never changes, except joint 0's position."""

import re

import pytest
from animation import Animation, float32_bytes_of
from cli_case import MD5ANIM, read, write
from golden_files import every_nth, golden, sample_paths_or_empty
from md5_texts import animation_text

ROOT_POSITION = 7
ROTATION = {b"md5anim/quaternion-rounding", b"md5anim/quaternion-length"}  # findings about rotations move to the baseframe with the rotation of frame 0


def constant_components(animation):
    """Returns for each joint the flags of the components with equal bits in all frames, without those of the position of joint 0."""
    result = []
    for joint, (_, _, flags) in enumerate(animation.joints):
        columns = iter(zip(*[frame[joint] for frame in animation.frames]))
        result.append(sum(1 << bit for bit in range(6) if flags >> bit & 1 and len(set(next(columns))) == 1))
    result[0] &= ~ROOT_POSITION
    return result


def text_of_animation(joints, baseframe, frames):
    """Returns an animation. `joints` are the flags of the joints, `frames` are lines of values."""
    components = [bin(flags).count("1") for flags in joints]
    hierarchy = ['"joint%d" %d %d %d' % (i, i - 1, flags, sum(components[:i])) for i, flags in enumerate(joints)]
    return animation_text(hierarchy, ["( 0 0 0 ) ( 1 1 1 )"] * len(frames), ["( %s ) ( %s )" % pair for pair in baseframe],
                          [[values] for values in frames], sum(components)).encode()


def rules_found_by_lint(animproof, path):
    return set(re.findall(rb"\[(md5anim/[a-z-]+)\] *(?:\(|$)", animproof.run("lint", "--format=concise", "-q", path).stdout, re.MULTILINE))


@pytest.fixture
def prune(animproof):
    def prune_to_animation(text, says=b""):
        write("made.md5anim", text)
        return Animation(animproof.exits(0, "format", "--prune", "made.md5anim", says=says).stdout)
    return prune_to_animation


def test_pruning_keeps_poses_and_removes_constant_components(animproof):
    files = pruned = 0
    paths = golden("md5anim/valid/*.md5anim", "reference/md5anim/*.md5anim")[::2]
    for path in every_nth(paths + sample_paths_or_empty("md5anim/*/*.md5anim")[::4]):
        result = animproof.run("format", "--prune", "-o", "pruned.md5anim", path)
        if result.returncode != 0:
            animproof.exits(result.returncode, "format", "-o", "other.md5anim", path)
            continue
        before, after = Animation(read(path)), Animation(read("pruned.md5anim"))
        animproof.check(before.poses() == after.poses(), "pruning keeps the poses of " + path)
        wanted = [flags & ~goes for (_, _, flags), goes in zip(before.joints, constant_components(before))]
        assert [flags for _, _, flags in after.joints] == wanted, path
        assert int(after.header[5]) == sum(bin(flags).count("1") for flags in wanted), path
        assert before.header[:5] == after.header[:5] and before.bounds == after.bounds, path
        assert [joint[:2] for joint in before.joints] == [joint[:2] for joint in after.joints], path
        assert before.baseframe[0][:3] == after.baseframe[0][:3], "the position of joint 0, which id's reader subtracts: " + path
        animproof.exits(0, "format", "--prune", "--check", "pruned.md5anim")
        had, has = rules_found_by_lint(animproof, path), rules_found_by_lint(animproof, "pruned.md5anim")
        assert has - had <= {b"md5anim/number-exponent"} | (ROTATION if had & ROTATION else set()), path
        files += 1
        pruned += before.joints != after.joints
    assert files and pruned > files // 4, "files with constant components"


def test_a_constant_component_moves_to_the_baseframe(prune):
    """The position of joint 0 stays in the frames. 0 and -0 are different values."""
    one = prune(text_of_animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2", "1 2 3 0 .1 .3 4 5 7 -0 .1 .2"]))
    assert [flags for _, _, flags in one.joints] == [7 | 32, 4 | 8]
    assert one.baseframe == [[float32_bytes_of(word) for word in line.split()] for line in (b"9 9 9 0 .1 0", b"4 5 9 0 .1 .2")]


def test_the_baseframe_gets_all_components_of_frame_0_if_the_mixture_is_no_rotation(prune):
    one = prune(text_of_animation([0, 24], [("0 0 0", "0 0 0"), ("0 0 0", "0 .9 0")], [".8 .1", ".8 .2"]))
    assert one.joints[1][2] == 16 and one.baseframe[1][3:] == [float32_bytes_of(b".8"), float32_bytes_of(b".1"), float32_bytes_of(b"0")]


def test_one_frame_and_frames_without_components_are_pruned(prune):
    one = prune(text_of_animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2"]))
    assert [flags for _, _, flags in one.joints] == [7, 0] and one.header[5] == b"3"
    assert prune(MD5ANIM).poses() == Animation(MD5ANIM).poses()


def test_check_diff_and_write_work_as_without_prune(animproof, prune):
    shared = text_of_animation([3, 3], [("0 0 0", "0 0 0")] * 2, ["1 2 3 4", "5 6 7 8"])
    prune(shared.replace(b'"joint1" 0 3 2', b'"joint1" 0 3 1'), b"the pose changes in Doom 3")  # joint 1 shares components with joint 0
    write("made.md5anim", shared.replace(b"5 6 7 8", b"5 6 3 8"))
    animproof.exits(1, "format", "--prune", "--check", "made.md5anim", prints_only=b"made.md5anim\n")
    animproof.exits(1, "format", "--prune", "--diff", "made.md5anim",
                    prints=(b"+++ made.md5anim\tpruned\n", b"-numAnimatedComponents 4\n", b"+numAnimatedComponents 3\n"))
    animproof.exits(0, "format", "--prune", "-w", "made.md5anim")
    animproof.exits(0, "format", "--prune", "--check", "made.md5anim")
    written = read("made.md5anim")
    animproof.exits(0, "format", "--prune", "-w", "made.md5anim", leaves=("made.md5anim", written))
    assert b"numAnimatedComponents 3\n" in written
    write("bad.md5anim", shared.replace(b"5 6 7 8", b"5 6 7"))
    animproof.exits(1, "format", "--prune", "-w", "bad.md5anim", leaves=("bad.md5anim", shared.replace(b"5 6 7 8", b"5 6 7")))
    for limit in range(2000, 60000, 8000):
        result = animproof.run("format", "--prune", "--max-memory=%d" % limit, "made.md5anim")
        assert (result.returncode, result.stdout) in ((0, written), (4, b"")), limit
