"""Tests the installed library: library.py CONFIG [--corpus SEED]

Installs a build into a temporary folder and tests docs/use/library.md: the installed files and their removal, the exported names,
the examples in C, C++ and Python (built with pkg-config only), and that library and program agree on the findings and the written
text of each file of golden/. With --corpus also on the findings of a standard corpus.
"""

import glob
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

import animproof_api as api
from cli_case import ROOT, CheckCounter, files_below, json_report
from comparing import check_comparing
from formats import BINARY, ENDINGS

HEADER = os.path.join(ROOT, "validators/library/animproof.h")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
MOST_FUNCTIONS = 27
BAD = "golden/md5anim/bad/parent-order__self.md5anim"
PAIRS = [("mesh", "golden/md5anim/bad/*.md5anim", ".md5mesh"), ("obj", "golden/memg/bad/*.bin", ".obj")]

count = CheckCounter()
check = count.check


def float32(text):
    return struct.unpack("<f", struct.pack("<f", float(text)))


def count_check_equal(one, other, what):
    check(one == other, "%s: got %.300r, expected %.300r" % (what, one, other))


def run_and_get_output(*command, **more):
    run = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, **more)
    return run.returncode, run.stdout.decode(errors="replace")


def read(path):
    return pathlib.Path(os.path.join(ROOT, path)).read_bytes()


def run_make_and_get_output(config, *words):
    code, output = run_and_get_output("make", "-s", "config=" + config, *words, env={**os.environ, "MAKEFLAGS": ""})
    check(code == 0, "make %s: %s" % (" ".join(words), output[-800:]))
    return output


def paths_below(folder):
    return sorted(os.path.relpath(path, folder) for path in files_below(folder))


# Installation

def check_installing(config, version, folder):
    stage = os.path.join(folder, "stage")
    words = ["DESTDIR=" + stage, "PREFIX=/opt/it", "libdir=/opt/it/lib64"]
    output = run_make_and_get_output(config, "install", "WASM_CC=false", *words)
    check("its page is not installed" in output and "wasi-libc" in output, "make must report what the page needs, but says: " + output)
    pages = [path for path in paths_below(stage) if "/share/man/man" in path]
    check("opt/it/share/man/man1/animproof-lint.1" in pages and "opt/it/share/man/man7/animproof-rules.7" in pages,
          "manual pages must be installed")
    count_check_equal([path for path in paths_below(stage) if path not in pages], sorted("opt/it/" + path for path in [
        "bin/animproof", "include/animproof.h", "lib64/libanimproof.a", "lib64/libanimproof.so", "lib64/libanimproof.so.0",
        "lib64/libanimproof.so." + version, "lib64/pkgconfig/animproof.pc",
        "share/bash-completion/completions/animproof", "share/zsh/site-functions/_animproof",
        "share/fish/vendor_completions.d/animproof.fish", "share/doc/animproof/README.md", "share/doc/animproof/LICENSE",
        "share/animproof/rules.html", "share/doc/animproof/library.md"]), "installed files")
    about = pathlib.Path(stage + "/opt/it/lib64/pkgconfig/animproof.pc").read_text(encoding="utf-8")
    check("libdir=/opt/it/lib64\n" in about and "Version: %s\n" % version in about and stage not in about,
          "animproof.pc must have libdir, version and no DESTDIR")
    check_view_page(stage + "/opt/it", os.path.join(folder, "moved"))
    run_make_and_get_output(config, "uninstall", *words)
    count_check_equal(paths_below(stage), [], "files left by make uninstall")


