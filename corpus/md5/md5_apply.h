/* The `apply` functions of .md5anim, .md5mesh and .md5camera defects, and their helpers. Each comment says what the
   function makes of a row's pattern, number and text.

   Patterns match token paths (ap_md5_token_path). In texts, @ is replaced by the old text, \n by the file's
   own line end. */
#ifndef AP_MD5_APPLY_H
#define AP_MD5_APPLY_H

#include "corpus/defect/defect_edit.h"
#include "corpus/md5/md5_tokens.h"

/* What the `change` of a defect points at. */
typedef struct ap_md5_change {
    bool (*apply)(const ap_md5_tokens *tokens);
} ap_md5_change;

#define AP_MD5_BY(function)                                                                                  \
    &(const ap_md5_change)                                                                                   \
    {                                                                                                        \
        function                                                                                             \
    }

/* The `run` of all defects of these formats: reads the tokens of the file, and applies the change. */
bool ap_md5_run(ap_damage *damage);

/* Numbers of the formats, as their pages have them. The validator has them too; neither takes them from the
   other, since what checks the linter must not share its mistakes. */
enum {
    MD5_TRANSLATION = 7, /* bits of a joint's flags */
    MD5_ROTATION = 56,
    MD5_ALL_FLAGS = 63,
    MD5_FIRST_ROTATION = 8,
    MD5_COMPONENTS = 6,    /* of a joint, at most */
    MD5_MANY_FRAMES = 1024 /* more are worth a note */
};

/* The offset in the changed file of a byte that no edit removes: after the text inserted before it. */
size_t ap_md5_moved(const ap_md5_tokens *tokens, size_t offset);

/* The span in the changed file of the tokens from `first` to `last`; no edit may touch their edges. */
ap_span ap_md5_moved_span(const ap_md5_tokens *tokens, size_t first, size_t last);

/* How long the changed file is. */
size_t ap_md5_changed_size(const ap_md5_tokens *tokens);

/* Edits. In texts, @ is replaced by the old text of the span. */
bool ap_md5_replace(const ap_md5_tokens *tokens, ap_span span, const char *text);
bool ap_md5_replace_token(const ap_md5_tokens *tokens, size_t token, const char *text);
bool ap_md5_insert(const ap_md5_tokens *tokens, size_t offset, const char *text);
bool ap_md5_delete(const ap_md5_tokens *tokens, size_t from, size_t end);

/* Copies bytes to `at`, which has room for them, and returns where they end. */
uint8_t *ap_md5_put_bytes(uint8_t *at, const void *bytes, size_t size);

/* The size of the text that the last edit has put there. */
size_t ap_md5_put_size(const ap_md5_tokens *tokens);

/* A finding at a span of the changed file. `rule` is the part of the id after the slash; NULL: the defect's
   own. */
bool ap_md5_expect(const ap_md5_tokens *tokens, const char *rule, ap_span span, const char *path);

/* The same at a token that no edit touches. */
bool ap_md5_expect_token(const ap_md5_tokens *tokens, const char *rule, size_t token, const char *path);

/* The same at the text that the last edit has put there. */
bool ap_md5_expect_put(const ap_md5_tokens *tokens, const char *rule, const char *path);

/* Where the token's line is longer than readers of lines bear, that it is found to be. */
bool ap_md5_expect_line(const ap_md5_tokens *tokens, size_t token);

/* Whether the defect's rule has this name, in whichever format. */
bool ap_md5_rule_is(const ap_md5_tokens *tokens, const char *name);

/* The bits of a joint's flags before a joint: what its start index should be. */
size_t ap_md5_components_before(const ap_md5_tokens *tokens, size_t joint);
size_t ap_md5_bits(const ap_md5_tokens *tokens, size_t joint);

/* Tokens (md5_apply_tokens.c) */

/* Replaces the value by the text: the own rule there. number: 1 where the text has an exponent, which is one
   more finding. */
bool ap_md5_apply_value(const ap_md5_tokens *tokens);

/* Takes a token away: the own rule at the token that is found in its place. */
bool ap_md5_apply_delete(const ap_md5_tokens *tokens);

/* Puts the text and a blank before a token, or in place of it: unexpected at the text. */
bool ap_md5_apply_insert(const ap_md5_tokens *tokens);
bool ap_md5_apply_replace(const ap_md5_tokens *tokens);

/* Takes the quote away that ends a string. */
bool ap_md5_apply_quote(const ap_md5_tokens *tokens);

/* Makes a string of `number` bytes, or one that begins with the text, of a string. */
bool ap_md5_apply_string(const ap_md5_tokens *tokens);

