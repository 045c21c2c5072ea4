#!/usr/bin/python3
"""Makes the wheel: make_wheel.py LIBRARY FOLDER, and prints its path. The wheel contains the shared library.

The wheel is a zip file. Its entries have one time and are in order of their names: the same files make the same bytes. The name says which
version of the C library is needed: that of the newest symbol that the shared library takes from it.
"""

import base64
import hashlib
import os
import re
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
MACHINES = {62: "x86_64", 183: "aarch64"}  # by e_machine of an ELF header
ALWAYS = (2, 17)  # the tag never names an older C library, even if the library needs only older symbols
METADATA = """\
Metadata-Version: 2.1
Name: animproof
Version: %s
Summary: Checks animation files: id Tech 4, MRTK and mesh-ensemble motions
License: MIT
Requires-Python: >=3.9
Description-Content-Type: text/markdown

%s"""
WHEEL = """\
Wheel-Version: 1.0
Generator: animproof
Root-Is-Purelib: false
Tag: %s
"""


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def tag_of(library):
    """Returns the tag of the wheel, such as py3-none-manylinux_2_34_x86_64."""
    machine = MACHINES[int.from_bytes(library[18:20], "little")]
    needed = [(int(major), int(minor)) for major, minor in re.findall(rb"\0GLIBC_(\d+)\.(\d+)", library)]
    return "py3-none-manylinux_%d_%d_%s" % (*max([ALWAYS, *needed]), machine)


def main():
    path, out = sys.argv[1:]
    version = re.search(rb'^#define AP_VERSION "(.*)"$', read(ROOT, "core/base/version.h"), re.MULTILINE).group(1).decode()
    library = read(path)
    tag = tag_of(library)
    about = "animproof-%s.dist-info/" % version
    names = [name for name in sorted(os.listdir(os.path.join(HERE, "animproof"))) if name.endswith((".py", ".typed"))]
    entries = {"animproof/" + name: read(HERE, "animproof", name) for name in names}
    entries["animproof/libanimproof.so." + version.split(".", maxsplit=1)[0]] = library
    entries[about + "LICENSE"] = read(ROOT, "LICENSE")
    entries[about + "METADATA"] = (METADATA % (version, read(ROOT, "docs/use/python.md").decode())).encode()
    entries[about + "WHEEL"] = (WHEEL % tag).encode()
    sums = ["%s,sha256=%s,%d\n" % (name, base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode(), len(content))
            for name, content in sorted(entries.items())]
    entries[about + "RECORD"] = ("".join(sums) + about + "RECORD,,\n").encode()
    os.makedirs(out, exist_ok=True)
    wheel = os.path.join(out, "animproof-%s-%s.whl" % (version, tag))
    with zipfile.ZipFile(wheel + ".new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(entries.items(), key=lambda entry: (entry[0].startswith(about), entry[0])):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o100755 if ".so." in name else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    os.replace(wheel + ".new", wheel)
    print(wheel)


if __name__ == "__main__":
    main()
