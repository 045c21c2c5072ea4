"""animproof conform with loaders built with sanitizers: their reports are crashes, and the default memory limit works."""

import os
import shutil

import commands
import pytest
from cli_case import read_text, write
from loader_scripts import read_valid_report, write_script, statuses_by_case_and_loader
from small_corpus import build_small_corpus, case_and_content

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
# Statuses of the cases if the environment has no sanitizer options. For a size that is too large, malloc returns NULL, as in a
# program without sanitizers, and the loader refuses the file.
NAMES = {"n_overflow": "crash", "y_overflow": "crash", "n_integer": "crash", "y_leak": "agrees", "n_leak": "agrees", "y_plain": "agrees",
         "n_malloc": "agrees", "n_calloc": "agrees", "y_malloc": "should-have-accepted", "y_options": "agrees", "n_plain": "agrees"}
TWICE = ("y_one", "y_twice", "n_next", "y_last")
USUAL = "-fsanitize=address,undefined"


@pytest.fixture(scope="module")
def compile_loader(tmp_path_factory):
    """Returns a function that compiles the loader, once for each list of options. Skips the test if the compiler is missing."""
    folder = tmp_path_factory.mktemp("loaders")

    def compile_once(compiler, *options):
        if shutil.which(compiler) is None:
            pytest.skip("no " + compiler)
        path = str(folder / "_".join([compiler, *options]).replace("=", "-"))
        if not os.path.exists(path):
            write(str(folder / "loader.c"), LOADER)
            commands.run([compiler, "-g", "-w", *options, "-o", path, "loader.c"], check=True, cwd=folder)
        return path
    return compile_once


@pytest.fixture
def conform_on_case_names(conform, monkeypatch):
    """Returns a function that builds a corpus with a case of each name, runs conform with a JSON report, and returns the result and
    {case: status}. The timeout is long, since programs with sanitizers are slow on a busy machine. Loaders do not get the sanitizer
    options of the tests."""
    for name in ("ASAN", "UBSAN", "LSAN", "MSAN", "TSAN", "HWASAN"):
        monkeypatch.delenv(name + "_OPTIONS", raising=False)

    def conform_on_names(names, *arguments, **options):
        build_small_corpus("files", [case_and_content(name, name.encode()) for name in names])
        result = conform(1, "--timeout", "100", *arguments, "--output", "json=out.json", "files", **options)
        return result, {name: status for (name, _), status in statuses_by_case_and_loader("out.json", "status").items()}
    return conform_on_names


@pytest.mark.parametrize(("compiler", "way"), [
    ("gcc", "alone"), ("gcc", "batch"), ("gcc", "in a script"), ("clang-19", "alone"), ("clang-19", "batch")])
def test_reports_are_crashes_and_resident_memory_is_limited(animproof, compile_loader, conform_on_case_names, compiler, way):
    loader = compile_loader(compiler, USUAL)
    words = {"alone": ["--loader", "mine=%s {}" % loader], "batch": ["--batch", "mine=" + loader, "-j2"],
             "in a script": ["--loader", "mine=%s {}" % write_script("wrapper.sh", '%s "$1" || exit 1' % loader)]}[way]
    outputs = [word for form in ("junit", "markdown", "html") for word in ("--output", "%s=out.%s" % (form, form))]
    _, found = conform_on_case_names(NAMES, *words, *outputs, prints=[
        b"mine: n_overflow: crash (reported by a sanitizer): md5anim/count at 0x7: a reason: n_overflow\n"
        b"    ERROR: AddressSanitizer: heap-buffer-overflow on address 0x",
        b"mine: n_integer: crash (reported by a sanitizer): md5anim/count at 0x7: a reason: n_integer\n"
        b"    loader.c:16:14: runtime error: signed integer overflow: ",
        b"\nmine is built with a sanitizer, which needs address space: the limit of 1024 MiB applies to resident memory.\n"])
    assert found == NAMES
    report = read_valid_report(animproof, "out.json")
    assert report["loaders"][0]["resident"] is True
    one, = [each["results"][0] for each in report["cases"] if each["id"] == "n_overflow"]
    assert one["answer"] is None and "==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x" in one["report"]
    for name in ("out.junit", "out.markdown", "out.html"):
        assert "ERROR: AddressSanitizer: heap-buffer-overflow" in read_text(name).replace("\\", ""), name


