"""Long lists: more than 400 triangles at one vertex, and policies that allow many names and frame rates."""

import pytest
from cli_case import md5anim, write
from md5_texts import FLAT, mesh_text


def mesh_with_triangles(triangles):
    """Returns a mesh with vertices 0 to 101, all weighted to one joint, and these triangles."""
    return mesh_text(['"root" -1 ' + FLAT], ["( 0 0 ) %d 1" % i for i in range(102)], ["%d %d %d" % corners for corners in triangles],
                     ["0 1 ( %d %d 0 )" % (i, i * i) for i in range(102)])


FAN = [(0, i, j) for i in range(1, 30) for j in range(i + 1, 31)]  # 435 triangles


@pytest.mark.parametrize(("more", "duplicate", "said"), [
    ([], None, None),
    ([(5, 4, 0), (3, 3, 7), (3, 3, 7)], None, None),  # not duplicates: a triangle of another orientation, and triangles with two equal corners, which another rule reports
    ([(3, 0, 7), (0, 3, 7)], 1, ""),
    ([(4, 5, 0), (0, 4, 5), (9, 0, 8)], 0, "this mesh has 3 such triangles")], ids=["different", "turned", "one", "three"])
def test_a_triangle_with_the_corners_of_an_earlier_one_is_a_duplicate_in_a_list_of_any_length(animproof, more, duplicate, said):
    write("fan.md5mesh", mesh_with_triangles(FAN + more))
    found = [(one["path"], one["message"]) for _, one in animproof.findings("fan.md5mesh") if one["rule"] == "md5mesh/tri-duplicate"]
    assert [path for path, _ in found] == ([] if duplicate is None else ["meshes[0].tris[%d]" % (len(FAN) + duplicate)])
    assert all(said in message for _, message in found)


def test_a_message_names_the_first_allowed_values_of_a_policy_and_the_number_of_the_others(animproof):
    write("walk.md5anim", md5anim())

    def lint_policy_and_get_expected_by_rule(frame_rates, joint_names):
        write("policy.ini", "[policy]\nframe-rates = %s\njoint-names = %s\n" % (", ".join(frame_rates), ", ".join(joint_names)))
        return {one["rule"]: one["expected"] for _, one in animproof.findings("--config", "policy.ini", "walk.md5anim")}

    said = lint_policy_and_get_expected_by_rule(["%d" % (100 + i) for i in range(12)], ["never_%d_*" % i for i in range(12)])
    assert said["policy/frame-rate"].endswith("107 or one of 4 more")
    assert said["policy/joint-name"].endswith(" or one of 4 more")
    said = lint_policy_and_get_expected_by_rule(["24"], ["never_%d_" % i + "x" * 54 for i in range(9)])["policy/joint-name"]
    assert "never_0_" in said and " more" in said and len(said) < 520
