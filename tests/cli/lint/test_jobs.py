"""Several files at once: every output byte is independent of -j."""

import contextlib
import os
import signal

import commands
import pytest
from cli_case import GOLDEN, md5anim, md5mesh, mrtk, mrtk_with_error, mrtk_with_many_warnings, mrtk_with_note, mrtk_with_warning, read, write
from formats import REPORTS
from golden_files import EACH
from on_terminal import RunOnTerminal, open_when_read_or_none

GOLDEN_FILES = os.path.join(GOLDEN, "" if EACH == 1 else "md5camera")
FORMATS = ("human", "concise", "json", "jsonl")
FOLDERS = 8 if EACH == 1 else 4
CLEAN = 1200 if EACH == 1 else 600  # number of clean files: more than the 512 results that may wait for their turn
ABSENT = ["absent-%d" % i for i in range(16)]
# Clean, with findings of all levels, with many findings, unknown, empty and large.
KINDS = [mrtk(), mrtk_with_error(), mrtk_with_warning(), mrtk_with_note(), md5anim(), md5anim(parent=b"9"), b"no format at all", b"",
         mrtk_with_many_warnings(1200), mrtk(times=[float(i) for i in range(20000)])]


@pytest.fixture(scope="module")
def shared_files(tmp_path_factory):
    """Makes a folder with files that no test changes: clean ones, a tree with all kinds of files, a list of files, folders and missing
    files, and files with only suppressed findings."""
    with contextlib.chdir(tmp_path_factory.mktemp("files")):
        for i in range(CLEAN):
            write("clean/%04d.bin" % i, mrtk())
        for i in range(FOLDERS):
            for j in range(20):
                write("tree/%02d/%02d.bin" % (i, j), KINDS[(i * 7 + j * 3 + i * j) % len(KINDS)])
            os.symlink("nowhere", "tree/%02d/05-broken.bin" % i)
            os.mkfifo("tree/%02d/fifo" % i)
        write("list", "\n".join(name for i in range(FOLDERS) for name in ("tree/%02d" % i, ABSENT[i], "tree/%02d/03.bin" % i)))
        for i in range(30):
            write("silenced/%02d.md5anim" % i, md5anim(parent=b"9").replace(b'"hips" 9 0 0', b'"hips" 9 0 0 // animproof: ignore md5anim'))
        write("silenced/other.md5mesh", md5mesh(["a", "b"]).replace(
            b"\tweight 0 0 1 ( 0 0 0 )", b"\tweight 0 9 1 ( 0 0 0 ) // animproof: ignore md5mesh"))
        return os.getcwd()


@pytest.fixture
def link_shared_files(animproof, shared_files):
    for name in os.listdir(shared_files):
        os.symlink(os.path.join(shared_files, name), name)


@pytest.fixture
def check_same_for_all_jobs(animproof):
    """Calling it checks that the reports and outputs of a run do not depend on -j, nor on the instructions of the processor. Returns
    exit code, standard output, standard error and the reports."""
    def run_with_jobs(jobs, arguments, formats, **environment):
        outputs = ["--output=%s=report.%s" % (form, form) for form in formats]
        result = animproof.run("lint", "--no-config", "-j", jobs, *outputs, *arguments, env=environment)
        return [result.returncode, result.stdout, result.stderr, *(read("report." + form) for form in formats)]

    def compare_numbers_of_jobs(*arguments, formats=FORMATS):
        alone = run_with_jobs("1", arguments, formats)
        for jobs in ("2", "8"):
            several = run_with_jobs(jobs, arguments, formats)
            for what, one, other in zip(("exit code", "standard output", "standard error", *formats), alone, several):
                animproof.check(one == other, "-j%s gives the output of -j1 for %r: %s" % (jobs, arguments, what))
        if formats == FORMATS:
            portable = run_with_jobs("1", arguments, formats, ANIMPROOF_PORTABLE="1")
            animproof.check(portable == alone, "ANIMPROOF_PORTABLE=1 does not change the output for %r" % (arguments,))
        return alone
    return compare_numbers_of_jobs


def test_reports_of_golden_files_do_not_depend_on_the_number_of_jobs(check_same_for_all_jobs):
    code, said, *_ = check_same_for_all_jobs(GOLDEN_FILES)
    assert code == 1 and len(said) > 10000


def test_missing_files_give_exit_3_although_other_files_have_errors(link_shared_files, check_same_for_all_jobs):
    code, _, errors, *_ = check_same_for_all_jobs("tree", *ABSENT)
    assert code == 3 and errors.count(b"No such file") == 16


@pytest.mark.parametrize("words", [
    "--format=json tree clean", "--format=concise -v clean tree", "--format=jsonl --max-findings=2 tree",
    "--max-per-rule=1 --strict tree/00 absent tree/01 %s tree/02/01.bin" % GOLDEN_FILES,
    "--format=concise --files-from=list", "--files-from=list --null", "clean --quiet"])
def test_options_and_lists_give_equal_reports(link_shared_files, check_same_for_all_jobs, words):
    check_same_for_all_jobs(*words.split())


@pytest.mark.parametrize(("limit", "code"), [("1", 4), ("64K", 4), ("100K", 4), ("200K", 4), ("1M", 1)])
def test_limits_of_memory_give_equal_reports(link_shared_files, check_same_for_all_jobs, limit, code):
    assert check_same_for_all_jobs("--max-memory=" + limit, "--max-per-rule=0", "tree")[0] == code


