"""lint --watch: each saved file, and only this file, is linted again, but all files after too many events; the watch ends by a
signal, when its reader ends or without its directory."""

import json
import os
import signal

import commands
import pytest
from cli_case import md5anim, mrtk, mrtk_with_error, write

BROKEN = md5anim(parent=b"7")


class WatchingLint:
    """A running `lint --watch`."""

    def __init__(self, animproof, *words):
        self.process = animproof.start("lint", "--format", "jsonl", "--watch", *words, stdout=commands.PIPE, stderr=commands.PIPE)
        self.first_message = self.process.stderr.readline()

    def count_findings_of_next_run_or_none(self):
        """Returns {file: number of findings} of the next run, or None if the watch has ended."""
        files = {}
        for values in map(json.loads, self.process.stdout):
            if values["type"] == "summary":
                return files
            if values["type"] == "file":
                files[values["file"]] = 0
            elif values["type"] == "finding":
                files[values["file"]] += 1
        return None

    def save_while_paused(self, save):
        """Stops the process while `save` changes files."""
        self.process.send_signal(signal.SIGSTOP)
        save()
        self.process.send_signal(signal.SIGCONT)

    def end(self, number=signal.SIGINT):
        """Ends the watch by a signal. Returns true if the signal ends the watch, and the watch prints nothing more."""
        self.process.send_signal(number)
        return (self.process.stdout.read(), self.process.stderr.read(), self.process.wait()) == (b"", b"", -number)


@pytest.fixture
def watch(animproof):
    """A watch of the folder `game` with two files, after its first run."""
    os.makedirs("game/a/.git")
    write("game/a/one.md5anim", md5anim())
    write("game/two.bin", mrtk())
    watch = WatchingLint(animproof, "game")
    assert watch.first_message == b"animproof: --watch: 2 directories are watched; Ctrl-C stops the watch\n"
    assert watch.count_findings_of_next_run_or_none() == {"game/a/one.md5anim": 0, "game/two.bin": 0}
    return watch


def replace_as_editors_do(path, content):
    """Replaces the file as editors do: writes another file, then renames it to `path`."""
    temporary = os.path.join(os.path.dirname(path), "4913.tmp")
    write(temporary, content)
    os.rename(temporary, path)


def test_saved_replaced_new_and_moved_files_are_linted_again(watch):
    write("game/a/one.md5anim", BROKEN)
    assert watch.count_findings_of_next_run_or_none() == {"game/a/one.md5anim": 1}
    replace_as_editors_do("game/two.bin", mrtk_with_error())
    assert watch.count_findings_of_next_run_or_none() == {"game/two.bin": 1}
    write("game/a/.git/x", b"text")
    write("game/a/.git/x.md5anim", BROKEN)
    write(b"game/a/new\n'\xff.md5anim", BROKEN)
    assert watch.count_findings_of_next_run_or_none() == {"game/a/new\n'\ufffd.md5anim": 1}, "files in .git are not linted"
    write("game/b/c/three.md5anim", md5anim())
    while (found := watch.count_findings_of_next_run_or_none()) == {}:
        pass
    assert found == {"game/b/c/three.md5anim": 0}, "a file in a new directory is linted once"
    write("game/b/c/three.md5anim", BROKEN)
    assert watch.count_findings_of_next_run_or_none() == {"game/b/c/three.md5anim": 1}
    os.rename("game/b", "game/d")
    assert watch.count_findings_of_next_run_or_none() == {"game/d/c/three.md5anim": 1}
    write("game/d/c/three.md5anim", md5anim())
    assert watch.count_findings_of_next_run_or_none() == {"game/d/c/three.md5anim": 0}
    watch.save_while_paused(lambda: [write("game/a/one.md5anim", md5anim()), write("game/two.bin", mrtk())])
    assert watch.count_findings_of_next_run_or_none() == {"game/a/one.md5anim": 0, "game/two.bin": 0}, "two files saved at once are linted in one run"
    write("game/notes.txt", b"text")
    assert watch.count_findings_of_next_run_or_none() == {}
    assert watch.end()


def make_1100_files():
    for number in range(1100):
        write("game/%d.txt" % number, b"")


def rename_9000_times():
    write("game/0.txt", b"")
    for number in range(9000):
        os.rename("game/%d.txt" % (number % 2), "game/%d.txt" % ((number + 1) % 2))


@pytest.mark.parametrize("change", [make_1100_files, rename_9000_times])
def test_after_more_events_than_a_batch_or_the_kernel_holds_all_files_are_linted(watch, change):
    watch.save_while_paused(lambda: [change(), os.makedirs("game/new/deep")])
    assert watch.count_findings_of_next_run_or_none() == {"game/a/one.md5anim": 0, "game/two.bin": 0}
    found = {}
    while found == {}:
        write("game/new/deep/last.bin", mrtk())
        found = watch.count_findings_of_next_run_or_none()
    assert found == {"game/new/deep/last.bin": 0}
    assert watch.end()


def test_named_files_are_watched_by_the_name_of_a_link_and_before_they_exist(animproof):
    write("game/a/one.md5anim", md5anim())
    os.symlink("a/one.md5anim", "game/link.md5anim")
    watch = WatchingLint(animproof, "game/link.md5anim", "game/later.txt")
    assert watch.count_findings_of_next_run_or_none() == {"game/link.md5anim": 0, "game/later.txt": 0}
    watch.process.stderr.readline()  # skips the message that later.txt is missing
    write("game/a/other.md5anim", BROKEN)
    replace_as_editors_do("game/a/one.md5anim", BROKEN)
    assert watch.count_findings_of_next_run_or_none() == {"game/link.md5anim": 1}
    write("game/later.txt", b"text")
    assert watch.count_findings_of_next_run_or_none() == {"game/later.txt": 1}
    assert watch.end(signal.SIGTERM)


def test_a_watch_ends_without_its_directory_with_the_exit_code_of_the_last_run(animproof):
    write("short/one.md5anim", BROKEN)
    watch = WatchingLint(animproof, "short")
    assert watch.count_findings_of_next_run_or_none() == {"short/one.md5anim": 1}
    os.remove("short/one.md5anim")
    os.rmdir("short")
    assert watch.count_findings_of_next_run_or_none() is None and watch.process.wait() == 1
    assert watch.process.stderr.read() == b"animproof: --watch: nothing is left to watch\n"


def test_a_watch_ends_by_sigpipe_when_its_reader_ends(watch):
    watch.process.stdout.close()
    write("game/two.bin", mrtk_with_error())
    assert watch.process.wait() == -signal.SIGPIPE
