"""Reduces a crashing input with `animproof reduce` while the place of the crash stays equal."""

import os
import shlex
import shutil
import tempfile

import children
import crash_signature
import tree

SECONDS = 15  # seconds, time limit of one run of a smaller input


def run_input_for_signature(command, path, seconds, symbolise=False, **more):
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
    signature = crash_signature.signature_of_crash_or_none(output, status) if status != 0 else None
    return signature, output


def crash_offset_text_or_none(report):
    """Returns the offset in the innermost stack line of a report that does not name a runtime function, as the report writes it:
    "+0x1a2b)". Returns None if no such line has an offset.
    """
    for line in report.splitlines():
        module = crash_signature.MODULE.search(line)
        if module and crash_signature.function_or_empty_if_runtime(line):
            return "+0x%s)" % module.group("offset")
    return None


def write_reduced_input(command, path, out, place, seconds, more):
    """Writes the smallest input that `animproof reduce` finds within `seconds` to `out`. It crashes at `place`, a text of the
    report (see crash_offset_text_or_none), or if that is None, ends the command like the input at `path`.
    """
    words = ["env", *("%s=%s" % setting for setting in more.items())] if more else []  # not for `reduce` itself
    words += ["{}" if word.startswith("@@") else word for word in command]
    words += [] if "{}" in words else ["{}"]
    with tempfile.TemporaryDirectory() as folder:  # for a name with the extension of the format
        named = shutil.copyfile(path, os.path.join(folder, "input" + os.path.splitext(out)[1]))
        reducing = [tree.PROGRAM, "reduce", "--test", " ".join(word if word == "{}" else shlex.quote(word) for word in words),
                    *(["--text", place] if place else []), "--timeout", str(SECONDS), "--memory", "0", "--seconds", str(seconds),
                    "--progress", "never", "-o", out, named]  # fmt: skip
        children.run_program(reducing, children.environment_of_program(symbolise=False), seconds + 4 * SECONDS)


def minimise_or_copy_input(command, path, out, seconds, **more):
    """Writes a smaller input that crashes like the input at `path` to `out`, or a copy of `path`; returns how it was made, for
    the report.
    """
    signature, report = run_input_for_signature(command, path, 30, **more)
    if signature is not None and signature.kind != "timeout":
        write_reduced_input(command, path, out, crash_offset_text_or_none(report), seconds, more)
        smaller, _ = run_input_for_signature(command, out, 30, **more) if os.path.exists(out) else (None, "")
        if smaller is not None and smaller.key() == signature.key() and os.path.getsize(out) < os.path.getsize(path):
            return "by animproof reduce"
    shutil.copyfile(path, out)
    return "not smaller"
