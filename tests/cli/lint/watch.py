"""lint --watch: each file that is saved is linted again, and nothing else; it ends by a signal, or with its reader."""

import json
import os
import signal
import subprocess

import commands
from cli_case import Case, md5anim, mrtk, mrtk_bad, write

LONGEST = commands.LONGEST  # seconds for all of one watch: then the test fails
BROKEN = md5anim(parent=b"7")
case = Case()


class Watch:
    """A run that goes on."""

    def __init__(self, *words, **options):
        self.process = case.start("lint", "--format", "jsonl", "--watch", *words, limit=LONGEST, stdout=commands.PIPE,
                                  stderr=commands.PIPE, **options)
        self.said = self.process.stderr.readline()

    def run(self):
        """{file: number of errors} of the next run; None when there is none."""
        files = {}
        for line in self.process.stdout:
            told = json.loads(line)
            if told["type"] == "summary":
                return files
            if told["type"] == "file":
                files[told["file"]] = 0
            elif told["type"] == "finding":
                files[told["file"]] += 1
        return None

    def expects(self, wanted, what):
        found = self.run()
        case.check(found == wanted, "%s: %r, not %r" % (what, found, wanted))

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        left = self.process.stdout.read()
        errors = self.process.stderr.read()
        code = self.process.wait()
        case.check(code == -number and left == b"" and errors == b"", "the end: exit %d, %r, %r" % (code, left, errors))


def replace(path, content):
    """As editors save: under another name, then renamed."""
    write(os.path.join(os.path.dirname(path), "4913.tmp"), content)
    os.rename(os.path.join(os.path.dirname(path), "4913.tmp"), path)


os.makedirs("game/a/.git")
write("game/a/one.md5anim", md5anim())
write("game/two.bin", mrtk())
watch = Watch("game")
case.check(watch.said == b"animproof: --watch: 2 directories are watched; Ctrl-C stops the watch\n", "it says so: %r" % watch.said)
watch.expects({"game/a/one.md5anim": 0, "game/two.bin": 0}, "first, all")
write("game/a/one.md5anim", BROKEN)
watch.expects({"game/a/one.md5anim": 1}, "what was saved")
replace("game/two.bin", mrtk_bad())
watch.expects({"game/two.bin": 1}, "what was replaced")
write("game/a/.git/x", b"text")
write("game/a/.git/x.md5anim", BROKEN)
write(b"game/a/new\n'\xff.md5anim", BROKEN)
watch.expects({"game/a/new\n'\ufffd.md5anim": 1}, "a new file, any name, and nothing of .git")
write("game/b/c/three.md5anim", md5anim())
found = watch.run()
while found == {}:
    found = watch.run()
case.check(found == {"game/b/c/three.md5anim": 0}, "in a new directory, once: %r" % found)
write("game/b/c/three.md5anim", BROKEN)
watch.expects({"game/b/c/three.md5anim": 1}, "which is watched, too")
os.rename("game/b", "game/d")
watch.expects({"game/d/c/three.md5anim": 1}, "a renamed directory")
write("game/d/c/three.md5anim", md5anim())
watch.expects({"game/d/c/three.md5anim": 0}, "has its new name")
watch.process.send_signal(signal.SIGSTOP)  # however long the two take
for name in ("game/a/one.md5anim", "game/two.bin"):
    write(name, md5anim() if "md5" in name else mrtk())
watch.process.send_signal(signal.SIGCONT)
watch.expects({"game/a/one.md5anim": 0, "game/two.bin": 0}, "two at once, in one run")
write("game/notes.txt", b"text")
watch.expects({}, "other files are skipped")
for count in (1100, 9000):  # more than a batch; more events than the kernel keeps, of one file that goes to and fro
    watch.process.send_signal(signal.SIGSTOP)
    for number in range(count):
        if count == 1100:
            write("game/%d.txt" % number, b"")
        else:
            os.rename("game/%d.txt" % (number % 2 * count), "game/%d.txt" % ((number + 1) % 2 * count))
    os.makedirs("game/%d/deep" % count)
    watch.process.send_signal(signal.SIGCONT)
    found = watch.run()
    case.check(found is not None and len(found) == 4, "all, where %d were saved: %r" % (count, found))
    found = {}
    while found == {}:
        write("game/%d/deep/last.bin" % count, mrtk())
        found = watch.run()
    case.check(found == {"game/%d/deep/last.bin" % count: 0}, "and it goes on: %r" % found)
    os.remove("game/%d/deep/last.bin" % count)
watch.end()

# Files that are named: alone, by any name, before they are there.
os.symlink("a/one.md5anim", "game/link.md5anim")
watch = Watch("game/link.md5anim", "game/later.txt")
watch.expects({"game/link.md5anim": 0, "game/later.txt": 0}, "named")
watch.process.stderr.readline()  # that it is not there
write("game/a/other.md5anim", BROKEN)
replace("game/a/one.md5anim", BROKEN)
watch.expects({"game/link.md5anim": 1}, "a named link, by its file")
write("game/later.txt", b"text")
watch.expects({"game/later.txt": 1}, "named, and there by now")
watch.end(signal.SIGTERM)

# Nothing is left; nobody reads; wrong usage.
write("short/one.md5anim", BROKEN)
watch = Watch("short")
watch.expects({"short/one.md5anim": 1}, "before it is gone")
os.remove("short/one.md5anim")
os.rmdir("short")
case.check(watch.run() is None and watch.process.wait() == 1, "without its directory it ends as the last run did")
case.check(watch.process.stderr.read() == b"animproof: --watch: nothing is left to watch\n", "and says so")
watch = Watch("game")
watch.run()
watch.process.stdout.close()
write("game/two.bin", mrtk_bad())
case.check(watch.process.wait() == -signal.SIGPIPE, "without a reader it ends")
for words in (["-"], [], ["--files-from", "x"], ["--changed", "HEAD", "game"], ["game", "--write-baseline", "x"]):
    case.exits(2, "lint", "--watch", *words)
result = case.exits(2, "lint", "--watch", "game", "--severity", "nothing=error")
watch = subprocess.run([case.program, "lint", "--watch", "no/such/folder/x"], capture_output=True, timeout=LONGEST)
case.check(watch.returncode == 3 and b"it cannot be watched: No such file" in watch.stderr, "no directory", watch)
case.finish()
