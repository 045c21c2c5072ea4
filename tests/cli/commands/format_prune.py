"""animproof format --prune: poses keep every bit, and no component without changes is left in the frames."""

import re

from animation import Animation, bits
from cli_case import MD5ANIM, Case, read, write
from golden_files import golden, samples, every_nth

ROOT_POSITION = 7


def constant_components(animation):
    """Returns for each joint the flags of the components with equal bits in all frames."""
    result = []
    for joint, (_, _, flags) in enumerate(animation.joints):
        columns = iter(zip(*[frame[joint] for frame in animation.frames]))
        result.append(sum(1 << bit for bit in range(6) if flags >> bit & 1 and len(set(next(columns))) == 1))
    result[0] &= ~ROOT_POSITION
    return result


def rules_of_lint(path):
    lint = case.run("lint", "--format=concise", "-q", path)
    return set(re.findall(rb"\[(md5anim/[a-z-]+)\] *(?:\(|$)", lint.stdout, re.MULTILINE))


case = Case()
paths = golden("md5anim/valid/*.md5anim", "reference/md5anim/*.md5anim")[::2]
files = pruned_files = before_count = after_count = 0
for path in every_nth(paths + samples("md5anim/*/*.md5anim")[::4]):
    result = case.run("format", "--prune", "-o", "pruned.md5anim", path)
    if result.returncode != 0:
        case.check(case.run("format", "-o", "other.md5anim", path).returncode == result.returncode,
                   "format without --prune refuses the file too: " + path)
        continue
    before, after = Animation(read(path)), Animation(read("pruned.md5anim"))
    case.check(before.poses() == after.poses(), "pruning keeps the poses of " + path)
    wanted = [flags & ~goes for (_, _, flags), goes in zip(before.joints, constant_components(before))]
    case.check([flags for _, _, flags in after.joints] == wanted, "pruning removes the flags of constant components of " + path)
    case.check(int(after.header[5]) == sum(bin(flags).count("1") for flags in wanted), "numAnimatedComponents counts the flags of " + path)
    case.check(before.header[:5] == after.header[:5] and before.bounds == after.bounds, "pruning keeps header and bounds of " + path)
    case.check([joint[:2] for joint in before.joints] == [joint[:2] for joint in after.joints],
               "pruning keeps names and parents of the joints of " + path)
    position = [pair[:3] for pair in after.baseframe[:1]]
    case.check(position == [pair[:3] for pair in before.baseframe[:1]],
               "pruning keeps the baseframe position of joint 0, which id's reader subtracts: " + path)
    case.check(case.run("format", "--prune", "--check", "pruned.md5anim").returncode == 0, "pruning a pruned file changes nothing: " + path)
    had, has = rules_of_lint(path), rules_of_lint("pruned.md5anim")
    moved = {b"md5anim/quaternion-rounding", b"md5anim/quaternion-length"}  # findings of these rules move to the baseframe with the rotation of frame 0
    case.check(has - had <= {b"md5anim/number-exponent"} | (moved if had & moved else set()),
               "pruning %s adds no finding: %r" % (path, has - had))
    files += 1
    pruned_files += before.joints != after.joints
    before_count += int(before.header[5])
    after_count += int(after.header[5])
