#!/usr/bin/python3
"""Whether C++ can use the library: headers.py LIBRARY

Every header of core/, validators/ and corpus/ compiles as C++17, those of a room together, and a program of C++ that
lints a file by the front door links with LIBRARY and runs.
"""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLAGS = ["-std=c++17", "-I" + ROOT, "-D_GNU_SOURCE"]
CODE = {"core/number/number_avx2.h"}  # for C alone
PROGRAM = r"""
extern "C" {
#include "validators/lint_bytes.h"
}
#include <cstdio>
#include <cstring>

int main()
{
    static const char text[] = "MD5Version 10\ncommandline \"\"\n";
    ap_arena arena;
    ap_findings findings;
    ap_lint_result result;
    ap_arena_init(&arena, 0);
    ap_findings_init(&findings, &arena, nullptr, 0, 0);
    const ap_view input = { reinterpret_cast<const uint8_t *>(text), std::strlen(text) };
    const ap_format *format = ap_lint_bytes(input, "a.md5anim", nullptr, nullptr, &findings, &result);
    std::printf("%s %d\n", format == nullptr ? "none" : format->name, findings.counts[AP_ERROR] > 0);
    ap_arena_free(&arena);
}
"""


def rooms():
    """(Folder, its headers): core/ and validators/ each as one."""
    for floor in ("core", "validators", "corpus"):
        together = []
        for place, inner, names in os.walk(os.path.join(ROOT, floor)):
            inner.sort()
            folder = os.path.relpath(place, ROOT)
            headers = [os.path.join(folder, name) for name in sorted(names) if name.endswith(".h")]
            headers = [header for header in headers if header not in CODE]
            together += headers
            if floor == "corpus" and headers:
                yield folder, headers
        if floor != "corpus":
            yield floor, together


def compiles(compiler, headers):
    text = 'extern "C" {\n%s}\n' % "".join('#include "%s"\n' % header for header in headers)
    return subprocess.run([compiler, *FLAGS, "-fsyntax-only", "-x", "c++", "-"], input=text, encoding="utf-8", check=False,
                          stderr=subprocess.PIPE)


def lints(compiler, library):
    with tempfile.TemporaryDirectory(prefix="animproof-headers-") as folder:
        source, program = os.path.join(folder, "lint.cpp"), os.path.join(folder, "lint")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        made = subprocess.run([compiler, *FLAGS, "-o", program, source, library, "-lm"], check=False,
                              stderr=subprocess.PIPE, encoding="utf-8")
        if made.returncode != 0:
            return made.stderr
        told = subprocess.run([program], check=False, stdout=subprocess.PIPE, encoding="utf-8").stdout
        return "" if told == "md5anim 1\n" else "it says %r" % told


def main():
    library = os.path.abspath(sys.argv[1])
    compiler = next((name for name in ("g++", "clang++", "clang++-19") if shutil.which(name)), None)
    if compiler is None:
        print("SKIPPED: headers.py: there is no compiler for C++")
        print("headers: 0 passed, 0 failed")
        return 0
    faults = []
    passed = 0
    for folder, headers in rooms():
        result = compiles(compiler, headers)
        passed += result.returncode == 0
        if result.returncode != 0:
            faults.append("%s/: its headers are not C++:\n%s" % (folder, result.stderr[:1500]))
    fault = lints(compiler, library)
    passed += not fault
    if fault:
        faults.append("a program of C++: %s" % fault)
    for fault in faults:
        print(fault)
    print("headers: %d passed, %d failed" % (passed, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
