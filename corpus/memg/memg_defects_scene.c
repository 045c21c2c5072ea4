/* Defects that only the .obj shows, and those of the .obj itself: most are in lines at its end. */
#include <stdio.h>
#include <string.h>

#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_kit.h"

#define NUL       "obj/nul"
#define STATEMENT "obj/statement"
#define NUMBER    "obj/number"
#define INDEX     "obj/index-range"
#define MARK      "obj/byte-order-mark"
#define FORWARD   "obj/forward-reference"
#define ENDING    "obj/line-ending"
#define UNMOVED   "memg/obj-group-without-motion"
#define UNMAPPED  "memg/vertex-unmapped"

enum { LINE_BYTES = 512 };

/* What replaces the marks in a row's text. */
typedef struct line_words {
    const ap_sketched_group *group;
    size_t vertices, textures;
} line_words;

/* Writes one piece of a row's text: `$g` a group with faces, `$a` `$b` `$c` vertices of its first face, `$v`
   `$t` how many vertices and texture coordinates there are, `$V` `$T` one more. Returns how long it is. */
static size_t write_piece(char *out, size_t room, const char *text, const line_words *words)
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

/* The lines of a row, and the span of each fault in them: between '<' and '>', several times. */
typedef struct lines {
    char text[LINE_BYTES];
    size_t size;
    ap_span marked[4];
    size_t marked_count;
} lines;

