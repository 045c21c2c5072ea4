"""Makes a crash smaller while it stays the same crash."""

import os
import shutil
import tempfile
import time

import children
import crash_signature

RUNS = 20000  # executions that libFuzzer gets for each step
PIECES_AT_LEAST = 1  # bytes


def run_input(command, path, seconds, symbolise=False, **more):
    """(signature or None, report) of a program on a file. '@@.x' in the command: on a copy with a name that ends in .x."""
    endings = [word[2:] for word in command if word.startswith("@@")]
    with tempfile.TemporaryDirectory() as place:
        if endings:
            path = shutil.copyfile(path, os.path.join(place, "input" + endings[0]))
        words = [path if word.startswith("@@") else word for word in command] + ([] if endings else [path])
        status, said = children.run_once(words, children.environment(symbolise, **more), seconds)
    if status is None:
        return crash_signature.Signature("timeout", "", []), said
    signature = crash_signature.signature_of(said, status) if status != 0 else None
    return signature, said


def with_libfuzzer(program, path, out, seconds):
    """Lets libFuzzer make it smaller: it keeps that something crashes, not that it is the same crash."""
    if os.path.exists(out):
        os.remove(out)
    command = [program, "-minimize_crash=1", "-runs=%d" % RUNS, "-max_total_time=%d" % seconds,
               "-exact_artifact_path=" + out, path]  # fmt: skip
    children.run_once(command, children.environment(symbolise=False), seconds + 10)
    return os.path.exists(out)


def remove_pieces(content, is_same, deadline):
    """Takes out pieces, from halves down to single bytes, as long as `is_same` and there is time."""
    size = len(content) // 2
    while size >= PIECES_AT_LEAST and time.monotonic() < deadline:
        at = 0
        while at < len(content) and time.monotonic() < deadline:
            without = content[:at] + content[at + size :]
            if len(without) < len(content) and is_same(without):
                content = without
            else:
                at += size
        size //= 2
    return content


def by_pieces(command, content, out, key, seconds, **more):
    """Own removing of pieces, for the same crash. Writes `out`; returns the content."""

    def is_same(candidate):
        with open(out, "wb") as file:
            file.write(candidate)
        signature, _ = run_input(command, out, 15, **more)
        return signature is not None and signature.key() == key

    content = remove_pieces(content, is_same, time.monotonic() + seconds)
    with open(out, "wb") as file:
        file.write(content)
    return content


def minimise(command, path, out, seconds, libfuzzer, **more):
    """Writes a smaller file that crashes like `path` to `out`, or the same one; how it was done."""
    with open(path, "rb") as file:
        content = file.read()
    signature, _ = run_input(command, path, 30, **more)
    if signature is None or signature.kind == "timeout":
        with open(out, "wb") as file:
            file.write(content)
        return "as it was found"
    key = signature.key()
    if libfuzzer and with_libfuzzer(command[0], path, out, seconds // 2 + 1):
        smaller, _ = run_input(command, out, 30, **more)
        if smaller is not None and smaller.key() == key:
            return "by libFuzzer"
    smaller = by_pieces(command, content, out, key, seconds, **more)
    return "by taking pieces out" if len(smaller) < len(content) else "as it was found"