@pytest.mark.parametrize(("compiler", "name"), [("gcc", "thread"), ("gcc", "leak"), ("clang-19", "thread"), ("clang-19", "memory"), ("clang-19", "leak")])
def test_other_sanitizers_get_the_address_space_that_they_need(compile_loader, conform_on_case_names, compiler, name):
    _, found = conform_on_case_names(NAMES, "--loader", "mine=%s {}" % compile_loader(compiler, "-fsanitize=" + name))
    assert {name for name, status in found.items() if status in ("crash", "out-of-memory")} <= {"n_overflow", "y_overflow"}


def test_options_of_the_user_come_after_those_of_conform(compile_loader, conform_on_case_names):
    words = [NAMES, "--loader", "mine=%s {}" % compile_loader("gcc", USUAL)]
    conform_on_case_names(*words)
    own = "allocator_may_return_null=1:detect_leaks=0:"
    assert statuses_by_case_and_loader("out.json", "output")["y_options", "mine"] == "[exitcode=86:%s] [exitcode=86:%s]\n" % (own, own)
    for code in ("0", "1"):  # a report is a crash with any exit code
        _, found = conform_on_case_names(*words, env={"ASAN_OPTIONS": "exitcode=" + code, "UBSAN_OPTIONS": "halt_on_error=1"})
        assert found["n_overflow"] == found["n_integer"] == "crash"
        assert statuses_by_case_and_loader("out.json", "output")["y_options", "mine"] == "[%sexitcode=%s] [%shalt_on_error=1]\n" % (own, code, own)
    _, found = conform_on_case_names(*words, env={"LSAN_OPTIONS": "detect_leaks=1", "ASAN_OPTIONS": "allocator_may_return_null=0"})
    assert [found[name] for name in ("y_leak", "n_leak", "n_malloc", "n_calloc")] == ["crash", "crash", "out-of-memory", "out-of-memory"]


def test_a_crash_after_the_answer_counts_against_the_file_of_the_answer(compile_loader, conform_on_case_names):
    _, found = conform_on_case_names(TWICE, "--batch", "mine=" + compile_loader("gcc", USUAL), "-j1")
    assert list(found.values()) == ["agrees", "crash", "agrees", "agrees"]
    conform_on_case_names(TWICE, "-j1", "--batch", "mine=" + write_script(
        "plain.sh", 'while read -r file rest; do echo accept; case "$file" in *twice*) kill -SEGV $$;; esac; done'))
    assert statuses_by_case_and_loader("out.json")["y_twice", "mine"] == "crash SIGSEGV"


@pytest.mark.parametrize("words", [["--loader", "mine=%s {}"], ["--batch", "mine=%s"], ["--loader", "mine=./fills.sh {}"]])
def test_a_loader_that_fills_memory_is_ended_by_the_limit_of_resident_memory(compile_loader, conform_on_case_names, words):
    loader = compile_loader("gcc", USUAL)
    write_script("fills.sh", '%s "$1"; exit $?' % loader)
    assert conform_on_case_names(["y_fill", "y_fine"], *(word.replace("%s", loader) for word in words), "--memory", "300")[1] == {
        "y_fill": "out-of-memory", "y_fine": "agrees"}


