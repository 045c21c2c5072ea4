"""Tests the mutator for each format and kind of input: the functions of build/check/fuzz/animproof-mutator.so that AFL++ calls,
and those of animproof-mutator.o that libFuzzer calls. `make fuzz-smoke-build` builds the files.
"""

import ctypes
import glob
import os
import random
import tempfile

import commands
import fuzz_targets
from cli_case import ROOT, CheckCounter, read

LIBRARY = os.path.join(ROOT, "build/check/fuzz/animproof-mutator.so")
OBJECT = os.path.join(ROOT, "build/check/fuzz/animproof-mutator.o")
SEEDS = os.path.join(ROOT, "build/fuzz/seeds")
KINDS = {"count", "enum", "number", "name", "duplicate", "delete", "reorder", "splice", "cut", "bytes"}
TARGETS = ("read-mrtk", "read-memg", "read-md5anim", "memory-mrtk", "places", "mesh", "scene")
MUTATIONS = 400
LARGEST = 20000


def load_mutator():
    library = ctypes.CDLL(LIBRARY)
    library.afl_custom_init.restype = ctypes.c_void_p
    library.afl_custom_fuzz.restype = library.afl_custom_trim.restype = ctypes.c_size_t
    library.afl_custom_describe.restype = ctypes.c_char_p
    return library


class Mutator:
    """One mutator, called as afl-fuzz calls it."""

    def __init__(self, library, seed):
        self.library = library
        self.data = ctypes.c_void_p(library.afl_custom_init(None, ctypes.c_uint(seed)))
        assert self.data.value

    def fuzz(self, content, other, largest):
        """Mutates the content. Returns (mutated content, description of the mutation)."""
        out = ctypes.c_void_p()
        buffer = ctypes.create_string_buffer(content, max(1, len(content)))
        size = self.library.afl_custom_fuzz(self.data, buffer, ctypes.c_size_t(len(content)), ctypes.byref(out), other,
                                            ctypes.c_size_t(len(other or b"")), ctypes.c_size_t(largest))
        assert out.value and size <= largest and buffer.raw[:len(content)] == content
        return ctypes.string_at(out, size), self.library.afl_custom_describe(self.data, ctypes.c_size_t(64)).decode()

    def trim(self, content, wanted):
        """Trims the content as afl-fuzz does, and returns the result. A step is kept if the result still contains `wanted`."""
        buffer = ctypes.create_string_buffer(content, len(content))
        steps = self.library.afl_custom_init_trim(self.data, buffer, ctypes.c_size_t(len(content)))
        assert 0 <= steps <= 256
        step, tried = 0, 0
        while step < steps:
            out = ctypes.c_void_p()
            size = self.library.afl_custom_trim(self.data, ctypes.byref(out))
            trimmed = ctypes.string_at(out, size)
            assert out.value and size < len(content)
            same = size > 0 and wanted in trimmed
            content = trimmed if same else content
            step = self.library.afl_custom_post_trim(self.data, ctypes.c_ubyte(same))
            tried += 1
            assert tried <= steps
        return content

    def close(self):
        self.library.afl_custom_deinit(self.data)


def fixed_prefix(target, content):
    """Returns the bytes of a target's input before the file, which a mutation must not change."""
    row = fuzz_targets.TARGETS[target]
    if row.companion:
        return content[:content.index(fuzz_targets.SEAM) + len(fuzz_targets.SEAM)]
    return content[:row.front]


def mutate_seeds(library, target, seed):
    """Mutates seeds of the target. Returns the list of results and the set of mutation kinds."""
    contents = []
    for path in sorted(glob.glob(os.path.join(SEEDS, target, "*"))):
        contents.append(read(path))
    mutator, choice = Mutator(library, seed), random.Random(1)
    outputs, kinds = [], set()
    for number in range(MUTATIONS):
        content, other = choice.choice(contents), choice.choice(contents + [None])
        out, kind = mutator.fuzz(content, other, LARGEST if number % 4 else choice.randrange(1, 2000))
        assert kind in KINDS or (kind == "none" and not out), kind
        assert not out or out.startswith(fixed_prefix(target, content)), "bytes before the file change"
        outputs.append(out)
        kinds.add(kind)
    mutator.close()
    return outputs, kinds


def check_target(library, target):
    os.environ["ANIMPROOF_TARGET"] = target
    outputs, kinds = mutate_seeds(library, target, 1)
    again, _ = mutate_seeds(library, target, 1)
    other, _ = mutate_seeds(library, target, 2)
    assert kinds >= KINDS, "mutations that did not occur: %s" % (KINDS - kinds)
    assert outputs == again and outputs != other, "a seed does not determine the mutations"
    assert len(set(outputs)) > MUTATIONS * 6 // 10, "only %d results differ" % len(set(outputs))


