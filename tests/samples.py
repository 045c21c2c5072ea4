#!/usr/bin/python3
"""Lints samples with known findings: samples.py ANIMPROOF

The MRTK and MEMG samples are in golden/reference. Real .md5anim files and generated files of MD5 formats are in ../shared, since
they do not belong to the project. Without that folder the test prints SKIPPED for them.
"""

import csv
import glob
import json
import os

from cli_case import GOLDEN, Case, path_in_tree, read_text

REFERENCE = os.path.join(GOLDEN, "reference")
SAMPLES = path_in_tree("..", "shared", "samples")

# {MRTK file: [(rule, offset)] of its errors by the format's page}
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

# {MRTK file: (rule, offset) of a warning without an error of the same cause}
MRTK_EDGE_WARNINGS = {
    "doc_v11_f000_19_bytes_DOC_LAYOUT": ("mrtk/layout-published", 8),
    "markers_len_5th_byte_high_bits": ("mrtk/marker-name-overlong", 111),
    "markers_name_trunc_utf8_seq": ("mrtk/marker-name-utf8", 112),
    "markers_time_nan": ("mrtk/time-not-finite", 107),
    "times_equal": ("mrtk/time-order", 39),
    "wrap_pre_15": ("mrtk/wrap-mode-combined", 19),
    "wrap_pre_5": ("mrtk/wrap-mode-combined", 19),
}

# {rule in the MEMG manifest, which is older than the format's page: name of the rule}
MEMG_IDS = {"negative-count": "count-negative", "u-rows": "basis-rows", "q-rows": "coefficients-rows",
            "q-cols": "coefficients-columns"}

# {MEMG file: [(rule, offset)] of the errors, if the page differs from the manifest}. The manifest reports an array that exceeds the
# file; the page reports the array's count, or a count that is one too small or too large.
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

# {known issue in the manifest of the real files: its rule}
MD5_KNOWN = {"roots": "md5anim/several-roots", "trailing-junk": "md5anim/trailing-content",
             "duplicate-joint-name": "md5anim/joint-name-duplicate", "bounds-count": "md5anim/bounds-count",
             "syntax": "md5anim/version-missing"}

# Real files with a rotation-jump, which their manifest does not list.
MD5_JUMPS = ("skeletonWalk@bfa0cb3b.md5anim", "catWalk@95abe564.md5anim", "death3@4e186736.md5anim", "smg_reload.md5anim")


def lint_and_get_entries(*words):
    return case.json(None, "lint", "--no-config", *words)["files"]


def expect_equal(what, expected, found):
    case.check(expected == found, "%s: expected %s, found %s" % (what, expected, found))


def table_rows(folder, name):
    """Returns the rows of a table in a folder of the samples. Prints SKIPPED and returns [] if the samples are not installed."""
    path = os.path.join(SAMPLES, folder, name)
    if not os.path.exists(os.path.dirname(path)):
        print("SKIPPED: samples.py: %s does not exist" % os.path.dirname(path))
        return []
    return list(csv.DictReader(read_text(path).splitlines(), delimiter="\t")) if os.path.exists(path) else []


def manifest_rows(folder):
    return table_rows(folder, "manifest.tsv")


class ContentTable:
    """The findings that rules on content add to those of a folder's manifest, and the findings that they replace, as the folder's
    content.tsv lists them."""

    def __init__(self, folder):
        self.rows = table_rows(folder, "content.tsv")
        self.keys = [key for key in ("line", "column", "offset", "length") if self.rows and key in self.rows[0]]
        self.rules = {row["rule"] for row in self.rows if row["change"] == "new"}

    def place_of_row(self, one):
        return tuple(int(one[key]) for key in self.keys)

    def check(self, name, entry):
        """Expects exactly the new findings of a file, and none of the replaced ones."""
        rows = [row for row in self.rows if row["file"] == name]
        new, gone = ([(row["rule"], row["severity"], *self.place_of_row(row)) for row in rows if row["change"] == change]
                     for change in ("new", "gone"))
        found = [(f["rule"], f["severity"], *self.place_of_row(f)) for f in entry["findings"]]
        expect_equal(name + ", findings on content", sorted(new), sorted(one for one in found if one[0] in self.rules))
        expect_equal(name + ", replaced findings", [], [one for one in found if one in gone])

    def rules_after_changes(self, name, known):
        """Returns the rules of errors and warnings of a file, given those of its manifest."""
        rows = [row for row in self.rows if row["file"] == name and row["severity"] != "note"]
        gone, new = ({row["rule"] for row in rows if row["change"] == change} for change in ("gone", "new"))
        return known - gone | new


def findings_at(entry, *severities):
    return [(f["rule"], f["offset"]) for f in entry["findings"] if f["severity"] in severities]