def test_every_report_of_suppressed_findings_is_equal(link_shared_files, check_same_for_all_jobs):
    outcome = check_same_for_all_jobs("silenced", formats=REPORTS)
    assert outcome[:2] == [0, b"31 files: 0 errors, 0 warnings, 31 suppressed by comments, 30 animations without a mesh (animproof sets says why).\n"]
    assert outcome[3 + REPORTS.index("sarif")].count(b'"inSource"') == 31
    check_same_for_all_jobs("silenced", "tree/00", "clean", "silenced/00.md5anim", "--statistics", formats=REPORTS)


def test_every_file_of_a_list_through_a_pipe_is_reported(animproof, link_shared_files):
    with animproof.start("lint", "-j3", "--format=jsonl", "--files-from=-", "-q", "--output=jsonl=/dev/stderr",
                         stdin=commands.PIPE, stdout=commands.DEVNULL, stderr=commands.PIPE) as lint:
        lint.stdin.write(b"clean/0001.bin\nclean\n")
        lint.stdin.close()
        assert lint.stderr.read().count(b"\n") >= CLEAN + 1
    assert lint.returncode == 0


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_standard_input_may_be_one_of_the_paths(animproof, link_shared_files, jobs):
    animproof.exits(1, "lint", "-j", jobs, "--format=concise", "clean", "-", "clean/0000.bin", "clean", input=mrtk_with_error(),
                    prints=b"-:0x13: error: camera.position_x.pre_wrap is 16; ")


@pytest.mark.parametrize(("jobs", "at_once"), [(["-j4"], 4), (["-j1"], 1), (["-j2"], 2), ([], min(len(os.sched_getaffinity(0)), 5))])
def test_as_many_files_are_read_at_once_as_there_are_jobs(animproof, jobs, at_once):
    """The files are fifos: lint opens `at_once` of them before the test writes to any."""
    held = ["held-%d" % i for i in range(5)]
    for name in held:
        os.mkfifo(name)
    lint = animproof.start("lint", *jobs, *held, stdout=commands.PIPE, stderr=commands.PIPE)
    writers = [open_when_read_or_none(name) for name in held[:at_once]]
    tasks = len(os.listdir("/proc/%d/task" % lint.pid))
    assert None not in writers and (tasks == 1) == (at_once == 1)
    assert at_once == len(held) or open_when_read_or_none(held[at_once], 0.05) is None
    for name in [None] * at_once + held[at_once:]:
        writer = open_when_read_or_none(name) if name else writers.pop()
        os.write(writer, mrtk())
        os.close(writer)
    assert (*lint.communicate(), lint.returncode) == (b"5 files: 0 errors, 0 warnings.\n", b"", 0)


@pytest.mark.parametrize("form", FORMATS)
def test_no_thread_waits_forever_when_the_reader_of_a_report_ends(animproof, link_shared_files, form):
    animproof.check_closed_pipe(3, "lint", "-j4", "--format", form, "tree", "clean", "tree")


def stop_when_file_is_mapped_unless_ended(lint, name_part):
    """Stops the process as soon as it has mapped a file with `name_part` in the name. Returns also if the process ends first."""
    while lint.poll() is None:
        try:
            if name_part in read("/proc/%d/maps" % lint.pid):
                lint.send_signal(signal.SIGSTOP)
                return
        except ProcessLookupError:  # the process is ending
            continue


def test_a_run_survives_files_that_shrink(animproof):
    bounds, names = b"\t( -1 -1 -1 ) ( 1 1 1 )\n", ["large-%d.md5anim" % i for i in range(4)]
    large = md5anim().replace(b"numFrames 1", b"numFrames 200000").replace(bounds, bounds * 200000).replace(
        b"frame 0 {\n}\n", b"".join(b"frame %d {\n}\n" % i for i in range(200000)))
    for _ in range(30):
        for name in names:
            write(name, large)
        lint = animproof.start("lint", "-j4", *names, stdout=commands.PIPE, stderr=commands.PIPE)
        stop_when_file_is_mapped_unless_ended(lint, b"/large-")
        for name in names:
            os.truncate(name, 5000)
        lint.send_signal(signal.SIGCONT)
        _, err = lint.communicate()
        if b"became shorter" in err:
            assert lint.returncode == 3
            return
        assert lint.returncode in (0, 1), err
    pytest.fail("no file shrank while lint read it")


def test_the_progress_line_is_drawn_only_on_a_terminal_and_erased(animproof, link_shared_files):
    slow = ["slow-%d" % i for i in range(20)]
    for folder in slow:
        os.mkdir(folder)
        for name in os.listdir("clean"):
            os.link("clean/" + name, folder + "/" + name)
    words = ["lint", "-j2", "--format=json", *slow]
    _, plain, said = RunOnTerminal(animproof, *words).finish()
    assert b" files, " in said and b"/s" in said and said.endswith(b"\r\x1b[K")
    _, without, said = RunOnTerminal(animproof, *words, "--progress=never").finish()
    assert said == b""
    animproof.check(plain == without, "the progress line does not change the report")
    animproof.exits(0, "lint", *slow, says_never=b" files, ")
