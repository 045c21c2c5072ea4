"""animproof conform with loaders built with sanitizers: their reports are crashes, and the default memory limit works."""

import os
import shutil

import commands
from cli_case import Case, read_text, write
from loader_scripts import checked_report, script, statuses
from small_corpus import build, entry

VARIABLES = ["%s_OPTIONS" % name for name in ("ASAN", "UBSAN", "LSAN", "MSAN", "TSAN", "HWASAN")]
for variable in VARIABLES:  # the sanitizer options of the tests are only for animproof
    os.environ.pop(variable, None)
case = Case()

LOADER = r"""
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int load(const char *path)
{
    static const size_t huge = (size_t)1 << 45;
    char *block = malloc(8);
    volatile int most = INT_MAX;
    const char *name = strrchr(path, '/') + 1;
    if (strstr(name, "overflow"))
        memset(block, 1, 8 + strlen(name));
    if (strstr(name, "integer"))
        most += block != NULL;
    if (strstr(name, "malloc") && (block = malloc(huge)) == NULL)
        return 1;
    if (strstr(name, "calloc") && (block = calloc(huge, strlen(name) << 30)) == NULL)
        return 1;
    if (strstr(name, "options"))
        printf("[%s] [%s]\n", getenv("ASAN_OPTIONS"), getenv("UBSAN_OPTIONS"));
    if (strstr(name, "leak"))
        return name[0] == 'n';
    while (strstr(name, "fill"))
        memset(malloc(1 << 20), 1, 1 << 20);
    free(block);
    if (strstr(name, "twice"))
        puts("accept"), fflush(stdout), free(block);
    return name[0] == 'n';
}

int main(int argc, char **argv)
{
    char line[1000];
    if (argc == 2)
        return load(argv[1]);
    while (fgets(line, sizeof line, stdin) != NULL) {
        *strchr(line, '\t') = '\0';
        puts(load(line) == 0 ? "accept" : "refuse");
        fflush(stdout);
    }
    return 0;
}
"""
# Statuses without options. A size that malloc cannot serve is refused, as in a program without sanitizers.
NAMES = {"n_overflow": "crash", "y_overflow": "crash", "n_integer": "crash", "y_leak": "agrees", "n_leak": "agrees", "y_plain": "agrees",
         "n_malloc": "agrees", "n_calloc": "agrees", "y_malloc": "should-have-accepted", "y_options": "agrees", "n_plain": "agrees"}


def conform(code, *arguments, **options):
    """Runs conform with a long timeout, since programs with sanitizers are slow on a busy machine."""
    return case.exits(code, "conform", "--timeout", "100", *arguments, **options)


def compile_loader(compiler, *options):
    """Compiles the loader. Returns its path, or None if the compiler is missing."""
    if shutil.which(compiler) is None:
        print("SKIPPED: no %s" % compiler)
        return None
    write("loader.c", LOADER.encode())
    name = os.path.abspath("_".join(["loader", compiler, *options]).replace("=", "-"))
    commands.run([compiler, "-g", "-w", *options, "-o", name, "loader.c"], check=True)
    return name


def check_defaults(loader, what, words):
    """Checks statuses and reports without any sanitizer options."""
    result = conform(1, *words, "--output", "json=out.json", "--output", "junit=out.xml", "--output", "markdown=out.md", "--output",
                     "html=out.html", "names")
    found = statuses("out.json", "status")
    for name, wanted in NAMES.items():
        case.check(found[name, "mine"] == wanted, "%s: the status of %s is %s: %s" % (what, name, wanted, found[name, "mine"]), result)
    case.check(b"mine: n_overflow: crash (reported by a sanitizer): md5anim/count at 0x7: a reason: n_overflow\n"
               b"    ERROR: AddressSanitizer: heap-buffer-overflow on address 0x" in result.stdout,
               "%s: the output has the first line of AddressSanitizer's report" % what, result)
    case.check(b"mine: n_integer: crash (reported by a sanitizer): md5anim/count at 0x7: a reason: n_integer\n"
               b"    loader.c:16:14: runtime error: signed integer overflow: " in result.stdout,
               "%s: the output has the line of UBSan's report" % what, result)
    case.check(b"\nmine is built with a sanitizer, which needs address space: the limit of 1024 MiB applies to resident memory.\n"
               in result.stdout, "%s: the output says that resident memory is limited" % what, result)
    report = checked_report(case, "out.json")
    case.check(report["loaders"][0]["resident"] is True, "JSON says that resident memory is limited")
    one, = [each["results"][0] for each in report["cases"] if each["id"] == "n_overflow"]
    case.check(one["answer"] is None and "==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x" in one["report"],
               "JSON has the sanitizer's report: %r" % one)
    for name in ("out.xml", "out.md", "out.html"):
        case.check("ERROR: AddressSanitizer: heap-buffer-overflow" in read_text(name).replace("\\", ""), "%s has the first line of the report" % name)


