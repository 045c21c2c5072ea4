"""Generates the inputs of the benchmarks with `animproof generate` and fixed seeds, once, under build/bench."""

import os
import random
import re
import shutil
import struct
import subprocess

import measured

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BENCH = os.path.join(ROOT, "build", "bench")
INPUTS = os.path.join(BENCH, "inputs")
BUILT = os.path.join(ROOT, "build", "animproof")
PROGRAM = os.path.join(BENCH, "animproof")  # a copy, so that a build during the measurement does not replace it
SMALL_FILES = 10000
FINDINGS = 100000
PAIRS = 40
VERTICES_TIMES = 300  # a generated animation's mesh has about 5 vertices

# {file name: (format, knobs)}. Names have approximate sizes.
GENERATED = {
    "64mb.md5anim": ("md5anim", ["joints=70", "frames=11000", "style=canonical"]),
    "510mb.md5anim": ("md5anim", ["joints=70", "frames=110000", "style=canonical"]),
    "2mb.md5anim": ("md5anim", ["joints=70", "frames=350", "style=canonical"]),
    "10mb.md5anim": ("md5anim", ["joints=70", "frames=2200", "style=canonical"]),
    "40mb.md5anim": ("md5anim", ["joints=70", "frames=8800", "style=canonical"]),
    "small.md5anim": ("md5anim", ["joints=8", "frames=6", "style=canonical"]),
    "5mb.md5mesh": ("md5mesh", ["joints=70", "meshes=8", "vertices=4000", "weights=3", "style=canonical"]),
    "20mb.md5mesh": ("md5mesh", ["joints=70", "meshes=32", "vertices=4000", "weights=3", "style=canonical"]),
    "10mb.md5camera": ("md5camera", ["frames=125000", "style=canonical"]),
    "40mb.md5camera": ("md5camera", ["frames=500000", "style=canonical"]),
    "240mb-1.0.mrtk.bin": ("mrtk", ["version=1.0", "layout=writer", "keys=25000"]),
    "140mb-1.1.mrtk.bin": ("mrtk", ["version=1.1", "layout=writer", "has_camera=yes", "has_hand=yes", "has_gaze=yes",
                                    "keys=80000"]),
    "10mb.mrtk.bin": ("mrtk", ["version=1.1", "layout=writer", "has_camera=yes", "has_hand=yes", "has_gaze=yes",
                               "keys=6500"]),
    "40mb.mrtk.bin": ("mrtk", ["version=1.1", "layout=writer", "has_camera=yes", "has_hand=yes", "has_gaze=yes",
                               "keys=26000"]),
    "small.mrtk.bin": ("mrtk", ["version=1.1", "layout=writer", "has_camera=yes", "has_hand=no", "has_gaze=no",
                                "keys=88"]),
    "490mb.memg.bin": ("memg", ["frames=200", "timesteps=4000", "groups=8", "vertices=20000", "modes=100"]),
    "10mb.memg.bin": ("memg", ["frames=40", "timesteps=800", "groups=3", "vertices=2500", "modes=40"]),
    "40mb.memg.bin": ("memg", ["frames=40", "timesteps=800", "groups=3", "vertices=10000", "modes=40"]),
    "small.memg.bin": ("memg", ["frames=3", "timesteps=10", "groups=1", "vertices=20", "modes=2"]),
}


def input_path(name):
    """Returns the path of an input. Meshes are in their own folder: lint would take a mesh as companion of the animations."""
    return os.path.join(INPUTS, "meshes", name) if name.endswith(".md5mesh") else os.path.join(INPUTS, name)


def generate_input(name, seed=1):
    if os.path.exists(input_path(name)):
        return
    form, knobs = GENERATED[name]
    command = [PROGRAM, "generate", "--format", form, "--seed", str(seed), "-o", input_path(name)]
    for knob in knobs:
        command += ["--knob", knob]
    subprocess.run(command, check=True)
    if form == "md5anim":
        os.remove(input_path(name).replace(".md5anim", ".md5mesh"))


def make_copies_in_turn(directory, names, total):
    """Makes a directory of `total` files, which are copies of the named inputs in turn."""
    if os.path.isdir(input_path(directory)):
        return
    partial = input_path(directory) + ".partial"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(partial)
    contents = []
    for name in names:
        with open(input_path(name), "rb") as file:
            contents.append((name.split(".", 1)[1], file.read()))
    for i in range(total):
        extension, content = contents[i % len(contents)]
        with open("%s/%05d.%s" % (partial, i, extension), "wb") as file:
            file.write(content)
    os.rename(partial, input_path(directory))


def enlarge_mesh(text, rng):
    """Returns the text of a mesh with its lists repeated VERTICES_TIMES times. Each copy of a vertex with one weight is moved
    nearer to its joint by a random share; copies of a vertex with several weights keep its position.
    """
    entries = {kind: [line.split() for line in re.findall(r"^\t%s (.*)$" % kind, text, re.MULTILINE)] for kind in ("vert", "tri", "weight")}
    single = {int(vert[5]) for vert in entries["vert"] if vert[6] == "1"}
    lists = {"vert": [], "tri": [], "weight": []}
    for turn in range(VERTICES_TIMES):
        for _, *place, first, count in entries["vert"]:
            lists["vert"].append([*place, str(int(first) + turn * len(entries["weight"])), count])
        for _, *corners in entries["tri"]:
            lists["tri"].append([str(int(corner) + turn * len(entries["vert"])) for corner in corners])
        for number, joint, bias, left, *position, right in entries["weight"]:
            scale = rng.uniform(0.1, 1) if int(number) in single else 1
            lists["weight"].append([joint, bias, left, *("%.7g" % (scale * float(value)) for value in position), right])
    block = "mesh {\n\tshader \"none\"\n"
    for kind, lines in lists.items():
        block += "\n\tnum%ss %d\n" % (kind, len(lines))
        block += "".join("\t%s %d %s\n" % (kind, number, " ".join(line)) for number, line in enumerate(lines))
    return text[:text.index("mesh {")] + block + "}\n"