def check_refused_folders(config, folder):
    """Installs to folders with characters that make or a shell would interpret. make must refuse them without running or writing
    anything."""
    os.makedirs(folder + "/b")
    with open(folder + "/b/animproof", "wb"):
        pass
    at = folder + "/a"
    before = paths_below(folder)
    words = ("DESTDIR=%s;touch %s" % (at, at), "DESTDIR=%s %s/b" % (at, folder), "DESTDIR=%s\t" % at, "DESTDIR=%s\n" % at,
             "DESTDIR=%s'" % at, "DESTDIR=%s\"" % at, "DESTDIR=%s\\" % at, "DESTDIR=-f", "PREFIX=%s$$(touch %s)" % (at, at),
             "prefix=%s`touch %s`" % (at, at), "bindir=%s&" % at, "libdir=%s*" % at, "includedir=%s|" % at,
             "mandir=%s#" % at, "docdir=%s?" % at, "datarootdir=%s>" % at, "pkgconfigdir=~", "exec_prefix=%s(" % at,
             "bashcompletiondir=[a]", "zshcompletiondir={a,b}", "fishcompletiondir=%s!" % at)
    for number, word in enumerate(words):
        goal = ("install", "uninstall", "install-library", "install-page")[number % 4]
        code, output = run_and_get_output("make", "config=" + config, goal, word, env={**os.environ, "MAKEFLAGS": ""})
        check(code == 2 and "characters that a shell reads are refused" in output,
              "make %s %s must be refused, says: %s" % (goal, word, output[-400:]))
    count_check_equal(paths_below(folder), before, "files after refused folders")


def check_view_page(prefix, moved):
    """The page below share/ is found after the installation was moved. It is the unassembled page here; `make test-web` installs
    the assembled one."""
    page = os.path.join(ROOT, "web/page/page.html")
    code, output = run_and_get_output(prefix + "/bin/animproof", "view", BAD, "-o", "-")
    check(code == 3 and "`make install` installs it" in output, "view without a page must fail, but says: " + output)
    shutil.copy(page, prefix + "/share/animproof/index.html")
    os.rename(prefix, moved)
    code, output = run_and_get_output(moved + "/bin/animproof", "view", BAD, "-o", "-")
    check(code == 0 and re.sub(r'(id="inside">\[).*(?=\])', r"\1", output) == read(page).decode() and BAD in output,
          "view must work in a moved installation, but says: " + output[-300:])
    os.rename(moved, prefix)


def functions_of_header():
    return sorted(re.findall(r"^ANIMPROOF_API .*?\b(animproof_\w+)\(", read(HEADER).decode(), re.MULTILINE))


def check_exported_names(prefix, version):
    declared = functions_of_header()
    check(0 < len(declared) <= MOST_FUNCTIONS, "the header declares %d functions" % len(declared))
    shared = "%s/lib/libanimproof.so.%s" % (prefix, version)
    exported = re.findall(r" T (\w+)@@LIBANIMPROOF_0$", run_and_get_output("nm", "-D", "--defined-only", shared)[1], re.MULTILINE)
    count_check_equal(sorted(exported), declared, "names of the shared library")
    visible = re.findall(r" [A-TV-Z] (\w+)$", run_and_get_output("nm", "--defined-only", prefix + "/lib/libanimproof.a")[1], re.MULTILINE)
    count_check_equal(sorted(visible), declared, "visible names of the static library")
    dynamic = run_and_get_output("readelf", "-dW", shared)[1]
    check("[libanimproof.so.%s]" % version.split(".", maxsplit=1)[0] in dynamic, "the soname must have the major version")
    check("TEXTREL" not in dynamic and "NOW" in dynamic, "the shared library must have no text relocations and bind at once")
    check("GNU_RELRO" in run_and_get_output("readelf", "-lW", shared)[1], "relocations must be read-only")


# Examples

def without_comment(text):
    return re.sub(r"\A(/\*.*?\*/|//[^\n]*)\n", "", text, flags=re.DOTALL)


def check_page_samples():
    """The sample of the header and the samples of the page must equal the examples. The page must name each function."""
    sample = without_comment(read("examples/lint.c").decode())
    indented = "".join("   %s\n" % line if line else "\n" for line in sample.rstrip("\n").split("\n"))
    check(indented in read(HEADER).decode(), "the sample of animproof.h must equal examples/lint.c")
    page = read("docs/use/library.md").decode()
    for name in sorted(os.listdir(os.path.join(ROOT, "examples"))):
        check(read("examples/" + name).decode() in page, "docs/use/library.md must contain examples/%s" % name)
    for function in functions_of_header():
        check("`%s" % function in page, "docs/use/library.md must name %s" % function)


def pkg_config(prefix, *words):
    environment = {**os.environ, "PKG_CONFIG_PATH": prefix + "/lib/pkgconfig"}
    code, output = run_and_get_output("pkg-config", *words, "animproof", env=environment)
    check(code == 0, "pkg-config: " + output)
    return output.split()


