#!/usr/bin/python3
"""A release is one thing everywhere: release.py ANIMPROOF

The version of core/base/version.h is the first of CHANGELOG.md and what the program says; it stands in no other source; and
the archive of a commit is the same bytes in two clones, with all files of the commit and nothing else.
"""

import hashlib
import os
import re
import sys
import tarfile
import tempfile

import commands
from cli_case import ROOT, Count, in_tree, read, text_of_tree

count = Count()
check = count.check


def git(*words, folder=ROOT):
    return commands.run(("git", "-C", folder, *words), check=True, stdout=commands.PIPE).stdout.decode()


def made_in(folder):
    """The bytes of the archive that a clone makes of its last commit, and its name."""
    said = commands.run((os.path.join(folder, ".ci/dist"),), check=True, stdout=commands.PIPE).stdout.decode()
    digest, path = said.split()
    content = read(os.path.join(folder, path))
    check(hashlib.sha256(content).hexdigest() == digest, "the hash that is told")
    return path, content


def main():
    version = re.search(r'^#define AP_VERSION "(.*)"$', text_of_tree("core/base/version.h"), re.MULTILINE).group(1)
    check(re.fullmatch(r"\d+\.\d+\.\d+", version), "a version of three numbers: %s" % version)
    check(re.search(r"^## (\S+) \((?:not released|\d{4}-\d\d-\d\d)\)$", text_of_tree("CHANGELOG.md"), re.MULTILINE).group(1) == version,
          "CHANGELOG.md begins with %s" % version)
    said = commands.run((sys.argv[1], "--version"), check=True, stdout=commands.PIPE).stdout.decode()
    check(said == "animproof %s\n" % version, "--version: %s" % said)
    sources = git("ls-files", "core", "validators", "corpus", "cli", "fuzz", "web", "Makefile", ".ci").split()
    again = [name for name in sources if name != "core/base/version.h" and b'"%s"' % version.encode() in read(in_tree(name))]
    check(not again, "the version stands again in %s" % ", ".join(again))
    with tempfile.TemporaryDirectory() as folder:
        clone = os.path.join(folder, "clone")
        git("clone", "-q", "--shared", ROOT, clone, folder=folder)
        made = made_in(clone)
        check(made == made_in(ROOT), "two clones make the same bytes")
        path = os.path.join(clone, made[0])
        prefix = "animproof-%s/" % version
        check(os.path.basename(path) == "animproof-%s.tar.gz" % version, "its name: %s" % path)
        with tarfile.open(path) as archive:
            files = {member.name[len(prefix):] for member in archive if not member.isdir() and member.name.startswith(prefix)}
        check(files == set(git("-c", "core.quotePath=off", "ls-files", "-z", folder=clone).strip("\0").split("\0")), "it has the files of the commit")
    count.finish()


main()
