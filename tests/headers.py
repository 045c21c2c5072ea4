#!/usr/bin/python3
"""Checks that C++ programs can use the library: headers.py LIBRARY

The headers of core/, of validators/ and of each folder of corpus/ compile together as C++17. A C++ program that lints a file by
ap_lint_bytes links with LIBRARY and runs.
"""

import os
import shutil
import subprocess
import sys
import tempfile

from cli_case import ROOT, CheckCounter, write

FLAGS = ["-std=c++17", "-I" + ROOT, "-D_GNU_SOURCE"]
ONLY_C = {"core/number/number_avx2.h"}  # headers with code that is not C++
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


def headers_of_folders():
    """Yields (folder, headers that are compiled together): core/, validators/, and each folder of corpus/."""
    for floor in ("core", "validators", "corpus"):
        together = []
        for place, inner, names in os.walk(os.path.join(ROOT, floor)):
            inner.sort()
            folder = os.path.relpath(place, ROOT)
            headers = [os.path.join(folder, name) for name in sorted(names) if name.endswith(".h")]
            headers = [header for header in headers if header not in ONLY_C]
            together += headers
            if floor == "corpus" and headers:
                yield folder, headers
        if floor != "corpus":
            yield floor, together


def compile_headers(compiler, headers):
    text = 'extern "C" {\n%s}\n' % "".join('#include "%s"\n' % header for header in headers)
    return subprocess.run([compiler, *FLAGS, "-fsyntax-only", "-x", "c++", "-"], input=text, encoding="utf-8", check=False,
                          stderr=subprocess.PIPE)


def fault_of_linked_program(compiler, library):
    """Describes why a C++ program cannot be linked with the library or runs wrongly; "" if it runs."""
    with tempfile.TemporaryDirectory(prefix="animproof-headers-") as folder:
        source, program = os.path.join(folder, "lint.cpp"), os.path.join(folder, "lint")
        write(source, PROGRAM)
        compiled = subprocess.run([compiler, *FLAGS, "-o", program, source, library, "-lm"], check=False,
                                  stderr=subprocess.PIPE, encoding="utf-8")
        if compiled.returncode != 0:
            return compiled.stderr
        output = subprocess.run([program], check=False, stdout=subprocess.PIPE, encoding="utf-8").stdout
        return "" if output == "md5anim 1\n" else "the output is %r" % output


def main():
    count = CheckCounter()
    library = os.path.abspath(sys.argv[1])
    compiler = next((name for name in ("g++", "clang++", "clang++-19") if shutil.which(name)), None)
    if compiler is None:
        print("SKIPPED: headers.py: no C++ compiler is installed")
        count.finish()
    for folder, headers in headers_of_folders():
        result = compile_headers(compiler, headers)
        count.check(result.returncode == 0, "%s/: the headers do not compile as C++:\n%s" % (folder, result.stderr[:1500]))
    fault = fault_of_linked_program(compiler, library)
    count.check(not fault, "a C++ program with the library: %s" % fault)
    count.finish()


if __name__ == "__main__":
    main()