def build_example(prefix, compiler, name, program, static=False):
    flags = pkg_config(prefix, "--cflags", "--libs", *(["--static"] if static else []))
    if static:
        flags = ["-l:libanimproof.a" if flag == "-lanimproof" else flag for flag in flags]
    code, output = run_and_get_output(*compiler, *WARNINGS, "-o", program, name, *flags)
    check(code == 0, "%s: %s" % (name, output))


def check_examples(prefix, folder):
    environment = {**os.environ, "LD_LIBRARY_PATH": prefix + "/lib"}
    lint, alone, change, fields = (os.path.join(folder, name) for name in ("lint", "alone", "change", "fields"))
    build_example(prefix, ["gcc", "-std=c11"], "examples/lint.c", lint)
    build_example(prefix, ["gcc", "-std=c11"], "examples/lint.c", alone, static=True)
    build_example(prefix, ["gcc", "-std=c11"], "examples/change.c", change)
    build_example(prefix, ["g++", "-std=c++17"], "examples/fields.cpp", fields)
    wanted = "".join("%s:0x%x: %s: %s\n" % (BAD, one["offset"], one["rule"], one["message"])
                     for one in program_reports(prefix, [BAD])[0]["findings"])
    count_check_equal(run_and_get_output(lint, BAD, env=environment), (1, wanted), "examples/lint.c")
    count_check_equal(run_and_get_output(alone, BAD), (1, wanted), "examples/lint.c, linked with the static library")
    count_check_equal(run_and_get_output("/usr/bin/python3", "examples/lint.py", BAD, env=environment), (0, wanted), "examples/lint.py")
    code, output = run_and_get_output("/usr/bin/python3", "examples/lint.py", "no/such", env=environment)
    check(code == 1 and "no/such: No such file or directory" in output, "examples/lint.py must report a missing file, but says: " + output)
    count_check_equal(run_and_get_output(lint, "no/such", env=environment), (1, "no/such: No such file or directory\n"), "examples/lint.c with a missing file")
    made = os.path.join(folder, "made.md5anim")
    count_check_equal(run_and_get_output(change, BAD, "hierarchy[3].parent", "2", made, env=environment),
          (0, "hierarchy[3].parent was 3\n"), "examples/change.c")
    count_check_equal(run_and_get_output(lint, made, env=environment)[0], 0, "exit code of lint for the file of examples/change.c")
    listed = run_and_get_output(fields, made, env=environment)[1]
    check("hierarchy[3].parent = 2\n" in listed and listed.count("\n") > 100, "examples/fields.cpp: " + listed[:200])
    count_check_equal(run_and_get_output(fields, "no/such", env=environment), (1, "no/such: No such file or directory\n"), "examples/fields.cpp")


# Agreement with the program

def program_reports(prefix, paths, *options):
    """Returns the entries of the program's JSON report, in the order of the files."""
    return json_report(prefix + "/bin/animproof", "lint", "--no-companions", *options, "--files-from0", "-", cwd=ROOT,
                       input="\0".join(paths).encode())["files"]


def common_members(findings):
    """Returns the findings without members that only the program or only the library has."""
    return [{key: value for key, value in one.items() if key not in ("related", "companion", "joint", "component")} for one in findings]


def check_same_and_return_companion_findings(library, report, what=""):
    path = report["file"]
    library.call("open_file", path.encode())
    result, findings = library.lint()
    alone = [one for one in findings if one["companion"] is None]
    count_check_equal(common_members(alone), common_members(report["findings"]), "findings of %s%s" % (path, what))
    count_check_equal((api.decode_text(result.format), api.decode_text(result.variant), result.size, result.skipped_checks),
          (report["format"], report["layout"], report["size"], report["skipped_checks"]), "result of %s%s" % (path, what))
    others = [one for one in findings if one["companion"] is not None]
    companion_valid = all(one["severity"] != "error" for one in others)
    count_check_equal(bool(result.valid), report["valid"] and companion_valid, "validity of %s" % path)
    return others


def files_with_known_endings(folder):
    return sorted(path for path in files_below(folder) if path.endswith(ENDINGS))


def check_findings_are_as_in_program(library, prefix, folder):
    paths = files_with_known_endings(folder)
    check(len(paths) > 100, "more than 100 files are needed in " + folder)
    before = count.failures
    for report in program_reports(prefix, paths):
        check_same_and_return_companion_findings(library, report)
    print("%s: %d files, %d differences" % (os.path.basename(folder), len(paths), count.failures - before))