def check_mrtk_samples():
    content = ContentTable("mrtk")
    folder = os.path.join(REFERENCE, "mrtk")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".bin"):
            entry = lint_and_get_entries(os.path.join(folder, name))[0]
            expect_equal(name, [], findings_at(entry, "error"))
            content.check(name, entry)
    for name, errors in MRTK_EDGE.items():
        entry = lint_and_get_entries("--input-format", "mrtk", os.path.join(folder, "edge", name + ".bin"))[0]
        expect_equal(name, errors, findings_at(entry, "error"))
        if name in MRTK_EDGE_WARNINGS:
            warning = MRTK_EDGE_WARNINGS[name]
            expect_equal(name + " warns", True, warning in findings_at(entry, "warning"))
        content.check("edge/%s.bin" % name, entry)


def listed_finding(severity, rule, offset):
    """Returns (severity, rule, offset) of a finding in the manifest. For rigid-group the manifest has the offset after
    basis.columns, and the page the offset of basis.columns."""
    return (severity, "memg/" + rule, offset - 4 if rule == "rigid-group" else offset)


def check_memg_samples():
    folder = os.path.join(REFERENCE, "memg")
    manifest = json.loads(read_text(os.path.join(folder, "manifest.json")))
    severity = {"must": "error", "should": "warning", "info": "note"}
    for sample in manifest["good"]:
        path = os.path.join(folder, "good", sample["name"])
        listed = [listed_finding(severity[s], rule, offset) for s, rule, offset in sample["alone"]["findings"]]
        alone = lint_and_get_entries(path + ".bin")[0]
        found = [(f["severity"], f["rule"], f["offset"]) for f in alone["findings"]]
        expect_equal(sample["name"], listed, found)
        scene = lint_and_get_entries("--obj", path + ".obj", path + ".bin")
        expect_equal(sample["name"] + " with its scene", listed,
                       [(f["severity"], f["rule"], f["offset"]) for entry in scene for f in entry["findings"]])
    for sample in manifest["bad"]:
        if "pair" in sample:
            continue
        listed = [("memg/" + MEMG_IDS.get(rule, rule), offset) for _, rule, offset in sample["must"]]
        entry = lint_and_get_entries("--input-format", "memg", os.path.join(folder, "bad", sample["name"] + ".bin"))[0]
        expect_equal(sample["name"], MEMG_BAD.get(sample["name"], sorted(listed, key=lambda item: item[1])),
                       findings_at(entry, "error"))
    pair = lint_and_get_entries("--obj", os.path.join(folder, "bad", "obj_few_vertices.obj"),
                        os.path.join(folder, "good", "02_two.bin"))
    # Without one of its vertices the .obj numbers those after it differently, so the edges are between others.
    expect_equal("obj_few_vertices", ["memg/mapping-range", "memg/obj-scale", "obj/index-range"],
                   [f["rule"] for entry in pair for f in entry["findings"]])


def check_real_md5anim_files():
    """Lints the real files: the rules found must be the known issues of the manifest, with the changes of the content table."""
    content = ContentTable("md5anim")
    for row in manifest_rows("md5anim"):
        known = {MD5_KNOWN[issue.split("(")[0].split("!")[0].strip()] for issue in row["known_issues"].split("; ")
                 if issue}
        if os.path.basename(row["file"]) in MD5_JUMPS:
            known.add("md5anim/rotation-jump")
        entry = lint_and_get_entries(os.path.join(SAMPLES, "md5anim", row["file"]))[0]
        found = {rule for rule, _ in findings_at(entry, "error", "warning")}
        expect_equal(row["file"], content.rules_after_changes(row["file"], known), found)
        content.check(row["file"], entry)


def check_generated_md5(form):
    """Checks that the generated files of a format, and animations with a mesh, have the findings of the manifest, and no others
    except notes."""
    for row in manifest_rows(form):
        listed = row["findings (rule@offset+length)"].replace(",", " ").split()
        wanted = sorted(one if "/" in one else "%s/%s" % (form, one) for one in listed if one != "-")
        path = os.path.join(SAMPLES, form, row["file"])
        entry = next(one for one in lint_and_get_entries(path) if one["file"] == path)  # the report may also have an entry of the mesh
        reported = [(f["severity"], "%s@%d+%d" % (f["rule"], f["offset"], f["length"])) for f in entry["findings"]]
        found = sorted(one for severity, one in reported if severity != "note" or one in wanted)
        expect_equal(row["file"], wanted, found)


# {real mesh: [(rule, offset)] of its errors and warnings}; other real meshes have none.
REAL_MESHES = {"red-eclipse+weapons/grenade.md5mesh": [("md5mesh/commandline", 15)]}


def check_real_meshes():
    folder = os.path.join(SAMPLES, "md5anim")
    for path in sorted(glob.glob(os.path.join(folder, "*", "*.md5mesh"))):
        name = os.path.relpath(path, folder)
        expect_equal(name, REAL_MESHES.get(name, []), findings_at(lint_and_get_entries(path)[0], "error", "warning"))


case = Case()
check_mrtk_samples()
check_memg_samples()
check_real_md5anim_files()
check_generated_md5("md5mesh")
check_real_meshes()
check_generated_md5("md5camera")
case.finish()
