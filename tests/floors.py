#!/usr/bin/python3
"""Checks every #include "…" of the tree against the floors and rooms of docs/develop/architecture.md, and the sizes of files:
floors.py

A floor is a folder of the root, and a room is a folder below it. A file may include files of its room and of lower floors, and
those rooms of its floor that ROOMS, OF_A_FORMAT, OF_AN_MD5_FORMAT and WITH_ALL_FORMATS list. A row of ROOMS that no file needs
is a failure.

Headers of an operating system are included only by the files of OF_SYSTEM and THREADS, which a port to another system replaces.

Files are included by the path from the root. Names of files are unique. A file has at most LONGEST lines, and a folder at most
MOST_ENTRIES entries. A function of shipped C has at most LONGEST_FUNCTION lines, and a line at most WIDEST columns: .clang-format
breaks code at 110 columns and does not break comments. The table "From a byte to a line of SARIF" of docs/develop/architecture.md
names at most LONGEST_WALK files.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "fuzz"))
from fuzz_targets import FORMATS  # noqa: E402  (the path is set above)

FLOORS = {"core": 0, "validators": 1, "corpus": 2, "golden": 3, "cli": 4, "fuzz": 4, "web": 4, "tests": 5}
LONGEST = 400  # most lines of a file
LONGEST_FUNCTION = 40  # most lines of a function, from its signature to its closing brace
WIDEST = 130  # most columns of a line
LONGEST_WALK = 26  # files that docs/develop/architecture.md names on the way from a byte to a report
MOST_ENTRIES = 40  # most entries of a folder outside of golden/

# The other rooms of its floor that a room may include.
ROOMS = {
    "core/number": ["core/base"],
    "core/files": ["core/base"],
    "core/files/bare": ["core/base", "core/files"],
    "core/finding": ["core/base", "core/number"],
    "core/layout": ["core/base", "core/files", "core/finding", "core/number"],
    "core/text": ["core/base", "core/finding", "core/layout", "core/number"],
    "core/json": ["core/base", "core/files", "core/layout", "core/number"],
    "core/gltf": ["core/base", "core/files", "core/json", "core/number"],
    "core/report": ["core/base", "core/files", "core/finding", "core/json"],

    "validators": ["validators/file", "validators/services/policy", "validators/services/fixing", "validators/services/rule_names",
                   "validators/services/own_rules"],
    "validators/services/own_rules": ["validators", "validators/services/policy", "validators/services/rule_names"],
    "validators/services/export": ["validators", "validators/md5"],
    "validators/services/figures": ["validators", "validators/md5", "validators/mrtk/content", "validators/services/export"],
    "validators/services/compare": ["validators", "validators/md5", "validators/md5scale", "validators/services/export"],
    "validators/file": ["validators"],
    "validators/services/fixing": ["validators"],
    "validators/services/companions": ["validators"],
    "validators/library": ["validators", "validators/services/companions", "validators/services/compare", "validators/services/export", "validators/services/fixing",
                           "validators/services/rule_names", "validators/readers", "validators/md5anim"],
    "validators/services/rule_names": ["validators", "validators/file"],
    "validators/readers": ["validators", "validators/md5anim", "validators/md5camera", "validators/md5mesh", "validators/mrtk"],
    "validators/md5": ["validators", "validators/services/policy"],
    "validators/md5/fixes": ["validators", "validators/md5"],
    "validators/md5anim": ["validators/md5scale", "validators/md5mesh"],
    "validators/md5anim/mesh": ["validators", "validators/md5/fixes", "validators/md5anim", "validators/md5mesh"],
    "validators/md5anim/comments": ["validators/md5anim"],
    "validators/md5scale": ["validators/md5anim"],
    "validators/memg": ["validators/memg/obj", "validators/memg/other_layouts"],
    "validators/memg/obj": ["validators/memg"],
    "validators/memg/other_layouts": ["validators/memg"],
    "validators/mrtk": ["validators/mrtk/content"],
    "validators/mrtk/content": ["validators/mrtk"],

    "corpus": ["corpus/defect", "corpus/generate"],
    "corpus/defect": ["corpus/generate"],
    "corpus/cases": ["corpus", "corpus/defect", "corpus/generate"],
    "corpus/mutator": ["corpus", "corpus/defect", "corpus/generate"],
    "corpus/equivalent": ["corpus/generate", "corpus/mutator"],
    "corpus/md5": ["corpus/defect", "corpus/generate"],
    "corpus/md5anim": ["corpus/md5mesh"],

    "cli": ["cli/compare", "cli/options", "cli/shared"],
    "cli/archive": ["cli/options", "cli/shared"],
    "cli/check": ["cli/archive", "cli/compare", "cli/config", "cli/files", "cli/options", "cli/reporting", "cli/shared"],
    "cli/config": ["cli/options", "cli/shared"],
    "cli/conform": ["cli/conform/report", "cli/conform/run", "cli/options", "cli/shared"],
    "cli/conform/rate": ["cli/options", "cli/shared"],
    "cli/conform/report": ["cli/conform/rate", "cli/shared"],
    "cli/conform/run": ["cli/conform/rate", "cli/options", "cli/shared"],
    "cli/corpus": ["cli/options", "cli/shared"],
    "cli/compare": ["cli/config", "cli/files", "cli/options", "cli/shared"],
    "cli/dump": ["cli/check", "cli/files", "cli/options", "cli/shared"],
    "cli/files": ["cli/archive", "cli/config", "cli/options", "cli/shared"],
    "cli/init": ["cli/config", "cli/files", "cli/options", "cli/shared"],
    "cli/generate": ["cli/options", "cli/shared"],
    "cli/lsp": ["cli/check", "cli/config", "cli/files", "cli/lsp/document", "cli/options", "cli/shared"],
    "cli/lsp/document": ["cli/config", "cli/shared"],
    "cli/reduce": ["cli/conform/run", "cli/options", "cli/shared"],
    "cli/reference": ["cli/config", "cli/options", "cli/shared"],
    "cli/reporting": ["cli/config", "cli/files", "cli/options", "cli/shared"],
    "cli/rewrite": ["cli/check", "cli/config", "cli/files", "cli/options", "cli/shared"],
    "cli/engines": ["cli/check", "cli/files", "cli/options", "cli/reference", "cli/shared"],
    "cli/sets": ["cli/check", "cli/files", "cli/options", "cli/shared"],
    "cli/shared": ["cli/options"],
    "cli/stats": ["cli/files", "cli/options", "cli/shared"],

    "fuzz/harness": ["fuzz"],
    "fuzz/targets": ["fuzz"],

    "web/module": ["web", "web/pictures"],
    "web/pictures": ["web"],

    "tests/lab/sweep": ["tests/unit/number", "tests/unit/support"],
    "tests/unit/core": ["tests/unit/support"],
    "tests/unit/number": ["tests/unit/support"],
    "tests/unit/compare": ["tests/unit/support"],
    "tests/unit/export": ["tests/unit/md5", "tests/unit/memg", "tests/unit/mrtk", "tests/unit/support"],
    "tests/unit/library": ["tests/unit/support"],
    "tests/unit/corpus": ["tests/unit/support"],
    "tests/unit/formats": ["tests/unit/md5", "tests/unit/memg", "tests/unit/mrtk", "tests/unit/support"],
    "tests/unit/md5": ["tests/unit/support"],
}

# The other rooms that the room of each format may include, by floor.
OF_A_FORMAT = {"validators": ["validators", "validators/services/fixing", "validators/services/policy"],
               "corpus": ["corpus", "corpus/defect", "corpus/generate"], "tests/unit": ["tests/unit/support"]}

# The rooms that the room of each format of the md5 family may include too, by floor.
OF_AN_MD5_FORMAT = {"validators": ["validators/md5", "validators/md5/fixes"], "corpus": ["corpus/md5"], "tests/unit": ["tests/unit/md5"]}

# Rooms that may include the room of each format, since they have code for each.
WITH_ALL_FORMATS = {"validators/services/" + name for name in ("export", "figures", "compare")}

# A file that may include all rooms of its floor, since it lists their contents.
LISTS = {"validators/formats.h": "validators/"}


used_rooms = set()  # pairs (room, other room that it includes)


# Headers of an operating system.
SYSTEM = re.compile(r"(sys/|linux/)|(dirent|fcntl|poll|pthread|setjmp|signal|termios|unistd)\.h$")
# The only files of core/, validators/ and corpus/ that include SYSTEM.
OF_SYSTEM = {
    "core/files/guard.c",       # handles a mapped file that shrinks
    "core/files/input.c",       # reads and maps files
    "core/files/new_file.c",    # writes without the streams of C, under a temporary name until a file is complete
    "core/files/file_stamp.c",  # detects that a file has changed since it was read
    "core/files/replace.c",     # replaces a file that was read
    "core/files/file_attributes.c", "core/files/file_attributes.h",  # copy owner and mode to a replaced file
    "core/files/temp_file.c",   # makes a file without a name
    "core/files/bare/temp_memory.c",  # keeps temporary files in memory on systems without folders; needs ssize_t
    "core/report/output.c",     # makes a stream with functions of its own; needs ssize_t
    "validators/library/library_files.c",  # reads files for programs that link the library
    "corpus/cases/corpus_file.c",  # opens files below a folder
}
# The only files of cli/ that include pthread.h.
THREADS = {"cli/shared/threads.h"}


def system_header_faults(path, lines):
    for number, line in enumerate(lines, 1):
        found = re.match(r"\s*#\s*include\s+<([^>]+)>", line)
        if not found or not SYSTEM.match(found.group(1)):
            continue
        library = path.startswith(("core/", "validators/", "corpus/")) and not path.startswith("corpus/loaders/")
        threads = found.group(1) == "pthread.h" and path.startswith("cli/")
        if library and path not in OF_SYSTEM or threads and path not in THREADS:
            yield "%s:%d: only files of OF_SYSTEM or THREADS may include <%s>" % (path, number, found.group(1))


def source_paths():
    for floor in FLOORS:
        for place, folders, names in os.walk(os.path.join(ROOT, floor)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".c", ".h", ".inc", ".py", ".js", ".mjs")):
                    yield os.path.relpath(os.path.join(place, name), ROOT)


def folders_with_many_entries():
    for floor in FLOORS:
        if floor == "golden":
            continue
        for place, folders, names in os.walk(os.path.join(ROOT, floor)):
            folders[:] = [folder for folder in folders if folder != "__pycache__"]
            if len(folders) + len(names) > MOST_ENTRIES:
                yield "%s: %d entries, %d are allowed" % (
                    os.path.relpath(place, ROOT), len(folders) + len(names), MOST_ENTRIES)


def allowed_rooms(room):
    """Returns the other rooms of its floor that the room may include."""
    floor, name = os.path.split(room)
    rooms = list(ROOMS.get(room, []))
    if name in FORMATS:
        rooms += OF_A_FORMAT.get(floor, [])
        rooms += OF_AN_MD5_FORMAT.get(floor, []) if name.startswith("md5") else []
    if room in WITH_ALL_FORMATS:
        rooms += ["validators/" + form for form in FORMATS]
    return rooms


def note_and_check_include(path, target):
    """Returns true if the floors and ROOMS allow the file to include the header. Notes the rooms for unused_include_rows."""
    here, there = path.split("/")[0], target.split("/")[0]
    if here != there:
        return FLOORS[there] < FLOORS[here]
    room, other = os.path.dirname(path), os.path.dirname(target)
    if room == other or target.startswith(LISTS.get(path, path)):
        return True
    used_rooms.add((room, other))
    return other in allowed_rooms(room)


def unused_include_rows():
    for room, others in ROOMS.items():
        for other in others:
            if (room, other) not in used_rooms:
                yield "tests/floors.py: no file of %s/ includes %s/: remove the row of ROOMS" % (room, other)


def faults_of_file(path, lines):
    if len(lines) > LONGEST:
        yield "%s: %d lines, %d are allowed" % (path, len(lines), LONGEST)
    for number, line in enumerate(lines, 1):
        found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
        if not found:
            continue
        target = found.group(1)
        if target.split("/")[0] not in FLOORS or not os.path.exists(os.path.join(ROOT, target)):
            yield '%s:%d: "%s" is not a path from the root' % (path, number, target)
        elif not note_and_check_include(path, target):
            yield "%s:%d: %s/ must not include %s/" % (path, number, os.path.dirname(path), os.path.dirname(target))


def shape_faults(path, lines):
    """Yields long functions and wide lines of shipped C. .clang-format puts only braces of functions alone on a line at column
    1."""
    if not path.endswith((".c", ".h")) or path.startswith("tests/"):
        return
    start, opened = 1, None
    for number, line in enumerate(lines, 1):
        if len(line) > WIDEST:
            yield "%s:%d: %d columns, %d are allowed" % (path, number, len(line), WIDEST)
        if line == "{":
            opened = start
        elif line == "}" and opened is not None:
            if number - opened >= LONGEST_FUNCTION:
                yield "%s:%d: a function of %d lines, %d are allowed" % (path, opened, number - opened + 1, LONGEST_FUNCTION)
            opened = None
        if line == "" or line.startswith(("#", "}")) or line.endswith("*/"):
            start = number + 1


def faults_of_byte_walk_table():
    """Yields faults of the table of docs/develop/architecture.md that names files on the way from a byte to a report."""
    with open(os.path.join(ROOT, "docs/develop/architecture.md"), encoding="utf-8") as file:
        walk = re.findall(r"^\| \d+ \| `([^`]+\.c)` \|", file.read(), re.MULTILINE)
    if not 0 < len(walk) <= LONGEST_WALK:
        yield "docs/develop/architecture.md: the way from a byte to a report has %d files, %d are allowed" % (len(walk), LONGEST_WALK)
    for path in walk:
        if not os.path.exists(os.path.join(ROOT, path)):
            yield "docs/develop/architecture.md: the way from a byte to a report names %s, which does not exist" % path


def main():
    passed = failed = 0
    seen = {}
    for path in source_paths():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            lines = file.read().splitlines()
        faults = [*faults_of_file(path, lines), *system_header_faults(path, lines), *shape_faults(path, lines)]
        name = os.path.basename(path)
        if name in seen:
            faults.append("%s: %s has the same name" % (path, seen[name]))
        seen[name] = path
        for fault in faults:
            print(fault)
        failed += bool(faults)
        passed += not faults
    for fault in [*folders_with_many_entries(), *unused_include_rows(), *faults_of_byte_walk_table()]:
        print(fault)
        failed += 1
    print("floors: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
