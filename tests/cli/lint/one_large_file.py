"""One large file read by several threads (cli/check): the report is that of one thread, with any fault at any position."""

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
    case.check(len(content) > 8 * MIB, "the file is large enough for several threads: %d bytes" % len(content))
    return content


def lint_with_jobs(jobs, name):
    result = case.run("lint", "--no-config", "-j", jobs, "--format=json", "--max-per-rule=0", name)
    return result.returncode, result.stdout, result.stderr


def check_same(name, content, findings):
    write(name, content)
    with_one_job = lint_with_jobs("1", name)
    has = with_one_job[1].count(b'{"rule": ') > 0
    case.check(findings in (None, has), "%s has %s" % (name, "findings" if findings else "no findings"))
    for jobs in ("2", "5"):
        case.check(lint_with_jobs(jobs, name) == with_one_job, "%s: -j%s gives the report of -j1" % (name, jobs))
    os.remove(name)


def frames_of(text):
    """Splits an animation into the text before its frames and a list of its frames."""
    parts = text.split(b"\nframe ")
    return parts[0] + b"\n", [b"frame " + part + b"\n" for part in parts[1:]]


def with_frame(number, changed):
    return head + b"".join(frames[:number] + [changed] + frames[number + 1:])


def with_second_number(frame, text):
    """Returns the frame with `text` in place of its second number."""
    lines = frame.split(b"\n")
    words = lines[1].split()
    lines[1] = b"\t" + b" ".join([words[0], text, *words[2:]])
    return b"\n".join(lines)


head, frames = frames_of(generate("md5anim", "joints=100", "frames=%d" % FRAMES, "style=canonical"))
case.check(len(frames) == FRAMES, "the animation has all its frames: %d" % len(frames))
check_same("more-frames.md5anim", head.replace(b"numFrames 1500", b"numFrames 1000") + b"".join(frames), True)
check_same("as-it-is.md5anim", head + b"".join(frames), True)  # has findings: 1,500 frames exceed the limit of readers
for place, number in enumerate((0, 1, 2, 700, FRAMES - 2, FRAMES - 1)):
    frame = frames[number]
    for fault, (name, changed) in enumerate((
            ("not-finite", with_second_number(frame, b"1e400")),
            ("a-word", with_second_number(frame, b"x")),
            ("odd-zero", with_second_number(frame, b"007")),
            ("one-more", with_second_number(frame, b"1 2")),
            ("one-less", with_second_number(frame, b"")),
            ("a-comment", with_second_number(frame, b"1 /* { 1 2 } */")),
            ("a-brace", frame.replace(b"}", b"} {")),
            ("no-brace", frame.replace(b"}", b"")),
            ("an-index", frame.replace(b"frame %d " % number, b"frame %d " % (number + 7))),
            ("a-turn", b"\n".join(line.replace(b"\t", b"\t-") if i % 3 == 1 else line for i, line in enumerate(frame.split(b"\n")))))):
        if EACH == 1 or (place + fault) % 3 == 0:  # a slow build tries each fault in two frames
            check_same("%s-in-%d.md5anim" % (name, number), with_frame(number, changed), True)
check_same("cut.md5anim", (head + b"".join(frames))[:-3000], True)
check_same("one-line.md5anim", head + b"".join(frames).replace(b"\n", b" "), True)
check_same("commas.md5anim", with_frame(900, frames[900].replace(b" ", b", ")), True)

scene = generate("memg", "frames=20", "timesteps=400", "groups=2", "vertices=3000", "modes=60")
check_same("as-it-is.memg.bin", scene, False)
for place in (0.3, 0.6, 0.9, 0.999):
    at = int(len(scene) * place)
    for text, findings in ((b"\xff" * 24, True), (b"\x7f" * 24, None), (bytes(24), None)):
        check_same("changed.memg.bin", scene[:at] + text + scene[at + len(text):], findings)

# A run with several threads survives a file that shrinks.
write("large.md5anim", head + b"".join(frames) * 6)
shorter = False
for _ in range(60):
    with open("large.md5anim", "rb") as file, open("shrinking.md5anim", "wb") as copy:
        copy.write(file.read())
    lint = commands.start([case.program, "lint", "-j4", "shrinking.md5anim"], stdout=commands.PIPE, stderr=commands.PIPE)
    several_threads = False
    while lint.poll() is None and not several_threads:
        try:
            several_threads = len(os.listdir("/proc/%d/task" % lint.pid)) > 1
        except FileNotFoundError:  # the process is ending
            break
    if lint.poll() is None:
        lint.send_signal(signal.SIGSTOP)
        os.truncate("shrinking.md5anim", 5000)
        lint.send_signal(signal.SIGCONT)
    out, err = lint.communicate()
    shorter = several_threads and b"became shorter" in err
    case.check(lint.returncode == 3 if shorter else lint.returncode in (0, 1, 3), "a file that shrinks gives exit 3: exit %d: %r" % (lint.returncode, err))
    if shorter:
        break
case.check(shorter, "at least one file shrank while several threads read it")

case.finish()
