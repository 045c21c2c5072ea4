#!/usr/bin/python3
"""Checks the SBOM of a release: spdx_document.py FOLDER

The members that SPDX 2.3 requires and allows and their forms are checked, the relationships, and that the document describes each file of
SHA256SUMS with its sum. The packages of the extension for VS Code are those in its file.
"""

import glob
import json
import os
import re
import sys
import zipfile

from cli_case import CheckCounter

count = CheckCounter()
check = count.check
ID = re.compile(r"SPDXRef-[A-Za-z0-9.-]+")
URI = re.compile(r"[a-z][a-z0-9+.-]*://[^#\s]+")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
CREATOR = re.compile(r"(Person|Organization): .+|Tool: \S+-\d\S*")
LICENSE = re.compile(r"NOASSERTION|NONE|[A-Za-z0-9.()+-]+( (AND|OR|WITH) [A-Za-z0-9.()+-]+)*")
PURL = re.compile(r"pkg:[a-z]+/[^\s@]+@[^\s@+]+")
KINDS = {"DESCRIBES", "STATIC_LINK", "DYNAMIC_LINK", "CONTAINS", "DEPENDS_ON", "OPTIONAL_DEPENDENCY_OF", "BUILD_TOOL_OF"}
# Members that the schema of SPDX 2.3 allows, as far as the SBOM has them; it allows no others.
DOCUMENT = {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"}
PACKAGE = {"SPDXID", "name", "versionInfo", "downloadLocation", "filesAnalyzed", "licenseConcluded", "licenseDeclared", "licenseComments",
           "copyrightText", "packageFileName", "supplier", "checksums", "externalRefs"}
REFERENCE = {"referenceCategory", "referenceType", "referenceLocator"}
RELATIONSHIP = {"spdxElementId", "relationshipType", "relatedSpdxElement"}
# How the name of a file ends, a package that its program or module contains, and one that it does not.
LINKED = [("-linux-x86_64", "libc6-dev", "libzip-dev"), ("-linux-aarch64", "libc6-dev-arm64-cross", "libc6-dev"), (".html", "wasi-libc", "libc6-dev"),
          (".tgz", "wasi-libc", "libc6-dev"), (".whl", "libc6-dev", "wasi-libc")]


def check_document(document):
    wanted = {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT"}
    check({name: document.get(name) for name in wanted} == wanted, "the version, the licence and the id of the document")
    check({*document} == DOCUMENT and {*document["creationInfo"]} == {"created", "creators"}, "the members of the document: %s" % sorted(document))
    check(document.get("name"), "the name of the document")
    check(URI.fullmatch(document["documentNamespace"]), "the namespace is an address without a fragment: %s" % document["documentNamespace"])
    about = document["creationInfo"]
    check(TIME.fullmatch(about["created"]), "the time of the document: %s" % about["created"])
    check(about["creators"] and all(map(CREATOR.fullmatch, about["creators"])), "the creators of the document: %s" % about["creators"])


def check_package(entry):
    name = entry.get("name")
    check(name and ID.fullmatch(entry["SPDXID"]), "the name and the id of a package: %s" % entry)
    check({*entry} <= PACKAGE, "%s: its members: %s" % (name, sorted(entry)))
    check(entry.get("versionInfo") and entry.get("copyrightText"), "%s: its version and copyright" % name)
    check(entry.get("downloadLocation") == "NOASSERTION", "%s: where it is downloaded from" % name)
    check(entry.get("filesAnalyzed") is False and "packageVerificationCode" not in entry, "%s: files that are not analysed have no code" % name)
    check(all(LICENSE.fullmatch(entry.get(member, "")) for member in ("licenseConcluded", "licenseDeclared")), "%s: its licences" % name)
    check(re.fullmatch(r"(Person|Organization): .+", entry.get("supplier", "Person: unknown")), "%s: its supplier" % name)
    for one in entry.get("checksums", []):
        check({*one} == {"algorithm", "checksumValue"} and one["algorithm"] == "SHA256", "%s: the kind of its sum: %s" % (name, one))
        check(re.fullmatch("[0-9a-f]{64}", one["checksumValue"]), "%s: its sum" % name)
    for one in entry.get("externalRefs", []):
        check({*one} == REFERENCE and one["referenceCategory"] == "PACKAGE-MANAGER" and one["referenceType"] == "purl"
              and PURL.fullmatch(one["referenceLocator"]), "%s: its address: %s" % (name, one))


def packages_in_extension(path):
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if re.search(r"/node_modules/(@[^/]+/)?[^/]+/package\.json$", name)]
        return {(one["name"], one["version"]) for one in map(json.loads, map(archive.read, names))}


def check_files(folder, entries, related):
    """Checks the descriptions of the files of the release."""
    with open(os.path.join(folder, "SHA256SUMS"), encoding="utf-8") as file:
        sums = {name: digest for digest, name in (line.split() for line in file)}
    described = {entries[other]["name"]: other for one, kind, other in related if (one, kind) == ("SPDXRef-DOCUMENT", "DESCRIBES")}
    check({name: entries[one]["checksums"][0]["checksumValue"] for name, one in described.items()}
          == {name: digest for name, digest in sums.items() if not name.endswith(".spdx.json")}, "the files of the release and their sums")

    def pieces(name, kind):
        return {(entries[other]["name"], entries[other]["versionInfo"]) for one, found, other in related if (one, found) == (described[name], kind)}

    for ending, inside, absent in LINKED:
        name, = [name for name in sums if name.endswith(ending)]
        names = {one for one, _ in pieces(name, "STATIC_LINK")}
        check(inside in names and absent not in names, "%s contains %s and not %s: %s" % (name, inside, absent, sorted(names)))
    extension, = glob.glob(os.path.join(folder, "*.vsix"))
    check(pieces(os.path.basename(extension), "CONTAINS") == packages_in_extension(extension) != set(), "the packages of the extension")
    program, = [name for name in sums if name.startswith("animproof_")]
    optional = {entries[one]["name"] for one, kind, other in related if (kind, other) == ("OPTIONAL_DEPENDENCY_OF", described[program])}
    check(optional == {"libzip4"}, "the program opens libzip: %s" % optional)


def main():
    folder, = sys.argv[1:]
    path, = glob.glob(os.path.join(folder, "*.spdx.json"))
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    check_document(document)
    for entry in document["packages"]:
        check_package(entry)
    entries = {entry["SPDXID"]: entry for entry in document["packages"]}
    check(len(entries) == len(document["packages"]) > 20, "each package has its own id")
    check(all({*one} == RELATIONSHIP for one in document["relationships"]), "the members of the relationships")
    related = [(one["spdxElementId"], one["relationshipType"], one["relatedSpdxElement"]) for one in document["relationships"]]
    for one, kind, other in related:
        check(kind in KINDS and {one, other} <= {*entries, "SPDXRef-DOCUMENT"}, "a relationship of known things: %s" % ((one, kind, other),))
    check({*entries} == {end for one, _, other in related for end in (one, other)} - {"SPDXRef-DOCUMENT"}, "each package is related to another")
    check_files(folder, entries, related)
    count.finish()


main()