/* Header (md5_apply_header.c) */

/* Sets a value: the text, or "old+1", "old-1", "old*2". What follows of it is computed. */
bool ap_md5_apply_count(const ap_md5_tokens *tokens);

/* A key with its value: renamed to the text, taken away, repeated, exchanged with the next one; a value taken
   away. The pattern is the value's path. */
bool ap_md5_apply_key_name(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_missing(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_twice(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_order(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_value(const ap_md5_tokens *tokens);

/* Ends of the file (md5_apply_cut.c): number 0 cuts right after the token before the pattern's, 1 before the
   pattern's token, 2 inside it, 3 before its last byte. */
bool ap_md5_apply_cut(const ap_md5_tokens *tokens);

/* Lines, comments, characters (md5_apply_lines.c, md5_apply_layout.c) */

/* Adds the text after the last token of a line: the own rule at the comment; if it touches the token, at the
   first two bytes of the comment. */
bool ap_md5_apply_comment(const ap_md5_tokens *tokens);
bool ap_md5_apply_comment_touching(const ap_md5_tokens *tokens); /* a block comment right after a token */
bool ap_md5_apply_comment_joined(const ap_md5_tokens *tokens);   /* a block comment right before a token */
bool ap_md5_apply_comment_open(
    const ap_md5_tokens *tokens);                           /* the text, which nothing ends, before a token */
bool ap_md5_apply_first_bytes(const ap_md5_tokens *tokens); /* the text before everything */
bool ap_md5_apply_utf16(const ap_md5_tokens *tokens);       /* written as UTF-16; number 1: big-endian */
bool ap_md5_apply_nul(const ap_md5_tokens *tokens);         /* for a blank before a token; 1: in a string */
bool ap_md5_apply_form_feed(
    const ap_md5_tokens *tokens); /* in a string; with a text, a comment that has one */
bool ap_md5_apply_carriage(const ap_md5_tokens *tokens); /* CR for a line end; number 1: for each */
bool ap_md5_apply_line(const ap_md5_tokens *tokens);     /* a line end before a token: layout */
bool ap_md5_apply_unline(const ap_md5_tokens *tokens);   /* a blank for the line end before it: layout */
bool ap_md5_apply_join(const ap_md5_tokens *tokens);     /* no blank before it: layout */
bool ap_md5_apply_blank(const ap_md5_tokens *tokens);    /* the text before it: one byte, or a near miss */
bool ap_md5_apply_line_long(
    const ap_md5_tokens *tokens); /* blanks before it, until its line has `number` bytes */
bool ap_md5_apply_header_end(
    const ap_md5_tokens *tokens);                      /* one LF alone between the header and the keyword */
bool ap_md5_apply_behind(const ap_md5_tokens *tokens); /* the text after everything */
bool ap_md5_apply_final_line(const ap_md5_tokens *tokens); /* no line end at the end; a near miss */

/* The whole file (md5_apply_foreign.c) */

/* Replaces everything by the text; the finding is at the pattern, a word of the text. */
bool ap_md5_apply_other(const ap_md5_tokens *tokens);
bool ap_md5_apply_zeros(const ap_md5_tokens *tokens);  /* a zero for each byte */
bool ap_md5_apply_merge(const ap_md5_tokens *tokens);  /* a line twice, between the marks of a merge */
bool ap_md5_apply_commas(const ap_md5_tokens *tokens); /* a comma for each decimal point */

/* The text before a line. */
bool ap_md5_apply_line_before(const ap_md5_tokens *tokens);

/* Joints (md5_apply_joints.c) */

/* Sets a joint's parent: text "self", "next", "last", "count", "child", or a number. number 0: of a joint but
   the first; 1: of the first. */
bool ap_md5_apply_parent(const ap_md5_tokens *tokens);

/* Sets a name to an earlier joint's; to one of `number` bytes; to the text; takes its quotes away. */
bool ap_md5_apply_name_duplicate(const ap_md5_tokens *tokens);
bool ap_md5_apply_name_long(const ap_md5_tokens *tokens);
bool ap_md5_apply_name(const ap_md5_tokens *tokens);

/* Sets flags to the text; start_index to the text, "count", "beyond", "last" or "middle": of a joint with
   flags (number 0) or without (1). */
bool ap_md5_apply_flags(const ap_md5_tokens *tokens);
bool ap_md5_apply_start(const ap_md5_tokens *tokens);
bool ap_md5_apply_start_order(const ap_md5_tokens *tokens);
bool ap_md5_apply_flag_bit(const ap_md5_tokens *tokens); /* one bit fewer, or (number 1) all of them */

/* Whether no joint has the name, in quotes, that the text begins with. */
bool ap_md5_name_is_free(const ap_md5_tokens *tokens, const char *text);

/* A joint more, in every place that has joints. */
bool ap_md5_apply_joint_more(const ap_md5_tokens *tokens);

/* Entries and sections (md5_apply_sections.c); the pattern is the section's name */

bool ap_md5_apply_entry_missing(const ap_md5_tokens *tokens);
bool ap_md5_apply_entry_surplus(const ap_md5_tokens *tokens);   /* the text, or the last once more */
bool ap_md5_apply_entries_missing(const ap_md5_tokens *tokens); /* nothing between the braces */
bool ap_md5_apply_section_missing(const ap_md5_tokens *tokens);
bool ap_md5_apply_section_twice(
    const ap_md5_tokens *tokens); /* after itself; number 1: at the end of the file */
bool ap_md5_apply_section_order(const ap_md5_tokens *tokens); /* exchanged with the next one */
bool ap_md5_apply_section_last(const ap_md5_tokens *tokens);  /* after the last frame */

bool ap_md5_apply_block_twice(const ap_md5_tokens *tokens); /* the last block of a mesh */

/* Whether the bounds without this entry are not all zero, which is worth a finding too. */
bool ap_md5_bounds_stay(const ap_md5_tokens *tokens, size_t without);

/* Frames (md5_apply_frames.c) */

bool ap_md5_apply_frame_missing(const ap_md5_tokens *tokens); /* text: "first", "inner", "last", "all" */
bool ap_md5_apply_frame_surplus(
    const ap_md5_tokens *tokens); /* number: 0 its index goes on, 1 repeats, 2 any */
bool ap_md5_apply_frame_index(const ap_md5_tokens *tokens); /* text: a number, "next", "before", "count" */
bool ap_md5_apply_frame_count(const ap_md5_tokens *tokens); /* one more, everywhere; number 1: one fewer */
bool ap_md5_apply_frame_swap(const ap_md5_tokens *tokens);
bool ap_md5_apply_frame_base(const ap_md5_tokens *tokens);   /* counted from 1 */
bool ap_md5_apply_values_more(const ap_md5_tokens *tokens);  /* before the pattern's token */
bool ap_md5_apply_values_fewer(const ap_md5_tokens *tokens); /* number 1: none is left */

/* Camera paths (md5_apply_camera.c) */

/* Sets a cut: text "count" (numFrames), "last" (numFrames - 1), "before" (the cut before it) or a number; text
   "order": two cuts exchanged. */
bool ap_md5_apply_cut_value(const ap_md5_tokens *tokens);
bool ap_md5_apply_cuts_exchanged(const ap_md5_tokens *tokens);
bool ap_md5_apply_single_frame(
    const ap_md5_tokens *tokens); /* all frames but the first, and the cuts, taken away */

/* What follows of a wrong numFrames or numCuts. */
bool ap_md5_expect_camera_frames(const ap_md5_tokens *tokens, int32_t value);
bool ap_md5_expect_list(const ap_md5_tokens *tokens, size_t part, int32_t value, const char *rule);

/* Near misses (md5_apply_near.c) */

/* Puts blanks, or (number 1) a minus sign, before a token that is the text; "before": the number of the
   previous joint; "all": six components a joint. */
bool ap_md5_apply_limit(const ap_md5_tokens *tokens);

bool ap_md5_apply_dense(const ap_md5_tokens *tokens); /* no comments, and no more blanks than tokens need */

/* Bounds and rotations (md5_apply_vectors.c) */

bool ap_md5_apply_orientation(const ap_md5_tokens *tokens); /* the text's three numbers, in no frame */
bool ap_md5_apply_rotation(const ap_md5_tokens *tokens); /* the same in a frame; number 1: one number of it */
bool ap_md5_apply_minimum(const ap_md5_tokens *tokens);  /* the text; near miss: the maximum */
bool ap_md5_apply_corners(const ap_md5_tokens *tokens);  /* minimum and maximum exchanged */
bool ap_md5_apply_zero_bounds(const ap_md5_tokens *tokens); /* all zero, but for the text as the last entry */

/* Sizes (md5_apply_scale.c): the baseframe's bones are the mesh's, the text times as long: all of them; number 1: as many
   as must be; 2: one fewer; 3: all of them, which are too few to be judged */

bool ap_md5_apply_scale(const ap_md5_tokens *tokens);

/* Whether the baseframe has another size than the mesh's joints, or has not, as before once a token of a position has this
   value. False, too, where memory has run out. */
bool ap_md5_size_stays(const ap_md5_tokens *tokens, size_t token, double value);

#endif