def test_defaults():
    build("names", [entry(name, name.encode()) for name in NAMES])
    for compiler in ("gcc", "clang-19"):
        loader = compile_loader(compiler, "-fsanitize=address,undefined")
        if loader is None:
            continue
        check_defaults(loader, compiler, ["--loader", "mine=%s {}" % loader])
        check_defaults(loader, compiler + ", a batch loader", ["--batch", "mine=%s" % loader, "-j2"])
        if compiler == "gcc":
            wrapper = script("wrapper.sh", '%s "$1" || exit 1' % loader)
            check_defaults(loader, compiler + ", in a script", ["--loader", "mine=%s {}" % wrapper])


def test_other_sanitizers():
    """Loaders with other sanitizers: each sanitizer needs more address space than the default limit."""
    for compiler, name in (("gcc", "thread"), ("gcc", "leak"), ("clang-19", "thread"), ("clang-19", "memory"), ("clang-19", "leak")):
        loader = compile_loader(compiler, "-fsanitize=" + name)
        if loader is not None:
            result = conform(1, "--loader", "mine=%s {}" % loader, "--output", "json=out.json", "names")
            found = {name for (name, _), status in statuses("out.json", "status").items() if status in ("crash", "out-of-memory")}
            case.check(not found - {"n_overflow", "y_overflow"}, "only the faulty files crash with -fsanitize=%s: %r" % (name, found), result)


def test_options_of_the_user():
    """Sanitizer options of the user are kept; a report is a crash with any exit code."""
    loader = compile_loader("gcc", "-fsanitize=address,undefined")
    words = ["--loader", "mine=%s {}" % loader, "--output", "json=out.json", "names"]
    conform(1, *words)
    own = "exitcode=86:allocator_may_return_null=1:detect_leaks=0:"
    talking_loader = statuses("out.json", "output")["y_options", "mine"]
    case.check(talking_loader == "[%s] [%s]\n" % (own, own), "conform sets its own sanitizer options: %r" % talking_loader)
    for code in ("0", "1"):
        conform(1, *words, env={"ASAN_OPTIONS": "exitcode=" + code, "UBSAN_OPTIONS": "halt_on_error=1"})
        found = statuses("out.json", "status")
        case.check(found["n_overflow", "mine"] == found["n_integer", "mine"] == "crash",
                   "reports are crashes with the exit code %s: %r" % (code, found))
        talking_loader = statuses("out.json", "output")["y_options", "mine"]
        rest = "allocator_may_return_null=1:detect_leaks=0:"
        case.check(talking_loader == "[%sexitcode=%s] [%shalt_on_error=1]\n" % (rest, code, rest), "options of the user come last: %r" % talking_loader)
    conform(1, *words, env={"LSAN_OPTIONS": "detect_leaks=1", "ASAN_OPTIONS": "allocator_may_return_null=0"})
    found = statuses("out.json", "status")
    case.check(found["y_leak", "mine"] == found["n_leak", "mine"] == "crash", "leaks are crashes if the user asks for leak detection: %r" % found)
    case.check(found["n_malloc", "mine"] == found["n_calloc", "mine"] == "out-of-memory", "a failed allocation is out-of-memory: %r" % found)


def test_crash_after_the_answer():
    """A crash of a batch loader after an answer counts against the file of this answer, not against the next file."""
    loader = compile_loader("gcc", "-fsanitize=address,undefined")
    build("twice", [entry(name, name.encode()) for name in ("y_one", "y_twice", "n_next", "y_last")])
    result = conform(1, "--batch", "mine=%s" % loader, "-j1", "--output", "json=out.json", "twice")
    found = statuses("out.json", "status")
    case.check([found[name, "mine"] for name in ("y_one", "y_twice", "n_next", "y_last")] == ["agrees", "crash", "agrees", "agrees"],
               "a double free after the answer is a crash of its file: %r" % found, result)
    plain = script("plain.sh", 'while read -r file rest; do echo accept; case "$file" in *twice*) kill -SEGV $$;; esac; done')
    conform(1, "--batch", "mine=%s" % plain, "-j1", "--output", "json=out.json", "twice")
    case.check(statuses("out.json")["y_twice", "mine"] == "crash SIGSEGV", "a signal after the answer is a crash of its file")


