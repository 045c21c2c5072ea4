"""A small animation, its mesh, and the files of fuzz/documents as JSON documents, and edits of them for the tests of compare."""

import copy
import json
import os

from cli_case import path_in_tree, read_text_in_tree, write
from formats import EXTENSIONS

JOINTS = [("origin", -1), ("hips", 0), ("spine", 1), ("head", 2), ("arm", 2), ("hand", 4), ("leg", 1)]
FRAMES = 5


def vector(x, y, z):
    return {"x": x, "y": y, "z": z}


def md5anim():
    """Returns an animation of five frames; the arm swings, and the last frame equals the first."""
    swing = [0.0, 0.1, 0.2, 0.1, 0.0]
    components = 6 * len(JOINTS)
    return {
        "version": 10, "commandline": "made by hand", "num_frames": FRAMES, "num_joints": len(JOINTS), "frame_rate": 24,
        "num_animated_components": components,
        "hierarchy": [{"name": name, "parent": parent, "flags": 63, "start_index": 6 * i} for i, (name, parent) in enumerate(JOINTS)],
        "bounds": [{"min": vector(-9, -9, 0), "max": vector(9, 9 + frame, 40)} for frame in range(FRAMES)],
        "baseframe": [{"position": vector(i, 0, 2), "orientation": vector(0, 0, 0)} for i in range(len(JOINTS))],
        "frames": [{"index": frame, "values": sum(([i, 0, 2 + (0.5 * swing[frame] if i == 1 else 0), swing[frame] if i == 4 else 0, 0, 0]
                                                   for i in range(len(JOINTS))), [])} for frame in range(FRAMES)],
    }


