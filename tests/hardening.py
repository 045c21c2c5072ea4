#!/usr/bin/python3
"""Checks that programs are built with the hardening options of the Makefile: hardening.py PROGRAM...

Each PROGRAM must be a position-independent executable without writable code, with relocations that are locked before main,
functions of the C library that check sizes, guarded return addresses, probed stacks, landing pads for indirect calls, and
assertions. Each check must fail for a program that is built without hardening.
"""

import os
import platform
import re
import subprocess
import sys
import tempfile

from cli_case import CheckCounter

UNHARDENED = ["gcc", "-O2", "-DNDEBUG", "-U_FORTIFY_SOURCE", "-no-pie", "-fno-stack-protector", "-fno-stack-clash-protection",
        "-fcf-protection=none", "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack", "-x", "c", "-"]
SOURCE = r"""
#include <assert.h>
#include <stdio.h>
#include <string.h>
static int filled(const char *text)
{
    char room[70000];
    memset(room, text[0], sizeof room);
    strcpy(room, text);
    return puts(room);
}
int main(int count, char **words)
{
    assert(count > 0);
    return filled(words[count - 1]);
}
"""


class BinutilsOutput:
    """The output of binutils for a program."""

    def __init__(self, path):
        self.headers = tool_output("readelf", "-lW", path)
        self.dynamic = tool_output("readelf", "-dW", path)
        self.notes = tool_output("readelf", "-nW", path)
        self.symbols = tool_output("readelf", "-W", "--dyn-syms", path)
        self.code = tool_output("objdump", "-d", "--no-show-raw-insn", "--section=.text", path)

    def imports(self, pattern):
        return re.search(r"UND %s[@\s]" % pattern, self.symbols) is not None


def tool_output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8", errors="replace").stdout


def has_no_writable_code(program):
    return not re.search(r"(LOAD|GNU_STACK).* (RWE|R?WE)\s", program.headers)


def locks_relocations(program):
    return "GNU_RELRO" in program.headers and re.search(r"FLAGS_1.*NOW", program.dynamic) is not None


def has_probed_stacks(program):
    """Returns true if a stack frame of more than a page is probed page by page: `orq $0,(%rsp)`."""
    return re.search(r"sub +\$0x1000,%rsp\s+[0-9a-f]+:\s+orq +\$0x0,", program.code) is not None


def has_landing_pads(program):
    """Returns true if main begins with `endbr64`: the C runtime calls main by its address."""
    found = re.search(r"<main>:\n +[0-9a-f]+:\t(\S+)", program.code)
    return found is not None and found.group(1) == "endbr64"


CHECKS = [
    ("is position-independent", lambda program: re.search(r"FLAGS_1.*PIE", program.dynamic)),
    ("has no writable code", has_no_writable_code),
    ("locks its relocations before main", locks_relocations),
    ("checks sizes in functions of the C library", lambda program: program.imports(r"__\w+_chk")),
    ("guards return addresses", lambda program: program.imports("__stack_chk_fail")),
    ("keeps its assertions", lambda program: program.imports("__assert_fail")),
]
X86_CHECKS = [
    ("probes large stack frames", has_probed_stacks),
    ("has landing pads for indirect calls", has_landing_pads),
    ("is marked for shadow stacks", lambda program: "SHSTK" in program.notes),
]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    checks = CHECKS + (X86_CHECKS if platform.machine() == "x86_64" else [])
    count = CheckCounter()
    with tempfile.TemporaryDirectory() as folder:
        unhardened_path = os.path.join(folder, "unhardened")
        subprocess.run([*UNHARDENED, "-o", unhardened_path], input=SOURCE, encoding="utf-8", check=True)
        unhardened = BinutilsOutput(unhardened_path)
    for path in sys.argv[1:]:
        program = BinutilsOutput(path)
        for what, check in checks:
            fault = "the program lacks this" if not check(program) else "the check also passes for a program without hardening"
            count.check(check(program) and not check(unhardened), "%s: %s: %s" % (path, what, fault))
    count.finish()


if __name__ == "__main__":
    main()
