"""Reduces a crashing input while the key of its crash signature stays equal."""

import os
import shutil
import tempfile
import time

import children
import crash_signature

RUNS = 20000  # executions of libFuzzer in each step of its minimisation
PIECES_AT_LEAST = 1  # bytes


def run_input(command, path, seconds, symbolise=False, **more):
    """Runs a program on a file; returns (signature or None, report). '@@.x' in the command becomes the path of a copy with
    extension .x.
    """
    extensions = [word[2:] for word in command if word.startswith("@@")]
    with tempfile.TemporaryDirectory() as place:
        if extensions:
            path = shutil.copyfile(path, os.path.join(place, "input" + extensions[0]))
        words = [path if word.startswith("@@") else word for word in command] + ([] if extensions else [path])
        status, output = children.run_program(words, children.environment_of_program(symbolise, **more), seconds)
    if status is None:
        return crash_signature.Signature("timeout", "", []), output
    signature = crash_signature.signature_of(output, status) if status != 0 else None
    return signature, output


def minimise_with_libfuzzer(program, path, out, seconds):
    """Minimises with libFuzzer, which may end with another crash; returns true if it wrote `out`."""
    if os.path.exists(out):
        os.remove(out)
    command = [program, "-minimize_crash=1", "-runs=%d" % RUNS, "-max_total_time=%d" % seconds,
               "-exact_artifact_path=" + out, path]  # fmt: skip
    children.run_program(command, children.environment_of_program(symbolise=False), seconds + 10)
    return os.path.exists(out)


def remove_pieces(content, is_same, deadline):
    """Removes pieces of the content, from halves down to single bytes, while `is_same(content)` holds, until the deadline."""
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


def minimise_by_pieces(command, content, out, key, seconds, **more):
    """Removes pieces of the content while the key of the crash signature equals `key`. Writes the result to `out`, and returns
    it.
    """

    def is_same(candidate):
        with open(out, "wb") as file:
            file.write(candidate)
        signature, _ = run_input(command, out, 15, **more)
        return signature is not None and signature.key() == key

    content = remove_pieces(content, is_same, time.monotonic() + seconds)
    with open(out, "wb") as file:
        file.write(content)
    return content


def minimise_input(command, path, out, seconds, libfuzzer, **more):
    """Writes a smaller input that crashes like the input at `path` to `out`, or a copy of `path`; returns how it was made, for
    the report.
    """
    with open(path, "rb") as file:
        content = file.read()
    signature, _ = run_input(command, path, 30, **more)
    if signature is None or signature.kind == "timeout":
        with open(out, "wb") as file:
            file.write(content)
        return "not smaller"
    key = signature.key()
    if libfuzzer and minimise_with_libfuzzer(command[0], path, out, seconds // 2 + 1):
        smaller, _ = run_input(command, out, 30, **more)
        if smaller is not None and smaller.key() == key:
            return "by libFuzzer"
    smaller = minimise_by_pieces(command, content, out, key, seconds, **more)
    return "by removing pieces" if len(smaller) < len(content) else "not smaller"
