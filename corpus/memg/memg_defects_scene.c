/* Defects that the linter finds only if it has the .obj, and defects of the .obj itself. Most of them add lines at the end of the
   .obj. */
#include <stdio.h>
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"

#define FORMAT "memg"

#define NUL      "obj/nul"
#define MARK     "obj/byte-order-mark"
#define FORWARD  "obj/forward-reference"
#define UNMAPPED "memg/vertex-unmapped"

enum { LINE_BYTES = 512 };

/* Values for the placeholders in a defect's text. */
typedef struct placeholder_values {
    const ap_sketched_group *group;
    size_t vertices, textures;
} placeholder_values;

/* Writes one character or placeholder of a row's text: `$g` a group with faces, `$a` `$b` `$c` the
   vertices of its first face, `$v` `$t` the number of vertices and texture coordinates, `$V` `$T` that
   number plus one. Returns the length of the value, which may be more than the `room` bytes that are written. */
static size_t write_char_or_value_and_get_full_length(
    char *out, size_t room, const char *text, const placeholder_values *words)
{
    const ap_view name = words->group->name;
    const size_t *corner = words->group->corner;
    int length = 0;
    if (text[0] != '$')
        length = snprintf(out, room, "%c", text[0]);
    else if (text[1] == 'g')
        length = snprintf(out, room, "%.*s", (int)name.size, (const char *)name.bytes);
    else if (text[1] >= 'a' && text[1] <= 'c')
        length = snprintf(out, room, "%zu", corner[text[1] - 'a']);
    else if (text[1] == 'v' || text[1] == 'V')
        length = snprintf(out, room, "%zu", words->vertices + (text[1] == 'V'));
    else if (text[1] == 't' || text[1] == 'T')
        length = snprintf(out, room, "%zu", words->textures + (text[1] == 'T'));
    return length < 0 ? room : (size_t)length;
}

/* The lines that a defect adds, and the spans of the faults in them, which < and > mark in the defect's text. */
typedef struct marked_lines {
    char text[LINE_BYTES];
    size_t size;
    ap_span marked[4];
    size_t marked_count;
} marked_lines;

static bool expand_marked_lines(marked_lines *out, const char *text, const placeholder_values *words)
{
    *out = (marked_lines){ .size = 0 };
    for (; *text != '\0'; text += *text == '$' ? 2 : 1) {
        ap_span *mark = &out->marked[out->marked_count];
        if (*text == '<') {
            mark->offset = out->size;
        } else if (*text == '>') {
            mark->length = out->size - mark->offset;
            out->marked_count++;
        } else {
            const size_t room = sizeof out->text - out->size;
            const size_t length =
                write_char_or_value_and_get_full_length(out->text + out->size, room, text, words);
            if (length >= room)
                return false;
            out->size += length;
        }
        if (*text == '$' && text[1] == '\0')
            return false;
    }
    return true;
}

static bool has_faces(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_sketched_group *of_scene =
        ap_find_sketched_group(&candidates->scene, ap_memg_candidate_group_name(candidates, group));
    return of_scene != NULL && of_scene->has_faces;
}

static bool ends_with_line_end(ap_view file)
{
    return file.size == 0 || file.bytes[file.size - 1] == '\n';
}

/* Picks a group with motion and faces, and builds the defect's lines for it. Returns NULL if there is no such group, if the .obj
   does not end with a line end, or if the lines are longer than LINE_BYTES. */
static const ap_memg_candidate_group *build_lines_for_group(
    ap_damage *damage, ap_memg_candidates *candidates, marked_lines *out)
{
    if (!ap_memg_find_candidates(damage, candidates) || !candidates->has_scene
        || !ends_with_line_end(damage->companion))
        return NULL;
    const ap_memg_candidate_group *group = ap_memg_pick_group(candidates, has_faces);
    if (group == NULL)
        return NULL;
    const placeholder_values words = { ap_find_sketched_group(&candidates->scene,
                                           ap_memg_candidate_group_name(candidates, group)),
        candidates->scene.vertices, candidates->scene.textures };
    return expand_marked_lines(out, damage->defect->text, &words) ? group : NULL;
}

/* Appends the defect's lines to the .obj, and expects a finding of `rule` at each marked fault. Returns the group that the lines
   are built for; NULL if the lines could not be built or added. */