static bool write_lines(lines *out, const char *text, const line_words *words)
{
    *out = (lines){ .size = 0 };
    for (; *text != '\0'; text += *text == '$' ? 2 : 1) {
        ap_span *mark = &out->marked[out->marked_count];
        if (*text == '<') {
            mark->offset = out->size;
        } else if (*text == '>') {
            mark->length = out->size - mark->offset;
            out->marked_count++;
        } else {
            const size_t room = sizeof out->text - out->size;
            const size_t length = write_piece(out->text + out->size, room, text, words);
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
    const ap_span name = group->name->span;
    const ap_sketched_group *of_scene = ap_sketched_find(
        &candidates->scene, (ap_view){ candidates->damage->input.bytes + name.offset, name.length });
    return of_scene != NULL && of_scene->has_faces;
}

static bool ends_line(ap_view file)
{
    return file.size == 0 || file.bytes[file.size - 1] == '\n';
}

/* A group that moves and has faces, and the row's lines; NULL where the lines do not fit. */
static const ap_memg_candidate_group *make_lines(
    ap_damage *damage, ap_memg_candidates *candidates, lines *out)
{
    if (!ap_memg_find_candidates(damage, candidates) || !candidates->has_scene
        || !ends_line(damage->companion))
        return NULL;
    const ap_memg_candidate_group *group = ap_memg_pick_group(candidates, has_faces);
    if (group == NULL)
        return NULL;
    const ap_span name = group->name->span;
    const line_words words = { ap_sketched_find(&candidates->scene,
                                   (ap_view){ damage->input.bytes + name.offset, name.length }),
        candidates->scene.vertices, candidates->scene.textures };
    return write_lines(out, damage->defect->text, &words) ? group : NULL;
}

/* Puts the row's lines at the end of the .obj. */
static bool append_lines(ap_damage *damage)
{
    ap_memg_candidates candidates;
    lines more;
    const size_t end = damage->companion.size;
    if (make_lines(damage, &candidates, &more) == NULL
        || !ap_edit_span(damage, (ap_span){ end, 0 }, more.text, more.size))
        return false;
    for (size_t i = 0; i < more.marked_count; i++) {
        const ap_span span = { end + more.marked[i].offset, more.marked[i].length };
        if (!ap_expect_companion(damage, damage->defect->rule, span, ""))
            return false;
    }
    return true;
}

/* The same, with a vertex that the group's mapping leaves out. */
static bool append_unmapped(ap_damage *damage)
{
    ap_memg_candidates candidates;
    lines more;
    const size_t end = damage->companion.size;
    const ap_memg_candidate_group *group = make_lines(damage, &candidates, &more);
    if (group == NULL || !ap_edit_span(damage, (ap_span){ end, 0 }, more.text, more.size))
        return false;
    for (size_t i = 0; i < more.marked_count; i++) {
        const ap_span span = { end + more.marked[i].offset, more.marked[i].length };
        if (!ap_expect_companion(damage, FORWARD, span, ""))
            return false;
    }
    return ap_vanish_span(damage, UNMAPPED, group->vertex_count->span)
           && ap_expect_at(damage, UNMAPPED, group->vertex_count);
}

static bool insert_mark(ap_damage *damage)
{
    static const uint8_t mark[3] = { 0xef, 0xbb, 0xbf };
    return ap_edit_span(damage, (ap_span){ 0, 0 }, mark, sizeof mark)
           && ap_expect_companion(damage, MARK, (ap_span){ 0, sizeof mark }, "");
}

/* A NUL in a comment at the end. */
static bool append_nul(ap_damage *damage)
{
    static const char line[] = "# \0\n";
    const size_t end = damage->companion.size;
    return ends_line(damage->companion) && ap_edit_span(damage, (ap_span){ end, 0 }, line, sizeof line - 1)
           && ap_expect_companion(damage, NUL, (ap_span){ end + 2, 1 }, "");
}

/* The line that names a group ends in CR LF: its name does not. */
static bool end_name_in_cr(ap_damage *damage)
{
    ap_memg_candidates candidates;
    lines none;
    const ap_view file = damage->companion;
    const ap_memg_candidate_group *group = make_lines(damage, &candidates, &none);
    if (group == NULL)
        return false;
    const ap_span name = group->name->span;
    const size_t end = ap_span_end(
        ap_sketched_find(&candidates.scene, (ap_view){ damage->input.bytes + name.offset, name.length })
            ->statement);
    return end < file.size && file.bytes[end] == '\n' && ap_edit_span(damage, (ap_span){ end, 0 }, "\r", 1);
}

/* The last line without its LF. */
static bool drop_line_end(ap_damage *damage)
{
    const ap_view file = damage->companion;
    return file.size > 1 && file.bytes[file.size - 1] == '\n' && file.bytes[file.size - 2] != '\r'
           && ap_edit_cut(damage, file.size - 1);
}

/* A whole group of the motion file is missing. */
static bool drop_motion(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || !candidates.has_scene || candidates.count < 2)
        return false;
    const ap_memg_candidate_group *group = &candidates.groups[candidates.count - 1];
    return has_faces(&candidates, group) && ap_edit_cut(damage, group->name_length->span.offset)
           && ap_memg_expect_unmoved(&candidates, group);
}

#define IN_OBJ .needs_companion = true, .in_companion = true

static const ap_defect defects[] = {
    { "obj-group-without-motion_dropped", UNMOVED, "the last group of the .obj has no motion", NULL,
        .apply = drop_motion, .needs_companion = true },
    { "obj-group-without-motion_added", UNMOVED, "the .obj has a group more than the motion file", NULL,
        .apply = append_lines, .text = "<g $g_more>\nf $a $b $c\n", IN_OBJ },
    { "obj-group-without-motion_no-faces", UNMOVED, "the .obj has a group more, without faces", NULL,
        .apply = append_lines, .text = "g $g_more\n", IN_OBJ, .near_miss = true },
    { "vertex-unmapped_face-added", UNMAPPED, "a face uses a vertex that the group's mapping leaves out",
        NULL, .apply = append_unmapped, .text = "v 0 0 0\ng $g\nf $a $b $V\n", IN_OBJ },

    { "obj-nul_comment", NUL, "the .obj has a NUL", NULL, .apply = append_nul, IN_OBJ },
    { "obj-statement_unknown", STATEMENT, "the .obj has a statement that does not exist", NULL,
        .apply = append_lines, .text = "<vertex 1 2 3>\n", IN_OBJ },
    { "obj-statement_v-2", STATEMENT, "a vertex has two coordinates", NULL, .apply = append_lines,
        .text = "<v 1 2>\n", IN_OBJ },
    { "obj-statement_v-5", STATEMENT, "a vertex has five coordinates", NULL, .apply = append_lines,
        .text = "<v 1 2 3 4 5>\n", IN_OBJ },
    { "obj-statement_v-8", STATEMENT, "a vertex has eight coordinates", NULL, .apply = append_lines,
        .text = "<v 1 2 3 4 5 6 7 8>\n", IN_OBJ },
    { "obj-statement_vn-2", STATEMENT, "a normal has two coordinates", NULL, .apply = append_lines,
        .text = "<vn 1 2>\n", IN_OBJ },
    { "obj-statement_vt-0", STATEMENT, "a texture coordinate has no numbers", NULL, .apply = append_lines,
        .text = "<vt>\n", IN_OBJ },
    { "obj-statement_vt-4", STATEMENT, "a texture coordinate has four numbers", NULL, .apply = append_lines,
        .text = "<vt 1 2 3 4>\n", IN_OBJ },
    { "obj-statement_f-2", STATEMENT, "a face has two corners", NULL, .apply = append_lines,
        .text = "g $g\n<f $a $b>\n", IN_OBJ },
    { "obj-statement_f-mixed", STATEMENT, "a face mixes references with and without texture coordinates",
        NULL, .apply = append_lines, .text = "vt 0 0\ng $g\n<f $a $b $c/$T>\n", IN_OBJ },
    { "obj-statement_backslash", STATEMENT, "the .obj ends in a backslash", NULL, .apply = append_lines,
        .text = "vn 0 0 1\n<\\>", IN_OBJ },
    { "obj-statement_continued", STATEMENT, "a vertex goes on in the next line, and has five coordinates",
        NULL, .apply = append_lines, .text = "<v 1 2 3 \\\n4 5>\n", IN_OBJ },

    { "obj-number_word", NUMBER, "a coordinate is a word", NULL, .apply = append_lines,
        .text = "vn 1 <two> 3\n", IN_OBJ },
    { "obj-number_nan", NUMBER, "a coordinate is nan", NULL, .apply = append_lines, .text = "vn 1 2 <nan>\n",
        IN_OBJ },
    { "obj-number_inf", NUMBER, "a coordinate is inf", NULL, .apply = append_lines, .text = "vn <-inf> 2 3\n",
        IN_OBJ },
    { "obj-number_hexadecimal", NUMBER, "a coordinate is hexadecimal", NULL, .apply = append_lines,
        .text = "vt <0x10> 2\n", IN_OBJ },
    { "obj-number_overflow", NUMBER, "a coordinate is larger than a double can be", NULL,
        .apply = append_lines, .text = "vt <1e999> 2\n", IN_OBJ },
    { "obj-number_comma", NUMBER, "a coordinate has a comma for its point", NULL, .apply = append_lines,
        .text = "vt <0,5> 2\n", IN_OBJ },
    { "obj-number_no-exponent", NUMBER, "a coordinate has no digits after its e", NULL, .apply = append_lines,
        .text = "vt <1e+> 2\n", IN_OBJ },
    { "obj-number_fraction", NUMBER, "an index has a point", NULL, .apply = append_lines,
        .text = "g $g\nf $a $b <$c.0>\n", IN_OBJ },
    { "obj-number_slash", NUMBER, "a reference ends in a slash", NULL, .apply = append_lines,
        .text = "g $g\nf $a $b <$c/>\n", IN_OBJ },
    { "obj-number_large-exponent", NUMBER, "a coordinate is 1e308", NULL, .apply = append_lines,
        .text = "vt 1e308 .5\n", IN_OBJ, .near_miss = true },

    { "obj-index-range_0", INDEX, "an index is 0", NULL, .apply = append_lines, .text = "g $g\nf <0> $b $c\n",
        IN_OBJ },
    { "obj-index-range_above", INDEX, "an index is one more than there are vertices", NULL,
        .apply = append_lines, .text = "g $g\nf $a $b <$V>\n", IN_OBJ },
    { "obj-index-range_huge", INDEX, "an index does not fit into 64 bits", NULL, .apply = append_lines,
        .text = "g $g\nf $a <18446744073709551617> $c\n", IN_OBJ },
    { "obj-index-range_negative", INDEX, "a negative index goes back to before the first vertex", NULL,
        .apply = append_lines, .text = "g $g\nf $a $b <-$V>\n", IN_OBJ },
    { "obj-index-range_texture", INDEX, "a texture index is one more than there are", NULL,
        .apply = append_lines, .text = "g $g\nvt 0 0\nf $a/$T $b/$T $c/<0>\n", IN_OBJ },
    { "obj-byte-order-mark_utf-8", MARK, "the .obj begins with a byte order mark", NULL, .apply = insert_mark,
        IN_OBJ },
    { "obj-forward-reference_vertex", FORWARD, "a face uses a vertex that stands after it", NULL,
        .apply = append_unmapped, .text = "g $g\nf $a $b <$V>\nv 0 0 0\n", IN_OBJ },
    { "obj-forward-reference_texture", FORWARD, "a face uses a texture coordinate that stands after it", NULL,
        .apply = append_lines, .text = "g $g\nf $a/<$T> $b/<$T> $c/<$T>\nvt 0 0\n", IN_OBJ },
    { "obj-line-ending_cr", ENDING, "a line ends in CR", NULL, .apply = append_lines,
        .text = "# one<\r># two\n", IN_OBJ },
    { "obj-line-ending_cr-last", ENDING, "the last line ends in CR", NULL, .apply = append_lines,
        .text = "vt 0 0<\r>", IN_OBJ },

    { "obj-nul_1", NUL, "a comment has the control character 1", NULL, .apply = append_lines,
        .text = "# \x01\n", IN_OBJ, .near_miss = true },
    { "obj-forward-reference_just-before", FORWARD, "a face uses a texture coordinate of the line before it",
        NULL, .apply = append_lines, .text = "g $g\nvt 0 0\nf $a/$T $b/$T $c/$T\n", IN_OBJ,
        .near_miss = true },
    { "group-not-in-obj_cr-lf", "memg/group-not-in-obj",
        "the line that names a group of the .obj ends in CR LF", NULL, .apply = end_name_in_cr, .text = "",
        IN_OBJ, .near_miss = true },
    { "vertex-unmapped_point", UNMAPPED, "a point, not a face, of a group uses a vertex that has no motion",
        NULL, .apply = append_lines, .text = "v 0 0 0\ng $g\np $V\n", IN_OBJ, .near_miss = true },
    { "obj-line-ending_crlf", ENDING, "a line ends in CR LF", NULL, .apply = append_lines,
        .text = "# one\r\n", IN_OBJ, .near_miss = true },
    { "obj-line-ending_none", ENDING, "the last line does not end", NULL, .apply = drop_line_end, IN_OBJ,
        .near_miss = true },
    { "obj-statement_v-7", STATEMENT, "a vertex has seven coordinates", NULL, .apply = append_lines,
        .text = "v 1 2 3 4 .5 .5 .5\n", IN_OBJ, .near_miss = true },
    { "obj-statement_f-18", STATEMENT, "a face has 18 corners", NULL, .apply = append_lines,
        .text = "g $g\nf $a $b $c $a $b $c $a $b $c $a $b $c $a $b $c $a $b $c\n", IN_OBJ,
        .near_miss = true },
    { "obj-statement_reopened", STATEMENT, "a group is opened again", NULL, .apply = append_lines,
        .text = "g $g\nf $a $b $c\n", IN_OBJ, .near_miss = true },
    { "obj-statement_continued-face", STATEMENT, "a face goes on in the next line", NULL,
        .apply = append_lines, .text = "g $g\nf $a $b \\\n$c # with a comment\n", IN_OBJ, .near_miss = true },
    { "obj-index-range_negative-last", INDEX, "a negative index goes back to the first texture coordinate",
        NULL, .apply = append_lines, .text = "vt 0 0\ng $g\nf $a/-1 $b/-$T $c/1\n", IN_OBJ,
        .near_miss = true },
    { "obj-byte-order-mark_comment", MARK, "a comment has a byte order mark", NULL, .apply = append_lines,
        .text = "# \xef\xbb\xbf\n", IN_OBJ, .near_miss = true },
};

const ap_defect_table ap_memg_scene_defects = { defects, sizeof defects / sizeof *defects };
