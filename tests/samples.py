#!/usr/bin/python3
"""Holds the program against samples with known answers: samples.py ANIMPROOF

The MRTK and MEMG samples are in golden/reference. The real .md5anim files and the made files of MD5 formats do not belong to
the project and are in ../shared; where that is not there, they are skipped, and that is said.
"""

import csv
import glob
import json
import os

from cli_case import GOLDEN, Case, in_tree, read_text

REFERENCE = os.path.join(GOLDEN, "reference")
SAMPLES = in_tree("..", "shared", "samples")

# What the format page asks of each broken file: the rule and the offset of every error.
MRTK_EDGE = {
    "all_big_endian_header": [("mrtk/magic", 0)],
    "count_-2147483648_camera_posx": [("mrtk/count-negative", 27)],
    "count_268435456_camera_posx": [("mrtk/count-exceeds-file", 27)],
    "doc_v11_f000_19_bytes_DOC_LAYOUT": [],
    "empty_0_bytes": [("mrtk/truncated", 0)],
    "flag_byte_ff": [("mrtk/flag", 16)],
    "magic_bitflip": [("mrtk/magic", 0)],
    "markers_1_ok_ascii": [],
    "markers_len_5th_byte_high_bits": [],
    "markers_len_negative": [("mrtk/marker-name", 111)],
    "markers_len_trunc": [("mrtk/marker-name", 111)],
    "markers_name_bom": [],
    "markers_name_trunc_utf8_seq": [],
    "markers_time_nan": [],
    "ok_v11_camera_2keys": [],
    "times_equal": [],
    "trailing_1": [("mrtk/trailing-bytes", 123)],
    "trunc_07_of_f000": [("mrtk/truncated", 0)],
    "trunc_12_of_f000": [("mrtk/truncated", 12)],
    "trunc_17_of_f000": [("mrtk/truncated", 17)],
    "trunc_22_of_f000": [("mrtk/truncated", 19)],
    "trunc_no_markers_v11_DOC_LAYOUT": [("mrtk/truncated", 119)],
    "value_denormal_negzero": [],
    "version_-1.5_body10": [("mrtk/version", 8)],
    "version_0.9_body10": [("mrtk/version", 8)],
    "version_1.2147483647_body10": [("mrtk/version", 8)],
    "version_2.0_body10": [("mrtk/version", 8)],
    "weighted_-1": [("mrtk/weighted-mode", 52)],
    "weighted_2": [],
    "wrap_pre_-1": [("mrtk/wrap-mode", 19)],
    "wrap_pre_15": [],
    "wrap_pre_2147483647": [("mrtk/wrap-mode", 19)],
    "wrap_pre_5": [],
}

# Warnings of edge files that no error explains: the rule and the offset.
MRTK_EDGE_WARNINGS = {
    "doc_v11_f000_19_bytes_DOC_LAYOUT": ("mrtk/layout-published", 8),
    "markers_len_5th_byte_high_bits": ("mrtk/marker-name-overlong", 111),
    "markers_name_trunc_utf8_seq": ("mrtk/marker-name-utf8", 112),
    "markers_time_nan": ("mrtk/time-not-finite", 107),
    "times_equal": ("mrtk/time-order", 39),
    "wrap_pre_15": ("mrtk/wrap-mode-combined", 19),
    "wrap_pre_5": ("mrtk/wrap-mode-combined", 19),
}

# The ids of the MEMG manifest are older than those of the format page.
MEMG_IDS = {"negative-count": "count-negative", "u-rows": "basis-rows", "q-rows": "coefficients-rows",
            "q-cols": "coefficients-columns"}

# Where the manifest names an array that does not fit, the page names its count, and judges nothing else of it; where
# one count is one off, it names that.
MEMG_BAD = {
    "frames_wrap64b": [("memg/count-exceeds-file", 8)],
    "timesteps_minus1": [("memg/other-layout", 12)],
    "name_len_plus1": [("memg/count-exceeds-file", 1467)],
    "u_int_max": [("memg/count-exceeds-file", 1810)],
    "q_wrap32": [("memg/count-exceeds-file", 2682)],
    "cut_8": [("memg/count-exceeds-file", 4337)],
    "cut_in_frames_data": [("memg/count-exceeds-file", 8)],
    "cut_in_name": [("memg/count-exceeds-file", 1456)],
    "u_zero_cols": [("memg/coefficients-columns", 1822), ("memg/name-empty", 1826), ("memg/count-negative", 1850)],
}

MD5_KNOWN = {"roots": "md5anim/several-roots", "trailing-junk": "md5anim/trailing-content",
             "duplicate-joint-name": "md5anim/joint-name-duplicate", "bounds-count": "md5anim/bounds-count",
             "syntax": "md5anim/version-missing"}

# Real files in which a joint snaps round, which their manifest does not tell.
MD5_JUMPS = ("skeletonWalk@bfa0cb3b.md5anim", "catWalk@95abe564.md5anim", "death3@4e186736.md5anim", "smg_reload.md5anim")


def lint(*arguments):
    run = case.run("lint", "--no-config", "--format", "json", *arguments)
    if run.returncode not in (0, 1):
        raise SystemExit("exit %d of %s" % (run.returncode, " ".join(arguments)))
    return json.loads(run.stdout)["files"]


