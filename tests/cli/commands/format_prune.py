"""animproof format --prune: no pose changes by a bit, and nothing that never changes is left."""

import re

from animation import Animation, bits
from cli_case import MD5ANIM, Case, read, write
from golden_files import golden, samples, some

ROOT_POSITION = 7


def constant(animation):
    """Of each joint, the flags of components with the same bits in all frames."""
    result = []
    for joint, (_, _, flags) in enumerate(animation.joints):
        columns = iter(zip(*[frame[joint] for frame in animation.frames]))
        result.append(sum(1 << bit for bit in range(6) if flags >> bit & 1 and len(set(next(columns))) == 1))
    result[0] &= ~ROOT_POSITION
    return result


def rules(path):
    lint = case.run("lint", "--format=concise", "-q", path)
    return set(re.findall(rb"\[(md5anim/[a-z-]+)\] *(?:\(|$)", lint.stdout, re.MULTILINE))


case = Case()
paths = golden("md5anim/valid/*.md5anim", "reference/md5anim/*.md5anim")[::2]
files = pruned_files = before_count = after_count = 0
for path in some(paths + samples("md5anim/*/*.md5anim")[::4]):
    result = case.run("format", "--prune", "-o", "pruned.md5anim", path)
    if result.returncode != 0:
        case.check(case.run("format", "-o", "other.md5anim", path).returncode == result.returncode, "refused: " + path)
        continue
    before, after = Animation(read(path)), Animation(read("pruned.md5anim"))
    case.check(before.poses() == after.poses(), "the poses of " + path)
    wanted = [flags & ~goes for (_, _, flags), goes in zip(before.joints, constant(before))]
    case.check([flags for _, _, flags in after.joints] == wanted, "the flags of " + path)
    case.check(int(after.header[5]) == sum(bin(flags).count("1") for flags in wanted), "the count of " + path)
    case.check(before.header[:5] == after.header[:5] and before.bounds == after.bounds, "the rest of " + path)
    case.check([joint[:2] for joint in before.joints] == [joint[:2] for joint in after.joints], "the joints of " + path)
    position = [pair[:3] for pair in after.baseframe[:1]]
    case.check(position == [pair[:3] for pair in before.baseframe[:1]], "what id's reader subtracts: " + path)
    case.check(case.run("format", "--prune", "--check", "pruned.md5anim").returncode == 0, "a fixed point: " + path)
    had, has = rules(path), rules("pruned.md5anim")
    moved = {b"md5anim/quaternion-rounding", b"md5anim/quaternion-length"}  # to the baseframe, with frame 0's rotation
    case.check(has - had <= {b"md5anim/number-exponent"} | (moved if had & moved else set()),
               "no new finding: %s %r" % (path, has - had))
    files += 1
    pruned_files += before.joints != after.joints
    before_count += int(before.header[5])
    after_count += int(after.header[5])
case.check(files and pruned_files > files // 4, "there were files to prune: %d of %d" % (pruned_files, files))


def animation(joints, baseframe, frames):
    """One frame line a joint; each joint is its flags."""
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


def pruned(text, *told):
    write("made.md5anim", text)
    result = case.exits(0, "format", "--prune", "made.md5anim")
    case.check(all(words in result.stderr for words in told), "said: %r" % (told,), result)
    return Animation(result.stdout)


# A value that never changes is the baseframe's; joint 0's position stays; 0 and -0 are two values.
one = pruned(animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2", "1 2 3 0 .1 .3 4 5 7 -0 .1 .2"]))
case.check([flags for _, _, flags in one.joints] == [7 | 32, 4 | 8], "what is left: %r" % one.joints)
case.check(one.baseframe == [[bits(word) for word in line.split()]
                             for line in (b"9 9 9 0 .1 0", b"4 5 9 0 .1 .2")], "the baseframe")

# A rotation mixed of two that is none takes its other components from frame 0 too.
one = pruned(animation([0, 24], [("0 0 0", "0 0 0"), ("0 0 0", "0 .9 0")], [".8 .1", ".8 .2"]))
case.check(one.joints[1][2] == 16 and one.baseframe[1][3:] == [bits(b".8"), bits(b".1"), bits(b"0")], "a mixed rotation")

# One frame, and frames without values.
one = pruned(animation([63, 63], [("9 9 9", "0 0 0")] * 2, ["1 2 3 0 .1 .2 4 5 6 0 .1 .2"]))
case.check([flags for _, _, flags in one.joints] == [7, 0] and one.header[5] == b"3", "one frame")
one = pruned(MD5ANIM)
case.check(one.poses() == Animation(MD5ANIM).poses(), "nothing to take out")

# What another joint shares with joint 0 is said, as without --prune.
shared = animation([3, 3], [("0 0 0", "0 0 0")] * 2, ["1 2 3 4", "5 6 7 8"])
pruned(shared.replace(b'"joint1" 0 3 2', b'"joint1" 0 3 1'), b"the pose changes in id's reader")

# --check, --diff and -w are as without; a file that is not of a text format is refused, and one with errors.
write("made.md5anim", shared.replace(b"5 6 7 8", b"5 6 3 8"))
case.exits(1, "format", "--prune", "--check", "made.md5anim", prints_only=b"made.md5anim\n")  # --check
case.exits(1, "format", "--prune", "--diff", "made.md5anim",
           prints=(b"+++ made.md5anim\tpruned\n", b"-numAnimatedComponents 4\n", b"+numAnimatedComponents 3\n"))  # --diff
case.exits(0, "format", "--prune", "-w", "made.md5anim")
case.exits(0, "format", "--prune", "--check", "made.md5anim")
written = read("made.md5anim")
case.exits(0, "format", "--prune", "-w", "made.md5anim")
case.check(read("made.md5anim") == written and b"numAnimatedComponents 3\n" in written, "-w")
case.exits(2, "format", "--prune", golden("mrtk/valid/*.bin")[0])
write("bad.md5anim", shared.replace(b"5 6 7 8", b"5 6 7"))
case.exits(1, "format", "--prune", "-w", "bad.md5anim")
case.check(read("bad.md5anim") == shared.replace(b"5 6 7 8", b"5 6 7"), "a file with errors stays")
for limit in range(2000, 60000, 8000):
    result = case.run("format", "--prune", "--max-memory=%d" % limit, "made.md5anim")
    case.check((result.returncode, result.stdout) in ((0, written), (4, b"")), "memory %d" % limit, result)
print("%d files: %d with components that never change, %d of %d components left"
      % (files, pruned_files, after_count, before_count))
case.finish()