def test_resident_memory():
    """With a sanitizer the limit is one of resident memory, since the address space cannot be limited."""
    loader = compile_loader("gcc", "-fsanitize=address,undefined")
    build("filled", [entry("y_fill", b"1"), entry("y_fine", b"2")])
    for words in (["--loader", "mine=%s {}" % loader], ["--batch", "mine=%s" % loader],
                  ["--loader", "mine=%s {}" % script("fills.sh", '%s "$1"; exit $?' % loader)]):
        conform(1, *words, "--memory", "300", "--output", "json=out.json", "filled")
        found = statuses("out.json", "status")
        case.check(found == {("y_fill", "mine"): "out-of-memory", ("y_fine", "mine"): "agrees"},
                   "the loader that fills memory is out-of-memory with %r: %r" % (words, found))


# Lines that a loader prints before it exits with 1, and whether the line is a sanitizer's report.
LINES = (
    ("==12==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)", True),
    ("==12==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1 at pc 0x2", True),
    ("==12==WARNING: MemorySanitizer: use-of-uninitialized-value", True),
    ("WARNING: ThreadSanitizer: data race (pid=12)", True),
    ("==12==ERROR: LeakSanitizer: detected memory leaks", True),
    ("AddressSanitizer: CHECK failed: asan_thread.cpp:1 \"((0)) != (0)\"", True),
    ("SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:1:2 in", True),
    ("/a/path of words/%s/read.c:12:5: runtime error: load of null pointer" % ("x" * 600), True),
    ("<unknown>: runtime error: index 5 out of bounds", True),
    ("(loader+0x1234): runtime error: shift exponent 40 is too large", True),
    ("ubsan: add-overflow by 0x00005590cf9039ba", True),
    ("==12==WARNING: AddressSanitizer failed to allocate 0x200000000000 bytes", False),
    ("==12==WARNING: AddressSanitizer: something that it cannot do", False),
    ("==12==HINT: if you don't care about these errors you may set allocator_may_return_null=1", False),
    ("model.x:12: runtime error: no such joint", False),
    ("panic: runtime error: index out of range", False),
    ("runtime error: no such joint", False),
    ("refused: ERROR: AddressSanitizer: is what another program said", False),
    ("AddressSanitizer is a word", False),
)


def test_lines_of_reports():
    build("lines", [entry("n_%02d" % number, line.encode()) for number, (line, _) in enumerate(LINES)])
    cat = script("cat.sh", 'cat "$1"; exit 1')
    conform(1, "--loader", "cat=%s {}" % cat, "--output", "json=out.json", "lines")
    found = statuses("out.json", "status")
    for number, (line, is_report) in enumerate(LINES):
        wanted = "crash" if is_report else "agrees"
        case.check(found["n_%02d" % number, "cat"] == wanted, "the status is %s for the line %r" % (wanted, line))
    # Reports in the omitted part of a long output, after bytes that are not text, and in two pieces.
    report = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"
    for body in ("yes line | head -c 100000; echo '%s'; yes line | head -c 100000; exit 1" % report,
                 r"printf '\377\000\r\n'; echo '%s' >&2; exit 0" % report,
                 "printf '==1==ERROR: Addr'; sleep 0.1; printf 'essSanitizer: heap-use-after-free on address 0x1'; exit 1"):
        result = conform(1, "--loader", "p=%s {}" % script("pieces.sh", body), "--output", "json=out.json", "twice")
        case.check(set(statuses("out.json", "status").values()) == {"crash"} and set(statuses("out.json", "report").values()) == {report},
                   "the report is found in the output of %r" % body, result)


def test_last_line_of_output():
    """The last output line follows each crash; it is printed once if all crashes have it."""
    talking_loader = script("said.sh", r"""echo first; printf 'last words\342\200\256\n\n'; [ "${1##*one*}" ] || echo of one; kill -SEGV $$""")
    result = conform(1, "--loader", "mine=%s {}" % talking_loader, "twice")
    case.check(b"mine: y_one: crash (SIGSEGV): a reason: y_one\n    of one\nmine: y_twice: crash (SIGSEGV): a reason: y_twice\n"
               b"    last words\\" in result.stdout and b"\xe2\x80\xae" not in result.stdout, "each crash has its last output line", result)
    lost = script("lost.sh", "echo loader: error while loading shared libraries: libx.so: no such file >&2; exit 127")
    result = conform(1, "--loader", "mine=%s {}" % lost, "--loader", "quiet=%s {}" % script("quiet.sh", "exit 3"), "twice")
    case.check(b"\nmine: crash on each of its 4 files, with the same line of output:\n    loader: error while loading shared "
               b"libraries: libx.so: no such file\n" in result.stdout and result.stdout.count(b"libx.so") == 1,
               "a line common to all crashes is printed once", result)
    case.check(b"quiet: crash on each" not in result.stdout, "a loader without output has no common line", result)


for test in (test_defaults, test_other_sanitizers, test_options_of_the_user, test_crash_after_the_answer, test_resident_memory,
             test_lines_of_reports, test_last_line_of_output):
    test()
case.finish()
