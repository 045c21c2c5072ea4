"""Adapts the readers to a program that lacks rules of the formats' pages, or that reports at each place what the pages report
once per file: adapt_readers_to_program(PROGRAM)"""

import json
import os
import tempfile

import commands
import finding
import md5_result

# Rules of the pages that an older program may lack, by format.
RULES = {"md5anim": ("joint-count", "frame-count", "rotation-values", "bounds-joints", "mesh-bounds", "mesh-pose", "mesh-rotation",
                     "comment-parent", "comment-flags", "position-jump", "frame-rate-high", "set-skeleton", "scale-syntax",
                     "scale-joint", "scale-frame"),
         "md5mesh": ("weights-apart", "winding", "set-skeleton"),
         "mrtk": ("version-exchanged", "key-count", "components-apart", "hand-hidden", "joint-order", "hand-size", "hand-exchanged",
                  "hand-axes", "bone-length", "position-spike", "rotation-spike", "time-scale", "late-start", "no-duration",
                  "tail-lost", "marker-after-end"),
         "memg": ("mapping-foreign", "obj-scale", "transform-spike"),
         "obj": ("call",)}

# Files in which a rule is broken twice that the page reports only once.
_ANIMATION = b"""MD5Version 10
commandline ""

numFrames 1
numJoints 2
frameRate 24
numAnimatedComponents 0

hierarchy {
\t"a" -1 0 0
\t"b" 0 0 0
}

bounds {
\t( 0 0 0 ) ( 1 1 1 )
}

baseframe {
\t( 0 0 0 ) ( 1.05 0 0 )
\t( 0 0 0 ) ( 1.05 0 0 )
}

frame 0 {
}
"""
_MESH = b"""MD5Version 10
commandline ""

numJoints 1
numMeshes 1

joints {
\t"a" -1 ( 0 0 0 ) ( 0 0 0 )
}

mesh {
\tshader "s"

\tnumverts 3
\tvert 0 ( 0 0 ) 0 1
\tvert 1 ( 0 0 ) 1 1
\tvert 2 ( 0 0 ) 2 1

\tnumtris 1
\ttri 0 0 1 2

\tnumweights 3
\tweight 0 0 1 ( 0 0 0 )
\tweight 1 0 2 ( 1 0 0 )
\tweight 2 0 2 ( 0 1 0 )
}
"""
REPEATED = {"quaternion-length": (".md5anim", _ANIMATION), "weight-range": (".md5mesh", _MESH)}


def adapt_readers_to_program(program):
    run = commands.run([program, "rules", "--format", "json"], stdout=commands.PIPE, check=True)
    severities = {rule["id"]: rule["severity"] for rule in json.loads(run.stdout)["rules"]}
    wanted = {"%s/%s" % (form, name) for form, names in RULES.items() for name in names}
    finding.ABSENT = wanted - set(severities)
    if severities["md5anim/several-roots"] == "warning":
        md5_result.SEVERITIES_AND_CLASSES["several-roots"] = ("warning", "suspicious")
    md5_result.REPORTED_AT_EACH_PLACE = {rule for rule, sample in REPEATED.items() if _count_findings(program, rule, *sample) > 1}


def _count_findings(program, rule, extension, data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sample" + extension)
        with open(path, "wb") as file:
            file.write(data)
        run = commands.run([program, "lint", "--no-config", "--format", "json", path], stdout=commands.PIPE)
    return sum(one["rule"].endswith("/" + rule) for entry in json.loads(run.stdout)["files"] for one in entry["findings"])