def check_companions_act_as_in_program(library, prefix):
    for option, pattern, extension in PAIRS:
        listed = 0
        for path in sorted(glob.glob(os.path.join(ROOT, pattern)))[::7]:
            companion = re.sub(r"\.\w+$", extension, path)
            if not os.path.exists(companion):
                continue
            library.call("companion_file", option.encode(), companion.encode())
            files = program_reports(prefix, [path], "--%s=%s" % (option, companion))
            theirs = [one for file in files[1:] for one in file["findings"]]
            ours = check_same_and_return_companion_findings(library, files[0], " with its companion")
            count_check_equal(common_members(ours), common_members(theirs), "findings of " + companion)
            listed += 1
        check(listed > 3, "%s: more than 3 pairs are needed, found %d" % (option, listed))
    library.call("close")


OPTIONS = [("strict", "yes"), ("profile", "portable"), ("severity", "md5anim/*=note"), ("select", "md5anim/parent-order,memg"),
           ("ignore", "mrtk"), ("mrtk-layout", "published"), ("memg-order", "row"), ("input-format", "memg"),
           ("max-findings", "1"), ("max-per-rule", "1")]


def check_options_act_as_in_program(library, prefix):
    paths = files_with_known_endings(os.path.join(ROOT, "golden"))[::40]
    together = []
    for name, value in OPTIONS:
        library.call("set", name.encode(), value.encode())
        words = ["--strict"] if name == "strict" else ["--%s=%s" % (name, value)]
        for report in program_reports(prefix, paths, *words):
            check_same_and_return_companion_findings(library, report, " with " + words[0])
        library.call("set", name.encode(), None)
        together += words if name not in ("input-format", "max-findings", "max-per-rule") else []
    for name, value in OPTIONS[:7]:
        library.call("set", name.encode(), value.encode())
    for report in program_reports(prefix, paths, *together):
        check_same_and_return_companion_findings(library, report, " with several options")
    for name, _ in OPTIONS:
        library.call("set", name.encode(), None)
    for report in program_reports(prefix, paths):
        check_same_and_return_companion_findings(library, report, " after all options")


# Values and written text

def check_canonical_form_and_json(library, prefix):
    program = prefix + "/bin/animproof"
    for number, path in enumerate(files_with_known_endings(os.path.join(ROOT, "golden"))):
        if "/valid/" not in path:
            continue
        library.call("open_file", path.encode())
        if library.lint()[0].errors:
            continue
        before = library.bytes()
        count_check_equal(before, read(path), "bytes of " + path)
        document = library.file_as_json()
        if number % 20 == 0:
            count_check_equal(document.decode(), run_and_get_output(program, "convert", "--to", "json", path, "-o", "-")[1], "JSON of " + path)
        library.call("canonical")
        canonical = library.bytes()
        if path.endswith(BINARY):
            count_check_equal(canonical, before, "canonical form of " + path)
        elif number % 20 == 0:
            count_check_equal(canonical.decode(errors="replace"), run_and_get_output(program, "format", "-o", "-", path)[1], "canonical form of " + path)
        library.call("from_json", document, len(document))
        count_check_equal(library.file_as_json(), document, "JSON of the file made from the JSON of " + path)
        if path.endswith(BINARY):
            count_check_equal(library.bytes(), before, "file made from the JSON of " + path)


