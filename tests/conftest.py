"""Runs tests of the command line under pytest: `pytest -k NAME`, `-x`, `--lf`, `-n2`.

A test is a function, named as the promise that it holds. It gets the fixture `animproof`, which runs the program in a new
empty folder. A command with its output is a case of a session (tests/cli/lib/session_file.py). `--program PATH` tests another build than build/check/animproof, such as build/asan/animproof.
"""

import contextlib
import difflib
import os
import shlex
import tempfile
import traceback

import pytest

pytest.register_assert_rewrite("cli_case")
import commands  # noqa: E402  (imported after the line above, so that assertions in cli_case are counted)
import session_file  # noqa: E402
from cli_case import GOLDEN, ROOT, Case  # noqa: E402
from lsp_client import A, Client  # noqa: E402

CHECKED = "build/check/animproof"
SHOWN_CHARACTERS = 2000  # characters printed of each output of a command that failed a check
NAMED_CHARACTERS = 40  # characters of a parameter that the name of its test case shows
CHECKS = pytest.StashKey()  # number of checks of a test
WRITTEN = pytest.StashKey()  # paths of the sessions that --bless has changed
CPU_SECONDS_AT_START = pytest.StashKey()  # seconds of CPU time that this process and its commands had used when the test started


def pytest_addoption(parser):
    parser.addoption("--bless", action="store_true", help="write what the program prints into the sessions")
    parser.addoption("--program", default=os.path.join(ROOT, CHECKED), help="the program to test (%s)" % CHECKED)


def pytest_configure(config):
    program = os.path.abspath(config.getoption("--program"))
    if not os.path.exists(program):
        build = os.path.basename(os.path.dirname(program))
        raise pytest.UsageError("%s does not exist; run: make config=%s all" % (program, "release" if build == "build" else build))


def command_report(result):
    """Returns what a person needs to repeat and understand a command: the command, its exit code and its outputs."""
    lines = ["$ %s" % shlex.join(map(os.fsdecode, result.args)), "exit code %d" % result.returncode]
    for name in ("stdout", "stderr"):
        output = (getattr(result, name) or b"").decode(errors="backslashreplace")
        if output:
            cut = "" if len(output) <= SHOWN_CHARACTERS else "\n... %d more characters" % (len(output) - SHOWN_CHARACTERS)
            lines.append("%s:\n%s%s" % (name, output[:SHOWN_CHARACTERS], cut))
    return "\n".join(lines)


def output_difference(expected, actual):
    """Returns the lines that differ between two outputs."""
    texts = [text.decode(errors="backslashreplace").splitlines() for text in (expected, actual)]
    return "\n".join(difflib.unified_diff(*texts, "expected", "actual", lineterm=""))


def place_in_test():
    """Returns "FILE:LINE: " of the line of a test_*.py that is running, or "" for a case of a session file, which no test_*.py runs."""
    frames = (frame for frame, _ in traceback.walk_stack(None) if os.path.basename(frame.f_code.co_filename).startswith("test_"))
    frame = next(frames, None)
    return "" if frame is None else "%s:%d: " % (os.path.relpath(frame.f_code.co_filename, ROOT), frame.f_lineno)


class Animproof(Case):
    """The program under test, and a new folder that is the current one during the test. A check that fails ends the test."""

    def __init__(self, program, folder):  # Case reads sys.argv, which is pytest's here
        self.program = program
        self.directory = folder
        self.checks = 0

    def check(self, condition, what, result=None):
        __tracebackhide__ = True
        self.checks += 1
        if not condition:
            what = place_in_test() + what
            pytest.fail(what if result is None else "%s\n%s" % (what, command_report(result)), pytrace=False)

    def prints(self, expected, *arguments, code=0, **options):
        """Runs the program, and checks its exit code and all of its standard output."""
        __tracebackhide__ = True
        result = self.exits(code, *arguments, **options)
        self.check(result.stdout == expected, "standard output differs:\n" + output_difference(expected, result.stdout), result)
        return result

    def finish(self):
        raise AssertionError("a test under pytest ends when its function returns")


def pytest_make_parametrize_id(val):
    """Cuts long texts: pytest puts the name of the running test into an environment variable, which has a limit."""
    if isinstance(val, (bytes, str)) and len(val) > NAMED_CHARACTERS:
        return repr(val[:NAMED_CHARACTERS]).strip("b'\"")
    return None