static const ap_memg_candidate_group *append_defect_lines(ap_damage *damage, const char *rule)
{
    ap_memg_candidates candidates;
    marked_lines more;
    const size_t end = damage->companion.size;
    const ap_memg_candidate_group *group = build_lines_for_group(damage, &candidates, &more);
    if (group == NULL || !ap_edit_span(damage, (ap_span){ end, 0 }, more.text, more.size))
        return NULL;
    for (size_t i = 0; i < more.marked_count; i++) {
        const ap_span span = { end + more.marked[i].offset, more.marked[i].length };
        if (!ap_expect_finding_in_companion(damage, rule, span, ""))
            return NULL;
    }
    return group;
}

static bool append_lines(ap_damage *damage)
{
    return append_defect_lines(damage, damage->defect->rule) != NULL;
}

/* Appends the defect's lines to the .obj, and expects obj/forward-reference at each marked fault. The lines have a face with a
   vertex that the group's mapping does not have. */
static bool append_face_not_mapped(ap_damage *damage)
{
    const ap_memg_candidate_group *group = append_defect_lines(damage, FORWARD);
    return group != NULL && ap_expect_vanished_at(damage, UNMAPPED, group->vertex_count->span)
           && ap_expect_at_field(damage, UNMAPPED, group->vertex_count);
}

static bool insert_byte_order_mark(ap_damage *damage)
{
    static const uint8_t mark[3] = { 0xef, 0xbb, 0xbf };
    return ap_edit_span(damage, (ap_span){ 0, 0 }, mark, sizeof mark)
           && ap_expect_finding_in_companion(damage, MARK, (ap_span){ 0, sizeof mark }, "");
}

/* Appends a comment line with a NUL. */
static bool append_comment_with_nul(ap_damage *damage)
{
    static const char line[] = "# \0\n";
    const size_t end = damage->companion.size;
    return ends_with_line_end(damage->companion)
           && ap_edit_span(damage, (ap_span){ end, 0 }, line, sizeof line - 1)
           && ap_expect_finding_in_companion(damage, NUL, (ap_span){ end + 2, 1 }, "");
}

/* Picks a group with motion and faces. Sets *end to the offset in the scene of the end, without the line ending, of the line that
   names the group. */
static bool pick_group_line(ap_damage *damage, ap_memg_candidates *candidates, size_t *end)
{
    marked_lines none;
    const ap_memg_candidate_group *group = build_lines_for_group(damage, candidates, &none);
    if (group == NULL)
        return false;
    const ap_view name = ap_memg_candidate_group_name(candidates, group);
    *end = ap_span_end(ap_find_sketched_group(&candidates->scene, name)->statement);
    return true;
}

/* Ends the line that names a group with CR LF; the name does not include the CR. */
static bool end_group_line_in_crlf(ap_damage *damage)
{
    ap_memg_candidates candidates;
    size_t end;
    const ap_view file = damage->companion;
    if (!pick_group_line(damage, &candidates, &end))
        return false;
    return end < file.size && file.bytes[end] == '\n' && ap_edit_span(damage, (ap_span){ end, 0 }, "\r", 1);
}

/* Removes the LF of the last line. */
static bool drop_final_line_end(ap_damage *damage)
{
    const ap_view file = damage->companion;
    return file.size > 1 && file.bytes[file.size - 1] == '\n' && file.bytes[file.size - 2] != '\r'
           && ap_edit_cut_off_at(damage, file.size - 1);
}

/* Turns the first face of a group into a line element. Its vertices may stay in the mapping: a mapping may have vertices that no
   face uses. */
static bool turn_face_into_line(ap_damage *damage)
{
    ap_memg_candidates candidates;
    size_t end;
    const ap_view file = damage->companion;
    if (!pick_group_line(damage, &candidates, &end))
        return false;
    return file.size - end > 3 && memcmp(file.bytes + end, "\nf ", 3) == 0
           && ap_edit_span(damage, (ap_span){ end + 1, 1 }, "l", 1)
           && ap_memg_are_all_mappings_valid(&candidates);
}

/* Removes the last group of the motion file. */
static bool remove_last_motion_group(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || !candidates.has_scene || candidates.count < 2)
        return false;
    const ap_memg_candidate_group *group = &candidates.groups[candidates.count - 1];
    return has_faces(&candidates, group) && ap_edit_cut_off_at(damage, group->name_length->span.offset)
           && ap_memg_expect_group_without_motion(&candidates, group);
}

#define IN_OBJ .needs_companion = true, .in_companion = true

/* Defines a defect of a rule about the .obj. */
#define OBJ(rule_name, what, words, ...)                                                                     \
    {                                                                                                        \
        .name = "obj-" rule_name "_" what, .rule = "obj/" rule_name, .reason = (words), .apply = __VA_ARGS__ \
    }
#define OBJ_NEAR(rule_name, what, words, ...) OBJ(rule_name, what, words, __VA_ARGS__, .near_miss = true)