def check_value_round_trip(library):
    """Writes back values of a file of each of four formats: as text they must change no byte, as numbers they must stay equal."""
    for path in ("golden/mrtk/valid/has_hand-no.bin", "golden/memg/valid/byte_order-little.bin",
                 "golden/md5anim/valid/joints-2.md5anim", "golden/md5mesh/valid/joints-2.md5mesh"):
        library.call("open_file", os.path.join(ROOT, path).encode())
        before = library.bytes()
        listed = [one for one in library.fields() if one[1] != "length"]
        for name, _, role, _, _, value in listed[:20] + listed[::max(1, len(listed) // 20)]:
            count_check_equal(library.get_value_bytes(name), value, "%s of %s" % (name, path))
            if b"\0" not in value:
                library.call("put", name.encode(), value)
            count_check_equal(library.bytes() == before, True, "writing back %s of %s must change no byte" % (name, path))
            number = role not in ("name", "magic") and not value.startswith((b"nan", b"inf", b"-inf"))
            if number:
                stored = float32 if path.endswith((".md5anim", ".md5mesh")) else float  # text formats store a number in its shortest spelling
                library.call("put_number", name.encode(), float(value))
                count_check_equal(stored(library.get_value_bytes(name)), stored(value), "%s of %s as a number" % (name, path))
            library.call("put", name.encode(), value)


def check_replacing_names(library):
    """A name can be replaced by a longer or an empty one, and a value that its field cannot have is refused."""
    for path, name, value in (("golden/memg/valid/byte_order-little.bin", "groups[0].name", b"a longer name"),
                              ("golden/mrtk/valid/has_hand-no.bin", "markers[0].name", b"x" * 200),
                              ("golden/md5anim/valid/joints-2.md5anim", "hierarchy[0].name", b"a b")):
        library.call("open_file", os.path.join(ROOT, path).encode())
        fields = len(library.fields())
        library.call("put", name.encode(), value)
        count_check_equal((library.get_value_bytes(name), len(library.fields())), (value, fields), "%s of %s" % (name, path))
        library.call("put", name.encode(), b"")
        count_check_equal((library.get_value_bytes(name), len(library.fields())), (b"", fields), "empty %s of %s" % (name, path))
    count_check_equal(library.may_fail("put", b"hierarchy[0].name", b'a"b'), api.BAD_VALUE, "a quote in a name")
    count_check_equal(library.may_fail("put", b"hierarchy[0].parent", b"0.5"), api.BAD_VALUE, "a fractional parent")
    count_check_equal(library.may_fail("put", b"frame_rate", b"nan (0x7fc00000)"), api.BAD_VALUE, "a NaN in a text format")


def check_rules_are_those_of_page(library):
    listed = []

    def append_checked_id_stop_if_asked(_, rule):
        one = rule[0]
        listed.append(api.decode_text(one.id))
        texts = ("summary", "points", "meaning", "source", "breaks", "mend", "fix")
        check(all(getattr(one, name) for name in texts), listed[-1] + " must have all texts")
        return len(listed) == 5 and stop_at_5
    stop_at_5 = True
    count_check_equal(library.functions.animproof_rules(api.RuleCallback(append_checked_id_stop_if_asked), None), api.OK, "rules")
    count_check_equal(len(listed), 5, "rules before the callback stops")
    stop_at_5 = False
    del listed[:]
    library.functions.animproof_rules(api.RuleCallback(append_checked_id_stop_if_asked), None)
    count_check_equal(listed, re.findall(r"^\| `?\[?`?([a-z0-9]+/[a-z0-9-]+)", read("docs/formats/rules.md").decode(), re.MULTILINE), "rules")
    check(len(listed) > 200, "%d rules" % len(listed))


def main():
    config = sys.argv[1]
    found = re.search(r'AP_VERSION "(.*)"', read("core/base/version.h").decode())
    version = found.group(1)
    with tempfile.TemporaryDirectory(prefix="animproof-library-") as folder:
        prefix = os.path.join(folder, "usr")
        check_installing(config, version, folder)
        check_refused_folders(config, os.path.join(folder, "refused"))
        run_make_and_get_output(config, "install", "PAGE=no", "PREFIX=" + prefix)
        library = api.Library("%s/lib/libanimproof.so.0" % prefix)
        count_check_equal(api.decode_text(library.functions.animproof_version()), version, "the version")
        check_exported_names(prefix, version)
        check_page_samples()
        check_examples(prefix, folder)
        check_findings_are_as_in_program(library, prefix, os.path.join(ROOT, "golden"))
        check_companions_act_as_in_program(library, prefix)
        check_options_act_as_in_program(library, prefix)
        check_canonical_form_and_json(library, prefix)
        check_value_round_trip(library)
        check_replacing_names(library)
        check_comparing(library, read, count_check_equal)
        check_rules_are_those_of_page(library)
        if "--corpus" in sys.argv:
            seed = sys.argv[sys.argv.index("--corpus") + 1]
            corpus = os.path.join(folder, "corpus")
            count_check_equal(run_and_get_output(prefix + "/bin/animproof", "corpus", "build", "--seed", seed, corpus)[0], 0, "corpus build")
            check_findings_are_as_in_program(library, prefix, corpus)
    count.finish()


if __name__ == "__main__":
    main()