def make_pairs():
    """Makes a folder of PAIRS animations and for each a mesh. The boxes in the animations are those around the vertices of the
    mesh.
    """
    if os.path.isdir(input_path("pairs")):
        return
    partial, rng = input_path("pairs") + ".partial", random.Random(1)
    shutil.rmtree(partial, ignore_errors=True)
    subprocess.run([PROGRAM, "generate", "--format", "md5anim", "--seed", "1", "--count", str(PAIRS), "--knob", "joints=70", "--knob", "frames=100",
                    "--knob", "style=canonical", "-o", partial], check=True)
    for name in sorted(os.listdir(partial)):
        if name.endswith(".md5mesh"):
            with open(os.path.join(partial, name), "r+", encoding="ascii") as file:
                text = enlarge_mesh(file.read(), rng)
                file.seek(0)
                file.write(text)
    subprocess.run([PROGRAM, "fix", "-w", partial], stdout=subprocess.DEVNULL, check=True)
    os.rename(partial, input_path("pairs"))


def write_file_with_findings():
    """Writes an mrtk 1.1 file with FINDINGS findings: the times of its first curve do not ascend."""
    if os.path.exists(input_path("findings.mrtk.bin")):
        return
    header = bytes.fromhex("c6429e0f6eaf8f6a") + struct.pack("<ii", 1, 1) + bytes([1, 0, 0])
    empty = struct.pack("<iii", 8, 8, 0)
    curve = struct.pack("<iii", 8, 8, FINDINGS + 1) + struct.pack("<ff", 0, 0) * (FINDINGS + 1)
    with open(input_path("findings.mrtk.bin"), "wb") as file:
        file.write(header + curve + empty * 6 + struct.pack("<i", 0))


def make_all_inputs():
    os.makedirs(os.path.join(INPUTS, "meshes"), exist_ok=True)
    shutil.copy2(BUILT, PROGRAM)
    for name in GENERATED:
        generate_input(name)
    make_copies_in_turn("2mb-files", ["2mb.md5anim"], 64)
    make_copies_in_turn("20mb-meshes", ["20mb.md5mesh"], 4)
    for form in ("md5anim", "mrtk.bin", "memg.bin"):
        make_copies_in_turn("small-" + form.split(".", maxsplit=1)[0], ["small." + form], SMALL_FILES)
    make_copies_in_turn("small-mixed", ["small.md5anim", "small.mrtk.bin", "small.memg.bin"], SMALL_FILES)
    make_pairs()
    write_file_with_findings()


def write_sparse_memg(size):
    """Writes a valid memg file of about `size` bytes, most of them a hole in the file: one group with a basis of zeros."""
    name = input_path("sparse-%d.memg.bin" % size)
    vertices = 1000
    columns = max(1, (size - 60000) // (8 * (3 * vertices + 1)))
    with open(name, "wb") as file:
        file.write(struct.pack("<4i", 1, 30, 1, 1) + struct.pack("<12d", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0))
        file.write(struct.pack("<i", 1) + b"g" + struct.pack("<i", vertices))
        file.write(struct.pack("<%di" % vertices, *range(1, vertices + 1)) + bytes(24 * vertices))
        file.write(struct.pack("<i", 0) + struct.pack("<2i", 3 * vertices, columns))
        file.seek(8 * 3 * vertices * columns, os.SEEK_CUR)
        file.write(struct.pack("<2i", columns, 1))
        file.seek(8 * columns - 8, os.SEEK_CUR)
        file.write(bytes(8))
    return name


def reload_page_cache(name):
    """Drops a file, or the files of a folder, from the page cache and reads them again. The page cache keeps a file that was
    just written in small pages, which makes mapping the file two to four times slower."""
    top = input_path(name)
    for one in [entry.path for entry in os.scandir(top)] if os.path.isdir(top) else [top]:
        with open(one, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            while file.read(1 << 20):
                pass


def input_size(name):
    if os.path.isdir(input_path(name)):
        return sum(entry.stat().st_size for entry in os.scandir(input_path(name)))
    return os.path.getsize(input_path(name))


def replace_part_of_page(mark, text):
    """Writes the measured commit and a text between two marks of docs/evidence/performance.md."""
    page = os.path.join(ROOT, "docs", "evidence", "performance.md")
    begin, end = "<!-- %s -->\n" % mark, "<!-- /%s -->" % mark
    with open(page, encoding="utf-8") as file:
        before, rest = file.read().split(begin)
    with open(page, "w", encoding="utf-8") as file:
        file.write(before + begin + "Measured at %s.\n\n" % measured.current_commit_with_date() + text + end + rest.split(end)[1])