def check_trim(library, form, wanted):
    """Trims a generated file: the result must be less than half as long and contain `wanted`."""
    program = os.path.join(ROOT, "build/check/animproof")
    os.environ["ANIMPROOF_TARGET"] = "read-" + form
    content = commands.run([program, "generate", "--format", form, "--seed", "1"], stdout=commands.PIPE,
                           check=True).stdout
    mutator = Mutator(library, 1)
    trimmed = mutator.trim(content, wanted)
    mutator.close()
    assert wanted in trimmed and len(trimmed) < len(content) // 2, "trimming leaves %d of %d bytes" % (len(trimmed), len(content))


def check_unknown_content(library):
    """Without a target or format in the environment the content decides; unknown content is not mutated."""
    os.environ.pop("ANIMPROOF_TARGET", None)
    os.environ.pop("ANIMPROOF_FORMAT", None)
    mutator = Mutator(library, 1)
    assert mutator.fuzz(b"nothing of the kind", None, 100) == (b"", "none")
    assert mutator.trim(b"nothing of the kind", b"") == b"nothing of the kind"
    assert mutator.fuzz(b"MD5Version 10\ncommandline \"\"\nnumFrames 1\n", None, 100)[1] in KINDS
    assert mutator.fuzz(b"", None, 100)[0] == b""
    mutator.close()


def check_out_of_memory(library):
    """After a failed allocation, the description is not that of the mutation before: the buffer for 2^60 bytes cannot be allocated."""
    mutator, out, size = Mutator(library, 1), ctypes.c_void_p(), ctypes.c_size_t(1 << 60)
    assert mutator.fuzz(b"MD5Version 10\ncommandline \"\"\nnumFrames 1\n", None, 100)[1] in KINDS
    assert library.afl_custom_fuzz(mutator.data, ctypes.create_string_buffer(1), size, ctypes.byref(out), None, ctypes.c_size_t(0), size) == 0
    assert library.afl_custom_describe(mutator.data, ctypes.c_size_t(64)) == b"none"
    mutator.close()


def check_growth(form, mebibyte=1 << 20):
    """Files must not grow by repeated mutations, although libFuzzer's buffer has room for a mebibyte."""
    os.environ["ANIMPROOF_FORMAT"] = form
    program = os.path.join(ROOT, "build/check/animproof")
    content = commands.run([program, "generate", "--format", form, "--seed", "1"], stdout=commands.PIPE, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mutator.so")
        commands.run(["cc", "-shared", "-Wl,-Bsymbolic", "-o", path, OBJECT, "-lm"], check=True)
        engine = ctypes.CDLL(path)
    engine.LLVMFuzzerCustomMutator.restype = engine.LLVMFuzzerCustomCrossOver.restype = ctypes.c_size_t
    data, out, room = ctypes.create_string_buffer(mebibyte), ctypes.create_string_buffer(mebibyte), ctypes.c_size_t(mebibyte)
    largest, changed = len(content), 0
    for seed in range(MUTATIONS):
        ctypes.memmove(data, content, len(content))
        size = len(content)
        for step in range(5):
            one, number = ctypes.c_size_t(size), ctypes.c_uint(5 * seed + step)
            if step % 2 == 0:
                size = engine.LLVMFuzzerCustomMutator(data, one, room, number)
            else:
                size = engine.LLVMFuzzerCustomCrossOver(data, one, content, ctypes.c_size_t(len(content)), out, room, number)
                ctypes.memmove(data, out, size)
            largest = max(largest, size)
        changed += data.raw[:size] != content
    assert changed > MUTATIONS * 6 // 10, "only %d of %d results differ from the file" % (changed, MUTATIONS)
    assert largest <= len(content) + 64, "a file of %d bytes grows to %d" % (len(content), largest)


def main():
    library = load_mutator()
    checks = [(target, check_target, (target,)) for target in TARGETS]
    checks += [("trim " + form, check_trim, (form, wanted))
               for form, wanted in (("mrtk", b"\xc6B\x9e\x0fn\xaf\x8fj"), ("memg", b"\1\0\0\0"), ("md5anim", b"MD5Version"))]
    checks += [("unknown", check_unknown_content, ()), ("out of memory", check_out_of_memory, ())]
    checks = [(name, function, (library, *arguments)) for name, function, arguments in checks]
    checks += [("growth " + form, check_growth, (form,)) for form in ("mrtk", "md5camera")]
    count = CheckCounter()
    for name, function, arguments in checks:
        try:
            function(*arguments)
            count.check(True, name)
        except AssertionError as wrong:
            count.check(False, "%s: line %d: %s" % (name, wrong.__traceback__.tb_next.tb_lineno, wrong))
    count.finish()


if __name__ == "__main__":
    main()
