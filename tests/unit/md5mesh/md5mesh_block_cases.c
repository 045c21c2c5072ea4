/* The blocks of a .md5mesh: their names, counts and lists. */
#include <criterion/criterion.h>

#include "tests/unit/md5/md5_cases.h"

#define HEADER                                                                                               \
    "MD5Version 10\ncommandline \"\"\n\nnumJoints 1\nnumMeshes 1\n\njoints {\n\t\"a\" -1 ( 0 0 0 ) ( 0 0 0 " \
    ")\n}\n\n"

static const md5_case cases[] = {
    /* Counts */
    FIRES("integer", "a count of a block", "meshes[0].num_tris", "numtris 1", "numtris <1.>"),
    CASE("integer", "fields of entries",
        { "vert 0 (", "vert <00> (", "tri 0 0 1 2", "tri 0 <x> 1 2", "weight 1 1 1", "weight 1 <1.0> 1" },
        { "integer", "meshes[0].verts[0].index", "integer", "meshes[0].tris[0].corners[0]", "integer",
            "meshes[0].weights[1].joint" }),
    FIRES("element-count-range", NULL, "meshes[0].num_tris", "numtris 1", "numtris <-1>"),
    CASE("element-count-range", "a near miss: 0",
        { "numtris 1\n\ttri 0 0 1 2\n", "numtris 0\n", "mesh {", "<mesh> {" }, { "mesh-empty", "meshes[0]" }),
    CASE("element-count-range", "a near miss: -0",
        { "numtris 1\n\ttri 0 0 1 2\n", "numtris -0\n", "mesh {", "<mesh> {" },
        { "mesh-empty", "meshes[0]" }),
    CASE("count-exceeds-file", "numverts, numtris and numweights: each is unknown from there on",
        { "numverts 3", "numverts <2147483647>", "numtris 1", "numtris <99999>", "numweights 4",
            "numweights <99999>" },
        { "count-exceeds-file", "meshes[0].num_verts", "count-exceeds-file", "meshes[0].num_tris",
            "count-exceeds-file", "meshes[0].num_weights" }),
    TEXT("count-exceeds-file", "a near miss: 15 numverts are the size", NULL,
        HEADER "mesh {\n\tshader \"a\"\n\tnumverts 9\n\t//456789<>", "truncated", "meshes[0]"),
    TEXT("count-exceeds-file", "a byte less", NULL,
        HEADER "mesh {\n\tshader \"a\"\n\tnumverts <9>\n\t//45678<>", "count-exceeds-file",
        "meshes[0].num_verts", "truncated", "meshes[0]"),
    CASE("mesh-limit", "each count",
        { "numMeshes 1", "numMeshes <33> // " HUNDRED HUNDRED HUNDRED, "( 4 5 6 )\n}\n", "( 4 5 6 )\n}\n<>" },
        { "mesh-limit", "num_meshes", "mesh-count", "meshes" }),
    CASE("mesh-limit", "a near miss: 32",
        { "numMeshes 1", "numMeshes 32 // " HUNDRED HUNDRED HUNDRED, "( 4 5 6 )\n}\n", "( 4 5 6 )\n}\n<>" },
        { "mesh-count", "meshes" }),

    /* Lists */
    SAYS("unexpected-token", "a list that is whole needs what follows it", "meshes[0]",
        "meshes[0] needs numtris here, not numtri", "numtris 1", "<numtri> 1"),
    SAYS("unexpected-token", "one that is not whole may go on", "meshes[0]",
        "meshes[0] needs a vert or numtris here, not numtri", "numverts 3", "numverts 4", "numtris 1",
        "<numtri> 1"),
    SAYS("truncated", "the last list needs the brace", "meshes[0]", "meshes[0] needs }, but the file ends",
        "( 4 5 6 )\n}\n", "( 4 5 6 )\n<>"),
    SAYS("element-count", "more vertices: the first surplus entry", "meshes[0].verts[1]",
        "meshes[0].verts[1] is too many: the count says that there is 1", "numverts 3", "numverts 1",
        "vert 1 ( 1 0 ) 1 1", "<vert 1 ( 1 0 ) 1 1>"),
    SAYS("element-count", "fewer vertices: the next key", "meshes[0].verts",
        "meshes[0].verts ends after 3 of the 4 entries that the count says", "numverts 3", "numverts 4",
        "numtris 1", "<numtris> 1"),
    FIRES("element-count", "fewer triangles", "meshes[0].tris", "numtris 1", "numtris 2", "numweights 4",
        "<numweights> 4"),
    FIRES("element-count", "fewer weights: the brace", "meshes[0].weights", "numweights 4", "numweights 5",
        "( 4 5 6 )\n}", "( 4 5 6 )\n<}>"),
    CASE("element-count", "a near miss: another token than the next key is that",
        { "numverts 3", "numverts 4", "\tnumtris 1", "\t<numweights> 1" },
        { "unexpected-token", "meshes[0]" }),
    CASE("element-count", "a near miss: the list broke",
        { "numverts 3", "numverts 4", "( 0 1 )", "( 0 1 <{> )" },
        { "unexpected-token", "meshes[0].verts[2]" }),
    FIRES("element-index", NULL, "meshes[0].verts[1].index", "vert 1 (", "vert <2> ("),
    FIRES("element-index", "once where the next goes on from it", "meshes[0].tris[0].index", "tri 0 0 1 2",
        "tri <1> 0 1 2\n\ttri 2 0 1 2", "numtris 1", "numtris 2"),
    CASE("element-index", "a near miss: the index before is not known",
        { "weight 1 1", "weight <one> 1", "weight 2 0", "weight 7 0", "weight 3 1", "weight 8 1" },
        { "integer", "meshes[0].weights[1].index" }),
    FIRES("unexpected-token", "no shader", "meshes[0]", "\tshader \"skin\"\n\n\tnumverts", "\t<numverts>"),
    FIRES("unexpected-token", "the lists in another order", "meshes[0]", "\tnumverts 3", "\t<numtris> 3"),
    FIRES("unexpected-token", "a keyword of blocks where a number is needed", "meshes[0].tris[0].corners[2]",
        "tri 0 0 1 2", "tri 0 0 1 <weight>"),
    CASE("unexpected-token", "reading goes on at the next mesh",
        { "numMeshes 1", "numMeshes 2", "( 0.5 0.5 ) 0 1", "( 0.5 <)> 0 nan { vert", "( 4 5 6 )\n}\n",
            "( 4 5 6 )\n}\n<mesh> {\n\tshader <skin>\n\tnumverts 0\n\tnumtris 0\n\tnumweights 0\n}\n" },
        { "unexpected-token", "meshes[0].verts[0]", "mesh-empty", "meshes[1]", "shader-unquoted",
            "meshes[1].shader" }),

    /* Names */
    FIRES("shader-unquoted", NULL, "meshes[0].shader", "shader \"skin\"", "shader <skin>"),
    CASE("shader-unquoted", "a near miss: a keyword", { "shader \"skin\"", "shader <vert>" },
        { "unexpected-token", "meshes[0]" }),
    FIRES("shader-empty", NULL, "meshes[0].shader", "\"skin\"", "<\"\">"),
    QUIET("shader-empty", "a near miss: a blank", "\"skin\"", "\" \""),
    FIRES("shader-long", NULL, "meshes[0].shader", "\"skin\"", "<\"" TEN TEN TEN TEN TEN TEN "1234\">"),
    QUIET("shader-long", "a near miss: 63 bytes", "\"skin\"", "\"" TEN TEN TEN TEN TEN TEN "123\""),
    FIRES("mesh-name", NULL, "meshes[0].name", "\tshader", "\t<name> \"body\"\n\tshader"),
    CASE("mesh-name", "a near miss: after the shader it is unexpected",
        { "\"skin\"\n", "\"skin\"\n\t<name> \"body\"\n" }, { "unexpected-token", "meshes[0]" }),
    QUIET("mesh-name", "a near miss: in a comment", "\tshader", "\t// name \"body\"\n\tshader"),

    /* Lines and comments */
    FIRES("layout", "an entry that takes two lines", "meshes[0].weights[0]", "weight 0 0 1 ( 1 0 0 )",
        "<weight 0 0 1\n( 1 0 0 )>"),
    FIRES("layout", "entries that share a line", "meshes[0].verts[1]",
        "vert 0 ( 0.5 0.5 ) 0 1\n\tvert 1 ( 1 0 ) 1 1", "vert 0 ( 0.5 0.5 ) 0 1 <vert 1 ( 1 0 ) 1 1>"),
    FIRES("layout", "a count and its value", "meshes[0]", "numtris 1", "<numtris\n1>"),
    FIRES("layout", "the shader", "meshes[0]", "shader \"skin\"", "<shader\n\"skin\">"),
    FIRES("layout", "a parenthesis", "meshes[0].verts[1]", "vert 1 ( 1 0 ) 1", "vert 1 <(>1 0 ) 1"),
    QUIET("layout", "a near miss: tabs, and comments after the entries", "vert 0 ( 0.5 0.5 ) 0 1",
        "vert\t0\t( 0.5\t0.5 ) 0 1 // a", "numtris 1", "numtris\t1"),
    CASE("keyword-comment", "at a keyword of blocks", { "tri 0 0 1 2", "<tri<//>\n0 0 1 2>" },
        { "layout", "meshes[0].tris[0]", "keyword-comment", "meshes[0].tris[0]" }),
    CASE("keyword-comment", "in the skipped rest of a block",
        { "tri 0 0 1 2", "tri 0 0 1 <)>", "weight 3 1", "weight<//> 3 1" },
        { "unexpected-token", "meshes[0].tris[0].corners[2]", "keyword-comment", "" }),
    CASE("keyword-comment", "a near miss: outside a block", { "( 4 5 6 )\n}\n", "( 4 5 6 )\n}\n<vert// 1>" },
        { "trailing-content", "" }),
    SAYS("decimal-comma", "in a block", "meshes[0].verts[0].u", "2", "( 0.5 0.5 )", "( <0,5> 0,5 )"),
    FIRES(
        "number-exponent", "in a block", "meshes[0].weights[0].bias", "weight 0 0 1 (", "weight 0 0 <1e0> ("),
    TEXT("truncated", "in an entry", NULL,
        HEADER "mesh {\n\tshader \"a\"\n\tnumverts 1\n\tvert 0 ( 0 0 ) 0<>", "truncated",
        "meshes[0].verts[0]"),
};

const md5_table md5mesh_block_table = MD5_TABLE("md5mesh", md5_mesh, cases);

Test(md5mesh_block, cases)
{
    md5_check(&md5mesh_block_table);
}
