"""lint --watch: each saved file, and only this file, is linted again; the watch ends by a signal or when its reader ends."""

import json
import os
import signal
import subprocess

import commands
from cli_case import Case, md5anim, mrtk, mrtk_bad, write

LONGEST = commands.LONGEST  # seconds until a watch counts as hanging and the test fails
BROKEN = md5anim(parent=b"7")
case = Case()


class Watch:
    """A running `lint --watch`."""

    def __init__(self, *words, **options):
        self.process = case.start("lint", "--format", "jsonl", "--watch", *words, limit=LONGEST, stdout=commands.PIPE,
                                  stderr=commands.PIPE, **options)
        self.said = self.process.stderr.readline()

    def run(self):
        """Returns {file: number of errors} of the next run, or None if the watch has ended."""
        files = {}
        for line in self.process.stdout:
            line_values = json.loads(line)
            if line_values["type"] == "summary":
                return files
            if line_values["type"] == "file":
                files[line_values["file"]] = 0
            elif line_values["type"] == "finding":
                files[line_values["file"]] += 1
        return None

    def expects(self, wanted, what):
        found = self.run()
        case.check(found == wanted, "%s: %r, not %r" % (what, found, wanted))

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        left = self.process.stdout.read()
        errors = self.process.stderr.read()
        code = self.process.wait()
        case.check(code == -number and left == b"" and errors == b"",
                   "the watch ends by the signal and prints nothing more: exit %d, %r, %r" % (code, left, errors))


def replace(path, content):
    """Replaces the file as editors do: writes another file, then renames it to `path`."""
    write(os.path.join(os.path.dirname(path), "4913.tmp"), content)
    os.rename(os.path.join(os.path.dirname(path), "4913.tmp"), path)


os.makedirs("game/a/.git")
write("game/a/one.md5anim", md5anim())
write("game/two.bin", mrtk())
watch = Watch("game")
case.check(watch.said == b"animproof: --watch: 2 directories are watched; Ctrl-C stops the watch\n",
           "the watch prints the number of watched directories: %r" % watch.said)
watch.expects({"game/a/one.md5anim": 0, "game/two.bin": 0}, "the first run lints all files")
write("game/a/one.md5anim", BROKEN)
watch.expects({"game/a/one.md5anim": 1}, "a saved file is linted again")
replace("game/two.bin", mrtk_bad())
watch.expects({"game/two.bin": 1}, "a replaced file is linted again")
write("game/a/.git/x", b"text")
write("game/a/.git/x.md5anim", BROKEN)
write(b"game/a/new\n'\xff.md5anim", BROKEN)
watch.expects({"game/a/new\n'\ufffd.md5anim": 1}, "a new file with unusual bytes in its name is linted, files in .git are not")
write("game/b/c/three.md5anim", md5anim())
found = watch.run()
while found == {}:
    found = watch.run()
case.check(found == {"game/b/c/three.md5anim": 0}, "a file in a new directory is linted once: %r" % found)
write("game/b/c/three.md5anim", BROKEN)
watch.expects({"game/b/c/three.md5anim": 1}, "the new directory is watched")
os.rename("game/b", "game/d")
watch.expects({"game/d/c/three.md5anim": 1}, "the files of a renamed directory are linted")
write("game/d/c/three.md5anim", md5anim())
watch.expects({"game/d/c/three.md5anim": 0}, "files of the renamed directory have their new paths")
watch.process.send_signal(signal.SIGSTOP)  # both files are saved before the next run
for name in ("game/a/one.md5anim", "game/two.bin"):
    write(name, md5anim() if "md5" in name else mrtk())
watch.process.send_signal(signal.SIGCONT)
watch.expects({"game/a/one.md5anim": 0, "game/two.bin": 0}, "two files saved at once are linted in one run")
write("game/notes.txt", b"text")
watch.expects({}, "a saved text file is skipped")
for count in (1100, 9000):  # more events than a batch holds; more than the kernel queues, from renaming one file
    watch.process.send_signal(signal.SIGSTOP)
    for number in range(count):
        if count == 1100:
            write("game/%d.txt" % number, b"")
        else:
            os.rename("game/%d.txt" % (number % 2 * count), "game/%d.txt" % ((number + 1) % 2 * count))
    os.makedirs("game/%d/deep" % count)
    watch.process.send_signal(signal.SIGCONT)
    found = watch.run()
    case.check(found is not None and len(found) == 4, "after %d events all files are linted: %r" % (count, found))
    found = {}
    while found == {}:
        write("game/%d/deep/last.bin" % count, mrtk())
        found = watch.run()
    case.check(found == {"game/%d/deep/last.bin" % count: 0}, "the watch continues after many events: %r" % found)
    os.remove("game/%d/deep/last.bin" % count)
watch.end()

# Named files: only these are watched, by a link's name too, and before the file exists.
os.symlink("a/one.md5anim", "game/link.md5anim")
watch = Watch("game/link.md5anim", "game/later.txt")
watch.expects({"game/link.md5anim": 0, "game/later.txt": 0}, "the first run lints the named files")
watch.process.stderr.readline()  # the message that later.txt is missing
write("game/a/other.md5anim", BROKEN)
replace("game/a/one.md5anim", BROKEN)
watch.expects({"game/link.md5anim": 1}, "a named link is linted when its target is replaced")
write("game/later.txt", b"text")
watch.expects({"game/later.txt": 1}, "a named file is linted when it is created")
watch.end(signal.SIGTERM)

# The watched directory is removed; the reader of the output ends; wrong usage.
write("short/one.md5anim", BROKEN)
watch = Watch("short")
watch.expects({"short/one.md5anim": 1}, "the directory is linted before its removal")
os.remove("short/one.md5anim")
os.rmdir("short")
case.check(watch.run() is None and watch.process.wait() == 1, "without its directory the watch ends with the last run's exit code")
case.check(watch.process.stderr.read() == b"animproof: --watch: nothing is left to watch\n", "the watch prints that its directory is gone")
watch = Watch("game")
watch.run()
watch.process.stdout.close()
write("game/two.bin", mrtk_bad())
case.check(watch.process.wait() == -signal.SIGPIPE, "the watch ends by SIGPIPE when its reader ends")
for words in (["-"], [], ["--files-from", "x"], ["--changed", "HEAD", "game"], ["game", "--write-baseline", "x"]):
    case.exits(2, "lint", "--watch", *words)
result = case.exits(2, "lint", "--watch", "game", "--severity", "nothing=error")
watch = subprocess.run([case.program, "lint", "--watch", "no/such/folder/x"], capture_output=True, timeout=LONGEST)
case.check(watch.returncode == 3 and b"cannot be watched: No such file" in watch.stderr, "a missing directory is reported", watch)
case.finish()
