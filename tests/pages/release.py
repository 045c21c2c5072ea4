#!/usr/bin/python3
"""Checks version and source archive of a release: release.py ANIMPROOF

The version in core/base/version.h must be the first in CHANGELOG.md and the output of --version, and be in no other source file.
The archive of a commit must be byte for byte equal in this tree and in a clone, and have exactly the files of the commit.
"""

import hashlib
import os
import re
import sys
import tarfile
import tempfile

import commands
from cli_case import ROOT, CheckCounter, path_in_tree, read, read_text_in_tree

count = CheckCounter()
check = count.check


def git(*words, folder=ROOT):
    return commands.run(("git", "-C", folder, *words), check=True, stdout=commands.PIPE).stdout.decode()


def build_check_and_read_archive(folder):
    """Makes the archive of a clone's last commit; returns (path in the clone, content)."""
    output = commands.run((os.path.join(folder, ".ci/dist"),), check=True, stdout=commands.PIPE).stdout.decode()
    digest, path = output.split()
    content = read(os.path.join(folder, path))
    check(hashlib.sha256(content).hexdigest() == digest, "the printed hash is that of the archive")
    return path, content


def main():
    version = re.search(r'^#define AP_VERSION "(.*)"$', read_text_in_tree("core/base/version.h"), re.MULTILINE).group(1)
    check(re.fullmatch(r"\d+\.\d+\.\d+", version), "the version has three numbers: %s" % version)
    check(re.search(r"^## (\S+) \((?:not released|\d{4}-\d\d-\d\d)\)$", read_text_in_tree("CHANGELOG.md"), re.MULTILINE).group(1) == version,
          "CHANGELOG.md begins with %s" % version)
    output = commands.run((sys.argv[1], "--version"), check=True, stdout=commands.PIPE).stdout.decode()
    check(output == "animproof %s\n" % version, "--version: %s" % output)
    sources = git("ls-files", "core", "validators", "corpus", "cli", "fuzz", "web", "Makefile", ".ci").split()
    again = [name for name in sources if name != "core/base/version.h" and b'"%s"' % version.encode() in read(path_in_tree(name))]
    check(not again, "the version is repeated in %s" % ", ".join(again))
    with tempfile.TemporaryDirectory() as folder:
        clone = os.path.join(folder, "clone")
        git("clone", "-q", "--shared", ROOT, clone, folder=folder)
        archived = build_check_and_read_archive(clone)
        check(archived == build_check_and_read_archive(ROOT), "two clones make equal archives")
        path = os.path.join(clone, archived[0])
        prefix = "animproof-%s/" % version
        check(os.path.basename(path) == "animproof-%s.tar.gz" % version, "the name of the archive: %s" % path)
        with tarfile.open(path) as archive:
            files = {member.name[len(prefix):] for member in archive if not member.isdir() and member.name.startswith(prefix)}
        check(files == set(git("-c", "core.quotePath=off", "ls-files", "-z", folder=clone).strip("\0").split("\0")), "the archive has the files of the commit")
    count.finish()


main()