def expect(what, expected, found):
    case.check(expected == found, "%s: expected %s, found %s" % (what, expected, found))


def listed_in(folder):
    """The rows of the manifest of samples; none where they are not there, which is said."""
    path = os.path.join(SAMPLES, folder, "manifest.tsv")
    if not os.path.exists(path):
        print("SKIPPED: samples.py: the files of %s, which are not there" % os.path.dirname(path))
        return []
    return list(csv.DictReader(read_text(path).splitlines(), delimiter="\t"))


def at_level(entry, *severities):
    return [(f["rule"], f["offset"]) for f in entry["findings"] if f["severity"] in severities]


def mrtk():
    folder = os.path.join(REFERENCE, "mrtk")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".bin"):
            entry = lint(os.path.join(folder, name))[0]
            expect(name, [], at_level(entry, "error"))
    for name, errors in MRTK_EDGE.items():
        entry = lint("--input-format", "mrtk", os.path.join(folder, "edge", name + ".bin"))[0]
        expect(name, errors, at_level(entry, "error"))
        if name in MRTK_EDGE_WARNINGS:
            warning = MRTK_EDGE_WARNINGS[name]
            expect(name + " warns", True, warning in at_level(entry, "warning"))


def listed_finding(severity, rule, offset):
    """A finding of the manifest, which puts a rigid group behind basis.columns; the page puts it there."""
    return (severity, "memg/" + rule, offset - 4 if rule == "rigid-group" else offset)


def memg():
    folder = os.path.join(REFERENCE, "memg")
    manifest = json.loads(read_text(os.path.join(folder, "manifest.json")))
    severity = {"must": "error", "should": "warning", "info": "note"}
    for sample in manifest["good"]:
        path = os.path.join(folder, "good", sample["name"])
        listed = [listed_finding(severity[s], rule, offset) for s, rule, offset in sample["alone"]["findings"]]
        alone = lint(path + ".bin")[0]
        found = [(f["severity"], f["rule"], f["offset"]) for f in alone["findings"]]
        expect(sample["name"], listed, found)
        scene = lint("--obj", path + ".obj", path + ".bin")
        expect(sample["name"] + " with its scene", listed,
                       [(f["severity"], f["rule"], f["offset"]) for entry in scene for f in entry["findings"]])
    for sample in manifest["bad"]:
        if "pair" in sample:
            continue
        listed = [("memg/" + MEMG_IDS.get(rule, rule), offset) for _, rule, offset in sample["must"]]
        entry = lint("--input-format", "memg", os.path.join(folder, "bad", sample["name"] + ".bin"))[0]
        expect(sample["name"], MEMG_BAD.get(sample["name"], sorted(listed, key=lambda item: item[1])),
                       at_level(entry, "error"))
    pair = lint("--obj", os.path.join(folder, "bad", "obj_few_vertices.obj"),
                        os.path.join(folder, "good", "02_two.bin"))
    expect("obj_few_vertices", ["memg/mapping-range", "obj/index-range"],
                   [f["rule"] for entry in pair for f in entry["findings"]])


def md5anim():
    for row in listed_in("md5anim"):
        known = {MD5_KNOWN[issue.split("(")[0].split("!")[0].strip()] for issue in row["known_issues"].split("; ")
                 if issue}
        if os.path.basename(row["file"]) in MD5_JUMPS:
            known.add("md5anim/rotation-jump")
        entry = lint(os.path.join(SAMPLES, "md5anim", row["file"]))[0]
        found = {rule for rule, _ in at_level(entry, "error", "warning")}
        expect(row["file"], known, found)


def made_md5(form):
    """The made files of a format, and animations with a mesh of it: each finding of the manifest with its place, and
    nothing else but notes."""
    for row in listed_in(form):
        listed = row["findings (rule@offset+length)"].replace(",", " ").split()
        wanted = sorted(one if "/" in one else "%s/%s" % (form, one) for one in listed if one != "-")
        path = os.path.join(SAMPLES, form, row["file"])
        entry = next(one for one in lint(path) if one["file"] == path)  # of a pair, the mesh is told of too
        said = [(f["severity"], "%s@%d+%d" % (f["rule"], f["offset"], f["length"])) for f in entry["findings"]]
        found = sorted(one for severity, one in said if severity != "note" or one in wanted)
        expect(row["file"], wanted, found)


# What the real meshes beside the animations break, notes apart; the others break nothing.
REAL_MESHES = {"red-eclipse+weapons/grenade.md5mesh": [("md5mesh/commandline", 15), ("md5mesh/several-roots", 139)]}


def real_meshes():
    folder = os.path.join(SAMPLES, "md5anim")
    for path in sorted(glob.glob(os.path.join(folder, "*", "*.md5mesh"))):
        name = os.path.relpath(path, folder)
        expect(name, REAL_MESHES.get(name, []), at_level(lint(path)[0], "error", "warning"))


case = Case()
mrtk()
memg()
md5anim()
made_md5("md5mesh")
real_meshes()
made_md5("md5camera")
case.finish()