@contextlib.contextmanager
def program_in_new_folder(item):
    """Changes to a new folder, and gives the program under test. Counts its checks as checks of the item."""
    folder = tempfile.mkdtemp(prefix="animproof-cli-")
    before = os.getcwd()
    os.chdir(folder)
    program = Animproof(os.path.abspath(os.path.join(item.config.rootpath, item.config.getoption("--program"))), folder)
    try:
        yield program
    finally:
        item.stash[CHECKS] = item.stash.get(CHECKS, 0) + program.checks
        os.chdir(before)
        commands.run(["rm", "-rf", folder], check=True)  # shutil.rmtree recurses, and some trees are too deep for it


@pytest.fixture
def animproof(request):
    with program_in_new_folder(request.node) as program:
        yield program


@pytest.fixture
def conform(animproof):
    """Runs `animproof conform` and checks its exit code, as animproof.exits does."""
    def run(code, *words, **options):
        __tracebackhide__ = True
        return animproof.exits(code, "conform", *words, **options)
    return run


@pytest.fixture
def start_client(animproof):
    """Calling it starts `animproof lsp` and returns its client. The arguments are those of Client. At the end of the test, each server
    must end with 0."""
    clients = []

    def start(*arguments, **options):
        clients.append(Client(animproof, *arguments, **options))
        return clients[-1]
    yield start
    for one in clients:
        assert one.end() == 0


@pytest.fixture
def client(start_client):
    return start_client()


@pytest.fixture
def start_server(start_client):
    """Calling it starts `animproof lsp`, opens a document, and returns the client."""
    def start(text, *arguments, uri=A, **options):
        opened = start_client(*arguments, **options)
        opened.open(uri, text)
        return opened
    return start


@pytest.fixture
def left_processes(monkeypatch):
    """Marks the environment of the test. Calling it returns the processes with this mark, which loaders have left."""
    monkeypatch.setenv("CONFORM_TEST", str(os.getpid()))
    return lambda: commands.find_processes("CONFORM_TEST=%d" % os.getpid())


class SessionFile(pytest.File):
    results = None  # {command: result} of the cases that ran, for --bless

    def collect(self):
        self.results = {}
        for case in session_file.parse_session_file(self.path):
            yield SessionItem.from_parent(self, name=case.name, case=case)

    def teardown(self):
        if self.config.getoption("--bless") and session_file.write_expected_output(self.path, self.results):
            self.config.stash.setdefault(WRITTEN, []).append(self.path)


class SessionItem(pytest.Item):
    """A case of a session. Fails at the first command with another output or exit code."""

    def __init__(self, *, case, **rest):
        super().__init__(**rest)
        self.case = case

    def runtest(self):
        with program_in_new_folder(self) as program:
            for command, result in session_file.run_case(self.case, program.run, GOLDEN):
                self.parent.results[command] = result
                if not self.config.getoption("--bless"):
                    expected, actual = session_file.expected_lines(command), session_file.session_lines_of_result(result)
                    program.check(expected == actual, "%s:%d: %s\n%s" % (
                        self.path, command.line + 1, shlex.join(command.words), "\n".join(difflib.ndiff(expected, actual))))

    def reportinfo(self):
        return self.path, self.case.line, self.name


def pytest_collect_file(parent, file_path):
    return SessionFile.from_parent(parent, path=file_path) if file_path.suffix == ".session" else None


def pytest_assertion_pass(item):
    item.stash[CHECKS] = item.stash.get(CHECKS, 0) + 1


def cpu_seconds():
    return sum(os.times()[:4])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the number of checks and the CPU time of a test to its report, and so to the JUnit file."""
    outcome = yield
    if call.when == "teardown":
        outcome.get_result().user_properties += [
            ("checks", item.stash.get(CHECKS, 0)), ("seconds of CPU time", round(cpu_seconds() - item.stash[CPU_SECONDS_AT_START], 2))]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Stores the processor time at which the test starts."""
    item.stash[CPU_SECONDS_AT_START] = cpu_seconds()


def pytest_terminal_summary(terminalreporter):
    """Prints the sessions that --bless changed, then the checks that passed and the tests that failed, in the form that tests/run.py
    adds up."""
    for path in terminalreporter.config.stash.get(WRITTEN, []):
        terminalreporter.write_line("wrote %s; git diff shows the change" % os.path.relpath(path))
    checks = sum(value for reports in terminalreporter.stats.values() for report in reports
                 for name, value in getattr(report, "user_properties", ()) if name == "checks")
    failed = sum(len(terminalreporter.stats.get(kind, ())) for kind in ("failed", "error"))
    terminalreporter.write_line("checks: %d passed, %d failed" % (checks, failed))