def block_of_mesh(name, shader, joints):
    """Returns a mesh block of four vertices with two weights each."""
    weights = [{"index": i, "joint": joints[i % 2], "bias": 0.5, "position": vector(i // 2, i % 2, 1)} for i in range(8)]
    return {
        "label": "meshes: " + name, "shader": shader,
        "num_verts": 4, "verts": [{"index": i, "u": i / 4, "v": 0.5, "first_weight": 2 * i, "weight_count": 2} for i in range(4)],
        "num_tris": 2, "tris": [{"index": 0, "corners": [0, 1, 2]}, {"index": 1, "corners": [2, 1, 3]}],
        "num_weights": 8, "weights": weights,
    }


def md5mesh():
    return {
        "version": 10, "commandline": "made by hand", "num_joints": len(JOINTS), "num_meshes": 2,
        "joints": [{"name": name, "parent": parent, "position": vector(i, 0, 4 * i), "orientation": vector(0, 0, 0)}
                   for i, (name, parent) in enumerate(JOINTS)],
        "meshes": [block_of_mesh("body", "models/ogre/body", (1, 2)), block_of_mesh("club", "models/ogre/club", (4, 5))],
    }


BASES = sorted(name[:-len(".json")] for name in os.listdir(path_in_tree("fuzz/documents")))
OWN_FIELDS = {"md5anim": md5anim, "md5mesh": md5mesh}  # used instead of the fields of fuzz/documents


def document_of(base):
    document = json.loads(read_text_in_tree("fuzz/documents/%s.json" % base))
    if base in OWN_FIELDS:
        document["fields"] = OWN_FIELDS[base]()
    return document


def joints_of(fields):
    return fields["hierarchy" if "hierarchy" in fields else "joints"]


def renumber_joints(fields, new_number):
    """Gives the joint with the number `old` the number new_number[old], also in parents and weights, and moves its values in the frames."""
    joints = joints_of(fields)
    order = sorted(range(len(joints)), key=lambda old: new_number[old])
    for joint in joints:
        joint["parent"] = new_number[joint["parent"]] if joint["parent"] >= 0 else -1
    for mesh in fields.get("meshes", []):
        for weight in mesh["weights"]:
            weight["joint"] = new_number[weight["joint"]]
    if "frames" in fields:
        fields["baseframe"] = [fields["baseframe"][old] for old in order]
        for frame in fields["frames"]:
            frame["values"] = sum((frame["values"][6 * old:6 * old + 6] for old in order), [])
    joints[:] = [joints[old] for old in order]
    update_counts(fields)


def update_counts(fields):
    """Writes the counts, start indices and frame indices that follow from the lists."""
    joints = joints_of(fields)
    fields["num_joints"] = len(joints)
    if "frames" in fields:
        for i, joint in enumerate(joints):
            joint["start_index"] = 6 * i
        fields["num_animated_components"] = 6 * len(joints)
        fields["num_frames"] = len(fields["frames"])
        for i, frame in enumerate(fields["frames"]):
            frame["index"] = i
    else:
        fields["num_meshes"] = len(fields["meshes"])


def add_joint(fields, at, name, parent, child=None):
    """Inserts a joint; `child` becomes a child of the new joint. Parents are numbers before the insertion."""
    joints = joints_of(fields)
    new = copy.deepcopy(joints[0])
    new.update(name=name, parent=parent)
    if "frames" in fields:
        fields["baseframe"].append({"position": vector(0, 0, 1), "orientation": vector(0, 0, 0)})
        for frame in fields["frames"]:
            frame["values"] += [0, 0, 1, 0, 0, 0]
    joints.append(new)
    if child is not None:
        joints[child]["parent"] = len(joints) - 1
    renumber_joints(fields, [old + (old >= at) for old in range(len(joints) - 1)] + [at])


def drop_joint(fields, number):
    """Removes a joint; its children become children of its parent."""
    joints = joints_of(fields)
    for joint in joints:
        if joint["parent"] == number:
            joint["parent"] = joints[number]["parent"]
    last = len(joints) - 1
    renumber_joints(fields, [last if old == number else old - (old > number) for old in range(len(joints))])
    joints.pop()
    if "frames" in fields:
        fields["baseframe"].pop()
        for frame in fields["frames"]:
            del frame["values"][6 * last:]
    update_counts(fields)


def move_joint(fields, number, to):
    order = list(range(len(joints_of(fields))))
    order.insert(to, order.pop(number))
    renumber_joints(fields, [order.index(old) for old in range(len(order))])


def scale_all_positions(fields, factor):
    for joint in fields.get("joints", []) + fields.get("baseframe", []):
        joint["position"] = {axis: factor * value for axis, value in joint["position"].items()}
    for mesh in fields.get("meshes", []):
        for weight in mesh["weights"]:
            weight["position"] = {axis: factor * value for axis, value in weight["position"].items()}
    for box in fields.get("bounds", []):
        for corner in box:
            box[corner] = {axis: factor * value for axis, value in box[corner].items()}
    for frame in fields.get("frames", []):
        frame["values"] = [value * factor if i % 6 < 3 else value for i, value in enumerate(frame["values"])]


def add_frames(fields, at, number):
    """Inserts copies of frame 2 in which joint 0 is at x = 3."""
    for _ in range(number):
        fields["frames"].insert(at, copy.deepcopy(fields["frames"][2]))
        fields["bounds"].insert(at, copy.deepcopy(fields["bounds"][2]))
        fields["frames"][at]["values"][0] = 3
    update_counts(fields)


def drop_frames(fields, at, number):
    del fields["frames"][at:at + number], fields["bounds"][at:at + number]
    update_counts(fields)


def remove_joint_from_frames(fields, joint_number):
    """Removes the numbers of a joint from the frames. The joint must have its baseframe in each frame."""
    fields["hierarchy"][joint_number].update(flags=0, start_index=0)
    fields["num_animated_components"] -= 6
    for joint in fields["hierarchy"][joint_number + 1:]:
        joint["start_index"] -= 6
    for frame in fields["frames"]:
        del frame["values"][6 * joint_number:6 * joint_number + 6]


def add_mesh(fields, name, shader):
    fields["meshes"].append(block_of_mesh(name, shader, (1, 2)))
    update_counts(fields)


def drop_mesh(fields, number):
    del fields["meshes"][number]
    update_counts(fields)


def edited_document(base, edit):
    """Returns the JSON document of a base after the edit, a line of Python about `f`, the fields."""
    document = document_of(base)
    exec(edit, globals(), {"f": document["fields"]})  # pylint: disable=exec-used
    return json.dumps(document)


def make_edited_model(animproof, base, edit, path):
    """Writes a base after an edit. Returns the file's path, with an extension of its format if `path` has none."""
    path += "" if os.path.splitext(path)[1] else EXTENSIONS[document_of(base)["format"]]
    write("document.json", edited_document(base, edit))
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    animproof.exits(0, "convert", "document.json", "-o", "made")
    os.replace("made", path)
    os.remove("document.json")
    return path