# Lines that a loader prints before it exits with 1, and the status: a crash if the line is a sanitizer's report.
LINES = {
    "==12==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)": "crash",
    "==12==ERROR: HWAddressSanitizer: tag-mismatch on address 0x1 at pc 0x2": "crash",
    "==12==WARNING: MemorySanitizer: use-of-uninitialized-value": "crash",
    "WARNING: ThreadSanitizer: data race (pid=12)": "crash",
    "==12==ERROR: LeakSanitizer: detected memory leaks": "crash",
    "AddressSanitizer: CHECK failed: asan_thread.cpp:1 \"((0)) != (0)\"": "crash",
    "SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:1:2 in": "crash",
    "/a/path of words/%s/read.c:12:5: runtime error: load of null pointer" % ("x" * 600): "crash",
    "<unknown>: runtime error: index 5 out of bounds": "crash",
    "(loader+0x1234): runtime error: shift exponent 40 is too large": "crash",
    "ubsan: add-overflow by 0x00005590cf9039ba": "crash",
    "==12==WARNING: AddressSanitizer failed to allocate 0x200000000000 bytes": "agrees",
    "==12==WARNING: AddressSanitizer: something that it cannot do": "agrees",
    "==12==HINT: if you don't care about these errors you may set allocator_may_return_null=1": "agrees",
    "model.x:12: runtime error: no such joint": "agrees",
    "panic: runtime error: index out of range": "agrees",
    "runtime error: no such joint": "agrees",
    "refused: ERROR: AddressSanitizer: is what another program said": "agrees",
    "AddressSanitizer is a word": "agrees",
}


def test_lines_of_sanitizers_are_told_from_lines_of_loaders(conform_on_case_names):
    write("lines", "\n".join(LINES) + "\n")
    _, found = conform_on_case_names(["n_%d" % number for number in range(1, len(LINES) + 1)], "--loader",
                    "cat=%s {}" % write_script("cat.sh", 'n=${1##*_}; sed -n "${n%%.*}p" lines; exit 1'))
    for line, status in zip(LINES, found.values(), strict=True):
        assert status == LINES[line], line


REPORT = "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"


@pytest.mark.parametrize("body", [
    "yes line | head -c 100000; echo '%s'; yes line | head -c 100000; exit 1" % REPORT, r"printf '\377\000\r\n'; echo '%s' >&2; exit 0" % REPORT,
    "printf '==1==ERROR: Addr'; sleep 0.1; printf 'essSanitizer: heap-use-after-free on address 0x1'; exit 1"], ids=["long", "bytes", "pieces"])
def test_a_report_is_found_in_a_long_output_after_bytes_that_are_not_text_and_in_two_pieces(conform_on_case_names, body):
    _, found = conform_on_case_names(TWICE, "--loader", "p=%s {}" % write_script("pieces.sh", body))
    assert set(found.values()) == {"crash"} and set(statuses_by_case_and_loader("out.json", "report").values()) == {REPORT}


def test_the_last_line_of_output_follows_each_crash(conform_on_case_names):
    said = write_script("said.sh", r"""echo first; printf 'last words\342\200\256\n\n'; [ "${1##*one*}" ] || echo of one; kill -SEGV $$""")
    conform_on_case_names(TWICE, "--loader", "mine=%s {}" % said, prints=b"mine: y_one: crash (SIGSEGV): a reason: y_one\n    of one\n"
         b"mine: y_twice: crash (SIGSEGV): a reason: y_twice\n    last words\\", prints_never=b"\xe2\x80\xae")


def test_a_last_line_that_all_crashes_of_a_loader_have_is_printed_once(conform_on_case_names):
    lost = write_script("lost.sh", "echo loader: error while loading shared libraries: libx.so: no such file >&2; exit 127")
    result, _ = conform_on_case_names(TWICE, "--loader", "mine=%s {}" % lost, "--loader", "quiet=%s {}" % write_script("quiet.sh", "exit 3"), prints_never=b"quiet: crash on each",
                     prints=b"\nmine: crash on each of its 4 files, with the same line of output:\n    loader: error while loading shared "
                     b"libraries: libx.so: no such file\n")
    assert result.stdout.count(b"libx.so") == 1
