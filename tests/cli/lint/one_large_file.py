"""One large file, read by several threads (cli/check): the report is the same, whatever is wrong and wherever it is."""

import os
import signal

import commands
from cli_case import Case, read, write
from golden_files import EACH

case = Case()
MIB = 1 << 20
FRAMES = 1500


def generate(form, *knobs):
    words = [word for knob in knobs for word in ("--knob", knob)]
    case.exits(0, "generate", "--format", form, "--seed", "3", "-o", "made", *words)
    content = read("made")
    case.check(len(content) > 8 * MIB, "the file is large enough to be shared: %d bytes" % len(content))
    return content


def report(jobs, name):
    result = case.run("lint", "--no-config", "-j", jobs, "--format=json", "--max-per-rule=0", name)
    return result.returncode, result.stdout, result.stderr


def same(name, content, findings):
    write(name, content)
    alone = report("1", name)
    has = alone[1].count(b'{"rule": ') > 0
    case.check(findings in (None, has), "%s: has %s" % (name, "findings" if findings else "none"))
    for jobs in ("2", "5"):
        case.check(report(jobs, name) == alone, "%s: -j%s tells what -j1 tells" % (name, jobs))
    os.remove(name)


def frames_of(text):
    """What is before the frames, and each of them."""
    parts = text.split(b"\nframe ")
    return parts[0] + b"\n", [b"frame " + part + b"\n" for part in parts[1:]]


def with_frame(number, changed):
    return head + b"".join(frames[:number] + [changed] + frames[number + 1:])


def number_changed(frame, text):
    """The frame with that in place of its second number."""
    lines = frame.split(b"\n")
    words = lines[1].split()
    lines[1] = b"\t" + b" ".join([words[0], text, *words[2:]])
    return b"\n".join(lines)


head, frames = frames_of(generate("md5anim", "joints=100", "frames=%d" % FRAMES, "style=canonical"))
case.check(len(frames) == FRAMES, "frames: %d" % len(frames))
same("more-frames.md5anim", head.replace(b"numFrames 1500", b"numFrames 1000") + b"".join(frames), True)
same("as-it-is.md5anim", head + b"".join(frames), True)  # more frames than a reader takes
for place, number in enumerate((0, 1, 2, 700, FRAMES - 2, FRAMES - 1)):
    frame = frames[number]
    for fault, (name, changed) in enumerate((
            ("not-finite", number_changed(frame, b"1e400")),
            ("a-word", number_changed(frame, b"x")),
            ("odd-zero", number_changed(frame, b"007")),
            ("one-more", number_changed(frame, b"1 2")),
            ("one-less", number_changed(frame, b"")),
            ("a-comment", number_changed(frame, b"1 /* { 1 2 } */")),
            ("a-brace", frame.replace(b"}", b"} {")),
            ("no-brace", frame.replace(b"}", b"")),
            ("an-index", frame.replace(b"frame %d " % number, b"frame %d " % (number + 7))),
            ("a-turn", b"\n".join(line.replace(b"\t", b"\t-") if i % 3 == 1 else line for i, line in enumerate(frame.split(b"\n")))))):
        if EACH == 1 or (place + fault) % 3 == 0:  # a slow build has time for each fault in two frames
            same("%s-in-%d.md5anim" % (name, number), with_frame(number, changed), True)
same("cut.md5anim", (head + b"".join(frames))[:-3000], True)
same("one-line.md5anim", head + b"".join(frames).replace(b"\n", b" "), True)
same("commas.md5anim", with_frame(900, frames[900].replace(b" ", b", ")), True)

scene = generate("memg", "frames=20", "timesteps=400", "groups=2", "vertices=3000", "modes=60")
same("as-it-is.memg.bin", scene, False)
for place in (0.3, 0.6, 0.9, 0.999):
    at = int(len(scene) * place)
    for text, findings in ((b"\xff" * 24, True), (b"\x7f" * 24, None), (bytes(24), None)):
        same("changed.memg.bin", scene[:at] + text + scene[at + len(text):], findings)

# Threads do help, and the file may become shorter under all of them.
write("large.md5anim", head + b"".join(frames) * 6)
shorter = False
for _ in range(60):
    with open("large.md5anim", "rb") as file, open("shrinking.md5anim", "wb") as copy:
        copy.write(file.read())
    lint = commands.start([case.program, "lint", "-j4", "shrinking.md5anim"], stdout=commands.PIPE, stderr=commands.PIPE)
    helped = False
    while lint.poll() is None and not helped:
        try:
            helped = len(os.listdir("/proc/%d/task" % lint.pid)) > 1
        except FileNotFoundError:  # it is just ending
            break
    if lint.poll() is None:
        lint.send_signal(signal.SIGSTOP)
        os.truncate("shrinking.md5anim", 5000)
        lint.send_signal(signal.SIGCONT)
    out, err = lint.communicate()
    shorter = helped and b"became shorter" in err
    case.check(lint.returncode == 3 if shorter else lint.returncode in (0, 1, 3), "exit %d: %r" % (lint.returncode, err))
    if shorter:
        break
case.check(shorter, "the file shrank while several threads read it")

case.finish()
