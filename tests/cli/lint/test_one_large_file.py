"""One large file read by several threads (cli/check): the report is that of one thread, with any fault at any position."""

import os
import signal

import commands
import pytest
from cli_case import read, write
from golden_files import EACH

FRAMES = 1300


@pytest.fixture
def generate_large_file(animproof):
    """Calling it returns a file that is large enough for several threads."""
    def generate_and_read(form, *knobs):
        animproof.exits(0, "generate", "--format", form, "--seed", "3", "-o", "made", *(word for knob in knobs for word in ("--knob", knob)))
        animproof.check(os.path.getsize("made") > 8 << 20, "8 MiB")
        return read("made")
    return generate_and_read


@pytest.fixture
def check_same_for_all_jobs(animproof):
    """Calling it checks that -j2 and -j5 (a slow build: -j5) give the report of -j1, and that the report has findings if `findings` is
    true, none if it is false; None allows either."""
    def compare_numbers_of_jobs(name, content, findings=True):
        write(name, content)
        words = ["lint", "--no-config", "--format=json", "--max-per-rule=0", name]
        alone = animproof.run(*words, "-j1")
        animproof.check(findings in (None, b'{"rule": ' in alone.stdout), "%s has %s" % (name, "findings" if findings else "no findings"), alone)
        for jobs in ("-j2", "-j5") if EACH == 1 else ("-j5",):
            several = animproof.run(*words, jobs)
            animproof.check((several.returncode, several.stdout, several.stderr) == (alone.returncode, alone.stdout, alone.stderr),
                            "%s: %s gives the report of -j1" % (name, jobs), several)
        os.remove(name)
    return compare_numbers_of_jobs


@pytest.fixture
def split_animation_at_frames(generate_large_file):
    """Returns the text before the frames, and a list of the frames."""
    parts = generate_large_file("md5anim", "joints=100", "frames=%d" % FRAMES, "style=canonical").split(b"\nframe ")
    assert len(parts) == FRAMES + 1
    return parts[0] + b"\n", [b"frame " + part + b"\n" for part in parts[1:]]


def replace_second_number(frame, text):
    """Returns the frame with `text` in place of its second number."""
    lines = frame.split(b"\n")
    words = lines[1].split()
    lines[1] = b"\t" + b" ".join([words[0], text, *words[2:]])
    return b"\n".join(lines)


def frames_with_faults(frame, number):
    """Returns the frame with each of ten faults."""
    yield from (replace_second_number(frame, text) for text in (b"1e400", b"x", b"007", b"1 2", b"", b"1 /* { 1 2 } */"))
    yield frame.replace(b"}", b"} {")
    yield frame.replace(b"}", b"")
    yield frame.replace(b"frame %d " % number, b"frame %d " % (number + 7))
    yield b"\n".join(line.replace(b"\t", b"\t-") if i % 3 == 1 else line for i, line in enumerate(frame.split(b"\n")))


def test_an_animation_with_a_fault_in_any_frame(split_animation_at_frames, check_same_for_all_jobs):
    head, frames = split_animation_at_frames
    everything = b"".join(frames)
    check_same_for_all_jobs("as-it-is.md5anim", head + everything)  # has findings: 1,300 frames exceed the limit of readers
    check_same_for_all_jobs("more-frames.md5anim", head.replace(b"numFrames %d" % FRAMES, b"numFrames 1000") + everything)
    check_same_for_all_jobs("cut.md5anim", (head + everything)[:-3000])
    check_same_for_all_jobs("one-line.md5anim", head + everything.replace(b"\n", b" "))
    check_same_for_all_jobs("commas.md5anim", head + b"".join([*frames[:900], frames[900].replace(b" ", b", "), *frames[901:]]))
    for place, number in enumerate((0, 1, 2, 700, FRAMES - 2, FRAMES - 1)):
        for fault, changed in enumerate(frames_with_faults(frames[number], number)):
            if EACH == 1 or place == fault % 6:  # a slow build tries each fault in one frame
                check_same_for_all_jobs("fault-%d-in-%d.md5anim" % (fault, number), head + b"".join([*frames[:number], changed, *frames[number + 1:]]))


def test_a_mesh_ensemble_motion_with_a_fault_at_any_position(generate_large_file, check_same_for_all_jobs):
    motion = generate_large_file("memg", "frames=20", "timesteps=400", "groups=2", "vertices=3000", "modes=60")
    check_same_for_all_jobs("as-it-is.bin", motion, False)
    for at in (int(len(motion) * part) for part in (0.3, 0.6, 0.9, 0.999)):
        for text, findings in ((b"\xff" * 24, True), (b"\x7f" * 24, None), (bytes(24), None)):
            check_same_for_all_jobs("changed.bin", motion[:at] + text + motion[at + len(text):], findings)


def test_a_run_with_several_threads_survives_a_file_that_shrinks(animproof, split_animation_at_frames):
    large = split_animation_at_frames[0] + b"".join(split_animation_at_frames[1]) * 6
    for _ in range(60):
        write("shrinking.md5anim", large)
        lint = animproof.start("lint", "-j4", "shrinking.md5anim", stdout=commands.PIPE, stderr=commands.PIPE)
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
        _, err = lint.communicate()
        if several_threads and b"became shorter" in err:
            assert lint.returncode == 3
            return
        assert lint.returncode in (0, 1, 3), err
    pytest.fail("no file shrank while several threads read it")