case.check(files and pruned_files > files // 4, "more than a quarter of the files had constant components: %d of %d" % (pruned_files, files))


def animation(joints, baseframe, frames):
    """Returns an animation. `joints` are the flags of the joints, `frames` are lines of values."""
    components = [bin(flags).count("1") for flags in joints]
    starts = [sum(components[:i]) for i in range(len(joints))]
    text = ['MD5Version 10\ncommandline ""\n\nnumFrames %d\nnumJoints %d\nframeRate 24\nnumAnimatedComponents %d\n'
            % (len(frames), len(joints), sum(components)), "hierarchy {"]
    text += ['\t"joint%d" %d %d %d' % (i, i - 1, flags, starts[i]) for i, flags in enumerate(joints)]
    text += ["}\n", "bounds {"] + ["\t( 0 0 0 ) ( 1 1 1 )"] * len(frames) + ["}\n", "baseframe {"]
    text += ["\t( %s ) ( %s )" % pair for pair in baseframe] + ["}"]
    for number, values in enumerate(frames):
        text += ["\nframe %d {" % number, "\t" + values, "}"]
    return ("\n".join(text) + "\n").encode()


def prune_and_parse(text, *told):
    write("made.md5anim", text)
    result = case.exits(0, "format", "--prune", "made.md5anim")
    case.check(all(words in result.stderr for words in told), "the messages contain %r" % (told,), result)
    return Animation(result.stdout)


# A constant component moves to the baseframe. The position of joint 0 stays in the frames. 0 and -0 are different values.
one = prune_and_parse(animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2", "1 2 3 0 .1 .3 4 5 7 -0 .1 .2"]))
case.check([flags for _, _, flags in one.joints] == [7 | 32, 4 | 8], "flags of the changing components: %r" % one.joints)
case.check(one.baseframe == [[bits(word) for word in line.split()]
                             for line in (b"9 9 9 0 .1 0", b"4 5 9 0 .1 .2")], "the baseframe has the constant values")

# If a constant component and the old baseframe do not give a valid rotation, the baseframe gets all components of frame 0.
one = prune_and_parse(animation([0, 24], [("0 0 0", "0 0 0"), ("0 0 0", "0 .9 0")], [".8 .1", ".8 .2"]))
case.check(one.joints[1][2] == 16 and one.baseframe[1][3:] == [bits(b".8"), bits(b".1"), bits(b"0")], "flags and baseframe of the mixed rotation")

# One frame, and frames without components.
one = prune_and_parse(animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2"]))
case.check([flags for _, _, flags in one.joints] == [7, 0] and one.header[5] == b"3", "of one frame only the position of joint 0 is left")
one = prune_and_parse(MD5ANIM)
case.check(one.poses() == Animation(MD5ANIM).poses(), "an animation without components keeps its poses")

# Joints that share components with joint 0 are reported, as without --prune.
shared = animation([3, 3], [("0 0 0", "0 0 0")] * 2, ["1 2 3 4", "5 6 7 8"])
prune_and_parse(shared.replace(b'"joint1" 0 3 2', b'"joint1" 0 3 1'), b"the pose changes in Doom 3")

# --check, --diff and -w work as without --prune. Binary formats and files with errors are refused.
write("made.md5anim", shared.replace(b"5 6 7 8", b"5 6 3 8"))
case.exits(1, "format", "--prune", "--check", "made.md5anim", prints_only=b"made.md5anim\n")
case.exits(1, "format", "--prune", "--diff", "made.md5anim",
           prints=(b"+++ made.md5anim\tpruned\n", b"-numAnimatedComponents 4\n", b"+numAnimatedComponents 3\n"))
case.exits(0, "format", "--prune", "-w", "made.md5anim")
case.exits(0, "format", "--prune", "--check", "made.md5anim")
written = read("made.md5anim")
case.exits(0, "format", "--prune", "-w", "made.md5anim")
case.check(read("made.md5anim") == written and b"numAnimatedComponents 3\n" in written, "format --prune -w writes the pruned file once")
case.exits(2, "format", "--prune", golden("mrtk/valid/*.bin")[0])
write("bad.md5anim", shared.replace(b"5 6 7 8", b"5 6 7"))
case.exits(1, "format", "--prune", "-w", "bad.md5anim")
case.check(read("bad.md5anim") == shared.replace(b"5 6 7 8", b"5 6 7"), "a file with errors is not changed")
for limit in range(2000, 60000, 8000):
    result = case.run("format", "--prune", "--max-memory=%d" % limit, "made.md5anim")
    case.check((result.returncode, result.stdout) in ((0, written), (4, b"")),
               "with %d bytes of memory the output is complete or empty" % limit, result)
print("%d files: %d with components that never change, %d of %d components left"
      % (files, pruned_files, after_count, before_count))
case.finish()