static const ap_defect defects[] = {
    ROW("obj-group-without-motion", "dropped", "the last group of the .obj file is not in the motion file",
        remove_last_motion_group, .needs_companion = true),
    ROW("obj-group-without-motion", "added", "the .obj file has one group more than the motion file",
        append_lines, .text = "<g $g_more>\nf $a $b $c\n", IN_OBJ),
    ROW("obj-group-without-motion", "partly-moved",
        "one face of a group is also in a group with motion, another is not", append_lines,
        .text = "<g $g_all $g>\nf $a $b $c\ng $g_all\nf $a $b $c\n", IN_OBJ),
    NEAR("obj-group-without-motion", "other-group", "each face of a group is also in a group with motion",
        append_lines, .text = "g $g $g_all\nf $a $b $c\n", IN_OBJ),
    NEAR("obj-group-without-motion", "no-faces",
        "the .obj file has one group more than the motion file, without faces", append_lines,
        .text = "g $g_more\n", IN_OBJ),
    ROW("vertex-unmapped", "face-added", "a face uses a vertex that is not in the group's mapping",
        append_face_not_mapped, .text = "v 0 0 0\ng $g\nf $a $b $V\n", IN_OBJ),

    OBJ("nul", "comment", "the .obj file contains a NUL", append_comment_with_nul, IN_OBJ),
    OBJ("statement", "unknown", "the .obj file has an unknown statement", append_lines,
        .text = "<vertex 1 2 3>\n", IN_OBJ),
    OBJ("statement", "v-2", "a vertex has two coordinates", append_lines, .text = "<v 1 2>\n", IN_OBJ),
    OBJ("statement", "v-5", "a vertex has five coordinates", append_lines, .text = "<v 1 2 3 4 5>\n", IN_OBJ),
    OBJ("statement", "v-8", "a vertex has eight coordinates", append_lines, .text = "<v 1 2 3 4 5 6 7 8>\n",
        IN_OBJ),
    OBJ("statement", "vn-2", "a normal has two coordinates", append_lines, .text = "<vn 1 2>\n", IN_OBJ),
    OBJ("statement", "vt-0", "a texture coordinate has no numbers", append_lines, .text = "<vt>\n", IN_OBJ),
    OBJ("statement", "vt-4", "a texture coordinate has four numbers", append_lines, .text = "<vt 1 2 3 4>\n",
        IN_OBJ),
    OBJ("statement", "f-2", "a face has two corners", append_lines, .text = "g $g\n<f $a $b>\n", IN_OBJ),
    OBJ("statement", "f-mixed", "a face mixes references with and without texture coordinates", append_lines,
        .text = "vt 0 0\ng $g\n<f $a $b $c/$T>\n", IN_OBJ),
    OBJ("statement", "backslash", "the .obj file ends in a backslash", append_lines, .text = "vn 0 0 1\n<\\>",
        IN_OBJ),
    OBJ("statement", "continued", "a vertex continues in the next line, and has five coordinates",
        append_lines, .text = "<v 1 2 3 \\\n4 5>\n", IN_OBJ),

    OBJ("call", "file", "the .obj file includes another file", append_lines, .text = "<call more.obj 1>\n",
        IN_OBJ),
    OBJ_NEAR("call", "csh", "the .obj file has a command for a shell", append_lines,
        .text = "csh -call more.obj\n", IN_OBJ),
    OBJ_NEAR("statement", "maplib", "the .obj file has statements on texture maps", append_lines,
        .text = "maplib more.map\nusemap off\n", IN_OBJ),

    OBJ("number", "word", "a coordinate is a word", append_lines, .text = "vn 1 <two> 3\n", IN_OBJ),
    OBJ("number", "nan", "a coordinate is nan", append_lines, .text = "vn 1 2 <nan>\n", IN_OBJ),
    OBJ("number", "inf", "a coordinate is inf", append_lines, .text = "vn <-inf> 2 3\n", IN_OBJ),
    OBJ("number", "hexadecimal", "a coordinate is hexadecimal", append_lines, .text = "vt <0x10> 2\n",
        IN_OBJ),
    OBJ("number", "overflow", "a coordinate is larger than a double can be", append_lines,
        .text = "vt <1e999> 2\n", IN_OBJ),
    OBJ("number", "comma", "a coordinate has a comma instead of a decimal point", append_lines,
        .text = "vt <0,5> 2\n", IN_OBJ),
    OBJ("number", "no-exponent", "a coordinate has an exponent without digits", append_lines,
        .text = "vt <1e+> 2\n", IN_OBJ),
    OBJ("number", "fraction", "an index has a decimal point", append_lines, .text = "g $g\nf $a $b <$c.0>\n",
        IN_OBJ),
    OBJ("number", "slash", "a reference ends in a slash", append_lines, .text = "g $g\nf $a $b <$c/>\n",
        IN_OBJ),
    OBJ_NEAR(
        "number", "large-exponent", "a coordinate is 1e308", append_lines, .text = "vt 1e308 .5\n", IN_OBJ),

    OBJ("index-range", "0", "an index is 0", append_lines, .text = "g $g\nf <0> $b $c\n", IN_OBJ),
    OBJ("index-range", "above", "an index is one more than the number of vertices", append_lines,
        .text = "g $g\nf $a $b <$V>\n", IN_OBJ),
    OBJ("index-range", "huge", "an index of a face in the .obj file does not fit into 64 bits", append_lines,
        .text = "g $g\nf $a <18446744073709551617> $c\n", IN_OBJ),
    OBJ("index-range", "negative", "a negative index refers to a vertex before the first", append_lines,
        .text = "g $g\nf $a $b <-$V>\n", IN_OBJ),
    OBJ("index-range", "texture", "a texture index is one more than the number of texture coordinates",
        append_lines, .text = "g $g\nvt 0 0\nf $a/$T $b/$T $c/<0>\n", IN_OBJ),
    OBJ("byte-order-mark", "utf-8", "the .obj file begins with a byte order mark", insert_byte_order_mark,
        IN_OBJ),
    OBJ("forward-reference", "vertex", "a face uses a vertex that the file defines later",
        append_face_not_mapped, .text = "g $g\nf $a $b <$V>\nv 0 0 0\n", IN_OBJ),
    OBJ("forward-reference", "texture", "a face uses a texture coordinate that the file defines later",
        append_lines, .text = "g $g\nf $a/<$T> $b/<$T> $c/<$T>\nvt 0 0\n", IN_OBJ),
    OBJ("line-ending", "cr", "a line ends with CR only", append_lines, .text = "# one<\r># two\n", IN_OBJ),
    OBJ("line-ending", "cr-last", "the last line ends with CR only", append_lines, .text = "vt 0 0<\r>",
        IN_OBJ),

    OBJ_NEAR(
        "nul", "1", "a comment contains the control character 1", append_lines, .text = "# \x01\n", IN_OBJ),
    OBJ_NEAR("forward-reference", "just-before", "a face uses the texture coordinate of the previous line",
        append_lines, .text = "g $g\nvt 0 0\nf $a/$T $b/$T $c/$T\n", IN_OBJ),
    NEAR("group-not-in-obj", "cr-lf", "the line that names a group of the .obj file ends with CR LF",
        end_group_line_in_crlf, .text = "", IN_OBJ),
    NEAR("mapping-foreign", "line", "a line, not a face, uses a vertex of the mapping", turn_face_into_line,
        .text = "", IN_OBJ),
    NEAR("vertex-unmapped", "point", "a point, not a face, uses a vertex that has no motion", append_lines,
        .text = "v 0 0 0\ng $g\np $V\n", IN_OBJ),
    OBJ_NEAR("line-ending", "crlf", "a line ends with CR LF", append_lines, .text = "# one\r\n", IN_OBJ),
    OBJ_NEAR("line-ending", "none", "the last line has no line end", drop_final_line_end, IN_OBJ),
    OBJ_NEAR("statement", "v-7", "a vertex has seven coordinates", append_lines,
        .text = "v 1 2 3 4 .5 .5 .5\n", IN_OBJ),
    OBJ_NEAR("statement", "f-18", "a face has 18 corners", append_lines,
        .text = "g $g\nf $a $b $c $a $b $c $a $b $c $a $b $c $a $b $c $a $b $c\n", IN_OBJ),
    OBJ_NEAR("statement", "reopened", "a group is continued later in the file", append_lines,
        .text = "g $g\nf $a $b $c\n", IN_OBJ),
    OBJ_NEAR("statement", "continued-face", "a face continues in the next line", append_lines,
        .text = "g $g\nf $a $b \\\n$c # with a comment\n", IN_OBJ),
    OBJ_NEAR("index-range", "negative-last", "a negative index refers to the first texture coordinate",
        append_lines, .text = "vt 0 0\ng $g\nf $a/-1 $b/-$T $c/1\n", IN_OBJ),
    OBJ_NEAR("byte-order-mark", "comment", "a comment contains a byte order mark", append_lines,
        .text = "# \xef\xbb\xbf\n", IN_OBJ),
};

const ap_defect_table ap_memg_scene_defects = { defects, sizeof defects / sizeof *defects };
