/* Defects of whole animations and meshes: other content, or two versions of the file in one. */
#include "corpus/md5/md5_foreign_defects.h"
#include "corpus/md5/md5_apply.h"
#include "corpus/md5/md5_defect_rows.h"

#define FORMAT "md5anim"

#define OTHER(what, words, text)                                                                             \
    ROW("other-content_" what, "other-content", words, ap_md5_apply_other, NULL, text)

static const char packed[] = "the file is packed, which no reader looks into";
static const char page[] = "an error page was saved in place of the file";
static const char other_format[] = "another format under this name";
static const char twice[] = "both sides of a merge that nobody resolved";
static const char commented[] = "the marks of a merge stand in line comments";
static const char comma[] = "a comma in place of the decimal point";

static const ap_defect defects[] = {
    ROW("other-content_zeros", "other-content", "the file was not written to its end", ap_md5_apply_zeros,
        NULL, NULL),
    OTHER("gzip", packed, "\x1f\x8b\x08@"),
    OTHER("zstd", packed, "\x28\xb5\x2f\xfd@"),
    OTHER("zip", packed, "PK\x03\x04@"),
    OTHER("gltf", other_format, "glTF\x02 @"),
    OTHER("fbx", other_format, "Kaydara FBX Binary  \x1a"),
    OTHER("blender", other_format, "BLENDER-v279RENDH"),
    OTHER("git-lfs", "a Git LFS pointer: the file itself was not fetched",
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"),
    OTHER("html", page, "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>\n"),
    OTHER("html-short", page, "\n <HTML>@"),
    OTHER("xml", other_format, "<COLLADA version=\"1.4.1\">\n@"),
    OTHER("json", other_format, "{ \"MD5Version\": 10 }\n"),
    OTHER("json-list", other_format, "[ \"hierarchy\" ]"),
    OTHER("fbx-text", other_format, "; FBX 7.4.0 project file\n@"),
    OTHER("yaml", other_format, "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n@"),
    OTHER("patch", "a patch in place of the file that it changes", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@"),
    OTHER("patch-plain", "a patch in place of the file that it changes", "--- x\n+++ x\n@"),
    OTHER("patch-svn", "a patch in place of the file that it changes", "Index: x\n@"),
    OTHER("bvh", other_format, "HIERARCHY\nROOT Hips\n{\n}\nMOTION\n@"),
    OTHER("text", "nothing of the format is in the file", "Please fetch the animations with fetch.sh\n"),
    ROW("other-content_mesh", "other-content", "the mesh stands under the animation's name",
        ap_md5_apply_other, "numMeshes",
        "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n}\nmesh {\n}\n"),
    ROW("other-content_camera", "other-content", "a camera path under the animation's name",
        ap_md5_apply_other, "numCuts",
        "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nframeRate 24\nnumCuts 0\n\ncuts {\n}\n\ncamera {\n"
        "\t( 0 0 0 ) ( 0 0 0 ) 90\n}\n"),
    NEAR("other-content_in-string", "other-content", "in a string, another format's words mean nothing",
        ap_md5_apply_value, "commandline", "\"<html> numMeshes cuts\""),
    NEAR("other-content_in-comment", "other-content", "in a comment, another format's words mean nothing",
        ap_md5_apply_comment, "keyword num_frames", " // numMeshes 1 camera { mesh {"),

    ROW("merge-conflict_line", "merge-conflict", twice, ap_md5_apply_merge, "*", NULL),
    ROW("merge-conflict_header", "merge-conflict", twice, ap_md5_apply_merge, "keyword num_*", NULL),
    ROW("merge-conflict_joint", "merge-conflict", twice, ap_md5_apply_merge, "hierarchy[*].name", NULL),
    ROW("merge-conflict_in-comment", "merge-conflict", "the marks of a merge stand in a block comment",
        ap_md5_apply_line_before, "*", "/*\n<<<<<<<\n=======\n>>>>>>>\n*/\n"),
    NEAR("merge-conflict_in-comments", "merge-conflict", commented, ap_md5_apply_line_before, "*",
        "//<<<<<<< HEAD\n//=======\n//>>>>>>> other\n"),
    NEAR("merge-conflict_in-string", "merge-conflict", "the marks of a merge stand in a string",
        ap_md5_apply_value, "commandline", "\"<<<<<<< ======= >>>>>>>\""),

    ROW("decimal-comma_value", "decimal-comma", comma, ap_md5_apply_value, "frames[*].values[*]", "1,5"),
    ROW("decimal-comma_negative", "decimal-comma", comma, ap_md5_apply_value, "frames[*].values[*]", "-0,25"),
    ROW("decimal-comma_vector", "decimal-comma", comma, ap_md5_apply_value, "b*[*].*", "0,5"),
    ROW("decimal-comma_everywhere", "decimal-comma", "all numbers have a comma in place of the decimal point",
        ap_md5_apply_commas, NULL, NULL),
    NEAR("decimal-comma_in-string", "decimal-comma", "in a string, a comma is like any other character",
        ap_md5_apply_value, "commandline", "\"-scale 1,5\""),
    NEAR("decimal-comma_in-comment", "decimal-comma", "the number with a comma is in a comment",
        ap_md5_apply_comment, "hierarchy[1].name", " // ( 1,5 0,5 )"),
};

const ap_defect_table ap_md5anim_foreign_defects = { defects, sizeof defects / sizeof *defects };

#define OTHER_MESH(what, words, where, text)                                                                 \
    MESH("other-content_" what, "other-content", words, ap_md5_apply_other, where, text, 0)

static const ap_defect mesh_defects[] = {
    OTHER_MESH("git-lfs", "a Git LFS pointer: the file itself was not fetched", NULL,
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"),
    OTHER_MESH("html", page, NULL, "<!DOCTYPE html>\n<html></html>\n"),
    OTHER_MESH("text", "nothing of the format is in the file", NULL, "hello\n"),
    OTHER_MESH("animation", "the animation stands under the mesh's name", "numAnimatedComponents",
        "MD5Version 10\ncommandline \"\"\n\nnumFrames 1\nnumJoints 1\nframeRate 24\nnumAnimatedComponents "
        "0\n\n"
        "hierarchy {\n\t\"root\" -1 0 0\n}\n"),
    NEAR_MESH("other-content_in-string", "other-content", "in a string, another format's words mean nothing",
        ap_md5_apply_value, "commandline", "\"{ hierarchy bounds camera\"", 0),
    MESH("merge-conflict_joint", "merge-conflict", twice, ap_md5_apply_merge, "joints[*].name", NULL, 0),
    MESH("merge-conflict_header", "merge-conflict", twice, ap_md5_apply_merge, "keyword num_*", NULL, 0),
    NEAR_MESH("merge-conflict_in-comments", "merge-conflict", commented, ap_md5_apply_line_before,
        "joints[*].name", "//<<<<<<< HEAD\n//=======\n//>>>>>>> other\n", 0),
    MESH("decimal-comma_value", "decimal-comma", comma, ap_md5_apply_value, "joints[*].position.*", "0,5", 0),
    NEAR_MESH("decimal-comma_in-string", "decimal-comma", "in a string, a comma is like any other character",
        ap_md5_apply_value, "commandline", "\"0,5\"", 0),
};

const ap_defect_table ap_md5mesh_foreign_defects = { mesh_defects,
    sizeof mesh_defects / sizeof *mesh_defects };
