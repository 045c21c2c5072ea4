/* The `apply` functions of .md5anim, .md5mesh and .md5camera defects, and their helpers. Each comment says how the function uses
   the pattern, the number and the text of the defect. Patterns match token paths (ap_md5_write_token_path). In texts, @ is
   replaced by the old text, \n by the line end of the file. */
#ifndef AP_MD5_APPLY_H
#define AP_MD5_APPLY_H

#include "corpus/defect/defect_edit.h"
#include "corpus/md5/md5_tokens.h"

/* The `change` of a defect of these formats. */
typedef struct ap_md5_change {
    bool (*apply)(const ap_md5_tokens *tokens);
} ap_md5_change;

#define AP_MD5_BY(function)                                                                                  \
    &(const ap_md5_change)                                                                                   \
    {                                                                                                        \
        function                                                                                             \
    }

/* The `run` function of these defects: reads the tokens of the file, and calls the change's apply function. Returns false if the
   file has a finding. */
bool ap_md5_apply_change(ap_damage *damage);

/* Constants of the formats, from the published pages. The validator has a separate copy on purpose: a test
   of the linter must not share its mistakes. */
enum {
    MD5_TRANSLATION = 7, /* bits of a joint's flags */
    MD5_ROTATION = 56,
    MD5_ALL_FLAGS = 63,
    MD5_COMPONENTS = 6,     /* most animated components of a joint */
    MD5_MANY_FRAMES = 1024, /* a file with more frames gets a note */
    MD5_HIGH_RATE = 240     /* an animation with a higher frame rate gets a note */
};

/* Returns the offset in the changed file of a byte that no edit removes. Text that was inserted right before the byte moves the
   byte. */
size_t ap_md5_offset_after_edits(const ap_md5_tokens *tokens, size_t offset);

/* Returns the span in the changed file of the tokens from `first` to `last`; no edit may change the first or
   the last token. */
ap_span ap_md5_span_after_edits(const ap_md5_tokens *tokens, size_t first, size_t last);

/* Returns the size of the changed file. */
size_t ap_md5_size_after_edits(const ap_md5_tokens *tokens);

/* Add an edit. In `text`, @ is replaced by the old text of the span. */
bool ap_md5_replace_span(const ap_md5_tokens *tokens, ap_span span, const char *text);
bool ap_md5_replace_token(const ap_md5_tokens *tokens, size_t token, const char *text);
bool ap_md5_insert_text(const ap_md5_tokens *tokens, size_t offset, const char *text);
bool ap_md5_delete_range(const ap_md5_tokens *tokens, size_t from, size_t end);

/* Copies bytes to `at`, which has room for `size` bytes, and returns the address after the last byte. */
uint8_t *ap_md5_append_bytes(uint8_t *at, const void *bytes, size_t size);

/* Returns the size of the text that the last edit inserted. */
size_t ap_md5_inserted_size(const ap_md5_tokens *tokens);

/* Adds an expected finding at a span of the changed file. `rule` is the part of the id after the slash;
   NULL: the defect's own rule. */
bool ap_md5_expect_finding(const ap_md5_tokens *tokens, const char *rule, ap_span span, const char *path);

/* Adds an expected finding at a token that no edit touches. */
bool ap_md5_expect_finding_at_token(
    const ap_md5_tokens *tokens, const char *rule, size_t token, const char *path);

/* Adds an expected finding at the text that the last edit inserted. */
bool ap_md5_expect_at_inserted(const ap_md5_tokens *tokens, const char *rule, const char *path);

/* Expects a finding of line-length if the line of the token, as changed, is longer than line-based readers accept. */
bool ap_md5_expect_line_length(const ap_md5_tokens *tokens, size_t token);

/* Returns true if the defect's rule has this name, in any format. */
bool ap_md5_is_defect_of_rule(const ap_md5_tokens *tokens, const char *name);

/* ap_md5_count_components_before returns the number of flag bits of the joints before a joint, which is the
   valid start index. ap_md5_count_components_of_joint returns the number of flag bits of a joint. */
size_t ap_md5_count_components_before(const ap_md5_tokens *tokens, size_t joint);
size_t ap_md5_count_components_of_joint(const ap_md5_tokens *tokens, size_t joint);

/* ap_md5_joint_flags returns the flags of a joint of an animation; ap_md5_first_rotation_value the index, in the list of the
   values of a frame, of the first animated component of the joint's rotation. */
int32_t ap_md5_joint_flags(const ap_md5_tokens *tokens, size_t joint);
size_t ap_md5_first_rotation_value(const ap_md5_tokens *tokens, size_t joint);

/* Reads the rotation with its x at token `x`, and computes w as a positive number. */
void ap_md5_read_rotation(const ap_md5_tokens *tokens, size_t x, double rotation[4]);

/* Returns the angle between two rotations in degrees; if `inverse` is true, between the inverse of `one` and `other`. */
double ap_md5_degrees_between(const double one[4], const double other[4], bool inverse);

/* The functions of md5_apply_tokens.c change one token. */
/* Replaces the token by the text, and expects a finding of the defect's rule at the text; none if the defect is a near miss. If
   the defect's number is 1, the text has an exponent, which causes a second finding. */
bool ap_md5_apply_token_text(const ap_md5_tokens *tokens);

/* Deletes a token, and expects a finding of the defect's rule at the token that is read in its place. */
bool ap_md5_apply_delete(const ap_md5_tokens *tokens);

/* Insert the text and a blank or line end before a token, or replace the token by the text; expect a finding of the
   defect's rule at the text. */
bool ap_md5_apply_insert(const ap_md5_tokens *tokens);
bool ap_md5_apply_replace(const ap_md5_tokens *tokens);

/* Deletes the closing quote of a string, and expects a finding of the defect's rule from the opening quote to the line end. */
bool ap_md5_apply_quote_missing(const ap_md5_tokens *tokens);

/* Replaces a string by the defect's text (if there is one) followed by as many letters as the defect's number says. */
bool ap_md5_apply_string_length(const ap_md5_tokens *tokens);

/* The functions of md5_apply_header.c change the keys and values of the header. */
/* Sets a header value to the text, or to "old+1", "old-1" or "old*2", and computes the expected findings. */
bool ap_md5_apply_header_count(const ap_md5_tokens *tokens);

/* Change a key with its value: rename the key to the text, delete both, repeat both, swap both with the
   next key, or delete the value only. The pattern is the path of the value. */
bool ap_md5_apply_key_name(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_missing(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_twice(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_order(const ap_md5_tokens *tokens);
bool ap_md5_apply_key_value_missing(const ap_md5_tokens *tokens);

/* Ends the file early (md5_apply_cut.c). The defect's number says where: 0 right after the token before the pattern's token; 1
   before the pattern's token; 2 inside that token; 3 before the last byte of that token. Besides paths, the pattern can be
   "blocks" (any token of the mesh blocks), "block" (the keyword of any mesh block) or "end" (the end of the format's content). */
bool ap_md5_apply_file_cut(const ap_md5_tokens *tokens);

/* The functions of md5_apply_lines.c and md5_apply_layout.c change lines, comments and characters between
   tokens. */
/* Inserts the text, a comment, after the last token of a line, and expects a finding of the defect's rule at
   the comment. If the comment touches the token, the finding is at the first two bytes of the comment. */
bool ap_md5_apply_comment_after_line(const ap_md5_tokens *tokens);

/* Inserts a block comment right after a token. */
bool ap_md5_apply_comment_touching(const ap_md5_tokens *tokens);

/* Inserts a block comment right before a word that is not the first token of its line. */
bool ap_md5_apply_comment_right_before_word(const ap_md5_tokens *tokens);

/* Inserts the text, a block comment without end, before a token. */
bool ap_md5_apply_comment_unclosed(const ap_md5_tokens *tokens);

/* Inserts the text at the start of the file. */
bool ap_md5_apply_insert_at_start(const ap_md5_tokens *tokens);

/* Encodes the file as UTF-16: little-endian, or big-endian if the defect's number is 1. */
bool ap_md5_apply_utf16(const ap_md5_tokens *tokens);

/* Replaces a blank before a token by a NUL; if the defect's number is 1, inserts a NUL into a string. */
bool ap_md5_apply_nul(const ap_md5_tokens *tokens);

/* Inserts a form feed into a string; if the defect has a text (a comment with a form feed), inserts this text after the last
   token of a line instead. */
bool ap_md5_apply_form_feed(const ap_md5_tokens *tokens);

/* Replaces one line end by a CR, or every line end if the defect's number is 1. */
bool ap_md5_apply_line_end_to_cr(const ap_md5_tokens *tokens);

/* Inserts a line end before a token. */
bool ap_md5_apply_line_end_added(const ap_md5_tokens *tokens);

/* Replaces the line end before a token by a blank. */
bool ap_md5_apply_line_end_removed(const ap_md5_tokens *tokens);

/* Deletes the blanks before a token. */
bool ap_md5_apply_join_tokens(const ap_md5_tokens *tokens);

/* Inserts the defect's text, one control byte, before a token. For a near miss, the text is blanks or comments. */
bool ap_md5_apply_control_byte(const ap_md5_tokens *tokens);

/* Inserts blanks before a token, until its line has as many bytes as the defect's number says. */
bool ap_md5_apply_line_length(const ap_md5_tokens *tokens);

/* Replaces the blanks between the header and the next keyword by one LF. */
bool ap_md5_apply_one_line_end_after_header(const ap_md5_tokens *tokens);

/* Appends the text to the file; without a text, appends a copy of the whole file. */
bool ap_md5_apply_append(const ap_md5_tokens *tokens);

/* Near miss: deletes everything after the last token, such as the line end. */
bool ap_md5_apply_final_line_end(const ap_md5_tokens *tokens);

/* The functions of md5_apply_file.c change the whole file. */
/* Replaces the whole file by the defect's text. Expects the finding at the word of the text that equals the pattern; without a
   pattern, at the first eight bytes. */
bool ap_md5_apply_other_file(const ap_md5_tokens *tokens);

/* Replaces each byte of the file by a zero. */
bool ap_md5_apply_all_bytes_zero(const ap_md5_tokens *tokens);

/* Repeats a line, and puts the markers of a merge conflict around both copies. */
bool ap_md5_apply_merge_conflict(const ap_md5_tokens *tokens);

/* Replaces each decimal point between two digits by a comma, except in the header and in numbers with an exponent. */
bool ap_md5_apply_decimal_commas(const ap_md5_tokens *tokens);

/* Inserts the text before a line, and expects a finding of the defect's rule at the merge conflict marker <<<<<<< in the text. */
bool ap_md5_apply_insert_before_line(const ap_md5_tokens *tokens);

/* The functions of md5_apply_joints.c change joints. */
/* Sets a joint's parent to the defect's text: a number, or the index of the joint that a word means: "self", "before", "next",
   "last", "count" (one past the last) or "child". Changes a random joint for which the word can be used, but never the first
   joint; if the text is a number and the defect's number is 1, the first joint. */
bool ap_md5_apply_joint_parent(const ap_md5_tokens *tokens);

/* Set a joint's name: to an earlier joint's name, to a name of `number` bytes, or to the text. */
bool ap_md5_apply_joint_name_twice(const ap_md5_tokens *tokens);
bool ap_md5_apply_joint_name_long(const ap_md5_tokens *tokens);
bool ap_md5_apply_joint_name(const ap_md5_tokens *tokens);

/* Sets the flags of any joint to the defect's text. */
bool ap_md5_apply_joint_flags(const ap_md5_tokens *tokens);

/* Sets the start index of a joint with flags or, if the defect's number is 1, of a joint without flags, to the defect's text: a
   number, "count", "beyond", "last" or "middle". */
bool ap_md5_apply_start_index(const ap_md5_tokens *tokens);

/* Sets the start index of a random joint that has only position flags to a random other index in range. */
bool ap_md5_apply_other_start_index(const ap_md5_tokens *tokens);

/* Clears the lowest bit of the flags of the last joint with flags, or sets all bits if the defect's number is 1. */
bool ap_md5_apply_flag_cleared_or_all_set(const ap_md5_tokens *tokens);

/* Returns true if no joint has the name that is quoted at the start of the text. */
bool ap_md5_is_joint_name_unused(const ap_md5_tokens *tokens, const char *text);

/* Returns true if the name of the joint can be changed: no child of the joint has a comment, which might name the joint, or the
   changed file has an error, so that no rule checks comments. */
bool ap_md5_may_rename_joint(const ap_md5_tokens *tokens, size_t token);

/* Returns true if the comment that follows a joint comes right before the token. */
bool ap_md5_is_token_after_joint_comment(const ap_md5_tokens *tokens, size_t token);

/* Adds a joint to every section that lists joints. */
bool ap_md5_apply_joint_added(const ap_md5_tokens *tokens);

/* The functions of md5_apply_sections.c change entries and whole sections. The pattern is the name of the
   section. */
bool ap_md5_apply_entry_missing(const ap_md5_tokens *tokens);

/* Adds the text as another entry of the section; without a text, repeats the last entry. */
bool ap_md5_apply_entry_surplus(const ap_md5_tokens *tokens);

/* Deletes everything between the section's braces. */
bool ap_md5_apply_all_entries_missing(const ap_md5_tokens *tokens);
bool ap_md5_apply_section_missing(const ap_md5_tokens *tokens);

/* Repeats the section right after itself, or at the end of the file if the defect's number is 1. */
bool ap_md5_apply_section_twice(const ap_md5_tokens *tokens);

/* Swaps the section with the next section. */
bool ap_md5_apply_section_order(const ap_md5_tokens *tokens);

/* Moves the section after the last frame. */
bool ap_md5_apply_section_after_frames(const ap_md5_tokens *tokens);

/* Repeats the last mesh block of a .md5mesh. */
bool ap_md5_apply_mesh_block_twice(const ap_md5_tokens *tokens);

/* Returns true if a bound outside of entry `without` is not 0, or if the file has one frame. Otherwise all bounds are 0 once that
   entry is removed, which is a finding of its own. */
bool ap_md5_has_nonzero_bounds_or_one_frame(const ap_md5_tokens *tokens, size_t without);

/* The functions of md5_apply_frames.c change frames. */
/* Deletes the frame that the defect's text names: "first", "inner" or "last"; "all" deletes all frames. */
bool ap_md5_apply_frame_missing(const ap_md5_tokens *tokens);

/* Adds a frame. If the defect's number is 0, the frame has the next index; if 1, the index of the last frame; if 2, that of any
   frame. */
bool ap_md5_apply_frame_surplus(const ap_md5_tokens *tokens);

/* Sets a frame's index to the text: a number, "next", "before" or "count". */
bool ap_md5_apply_frame_index(const ap_md5_tokens *tokens);

/* Near miss: adds a frame to the header's count, the bounds and the frame blocks; if the defect's number is 1, deletes the last
   frame from all three. */
bool ap_md5_apply_one_frame_more_or_less(const ap_md5_tokens *tokens);

/* Swaps the indices of two neighbouring frames. */
bool ap_md5_apply_frame_indices_exchanged(const ap_md5_tokens *tokens);

/* Adds 1 to the index of each frame, so that indices count from 1. Only the first index then breaks the rule, since the others
   still increase by 1. */
bool ap_md5_apply_frame_index_from_1(const ap_md5_tokens *tokens);

/* Inserts a number before the value that the pattern names, or before the closing brace of the frame. */
bool ap_md5_apply_value_added(const ap_md5_tokens *tokens);

/* Deletes one value of a frame, or all values of the frame if the defect's number is 1. */
bool ap_md5_apply_values_removed(const ap_md5_tokens *tokens);

/* The functions of md5_apply_camera.c change camera paths. */
/* Sets an entry of cuts to the text: "count" (numFrames), "last" (numFrames - 1), "before" (the previous
   entry) or a number. ap_md5_apply_cuts_exchanged swaps two entries of cuts. */
bool ap_md5_apply_cut_value(const ap_md5_tokens *tokens);
bool ap_md5_apply_cuts_exchanged(const ap_md5_tokens *tokens);

/* Deletes the cuts, and all frames except the first. */
bool ap_md5_apply_single_frame(const ap_md5_tokens *tokens);

/* ap_md5_expect_wrong_num_frames expects the findings after numFrames of a camera path was set to `value`;
   ap_md5_expect_wrong_list_count expects those after the header's count of the entries of a section was set to `count`. */
bool ap_md5_expect_wrong_num_frames(const ap_md5_tokens *tokens, int32_t value);
bool ap_md5_expect_wrong_list_count(
    const ap_md5_tokens *tokens, size_t part, int32_t value, const char *rule);

/* The functions of md5_apply_near.c make near misses. */
/* Inserts blanks, or a minus sign if the defect's number is 1, before a token that equals the defect's text. The text "before"
   matches a parent index that refers to the previous joint; "all" matches a count of six components per joint. */
bool ap_md5_apply_minus_or_blanks_inserted(const ap_md5_tokens *tokens);

/* Near miss: deletes comments, and shortens the gap before each token to one line end or one space. Keeps an empty line after the
   header. */
bool ap_md5_apply_all_gaps_shortened(const ap_md5_tokens *tokens);

/* The functions of md5_apply_vectors.c change bounds and rotations. */
/* Sets x, y and z of an orientation in parentheses to the text, three numbers. (In an animation, the baseframe has parentheses,
   and the values of a frame have none.) */
bool ap_md5_apply_orientation_xyz(const ap_md5_tokens *tokens);

/* Sets x, y and z of a rotation in a frame to the defect's text, or only one of them if the defect's number is 1. */
bool ap_md5_apply_frame_rotation(const ap_md5_tokens *tokens);

/* Sets a minimum of the bounds to the text; near miss: to the maximum. */
bool ap_md5_apply_bounds_minimum(const ap_md5_tokens *tokens);

/* Swaps minimum and maximum of one frame's bounds. */
bool ap_md5_apply_bounds_swapped(const ap_md5_tokens *tokens);

/* Sets all bounds to zero; near miss: sets the last entry to the text, and all other bounds to zero. */
bool ap_md5_apply_zero_bounds(const ap_md5_tokens *tokens);

/* Sets all bounds to zero, and expects md5anim/bounds-zero. If `last` is not NULL, sets the last entry of the bounds to this text
   instead of zero, and expects no finding. */
bool ap_md5_set_bounds_to_zero(const ap_md5_tokens *tokens, const char *last);

/* The functions of md5_apply_boxes.c change bounds so that joints are outside. */
/* Moves the boxes far away from the joints, each box farther than the box before; near miss: all boxes except the first two. */
bool ap_md5_apply_all_boxes_far_away(const ap_md5_tokens *tokens);

/* Sets a minimum of the bounds to the maximum, on an axis on which the joints spread. */
bool ap_md5_apply_flat_box(const ap_md5_tokens *tokens);

/* The functions of md5_apply_mesh.c change an animation so that it does not fit its mesh. */
/* Moves a box to the text, a number, on one axis; near miss: raises a minimum by less than the rule's tolerance. */
bool ap_md5_apply_one_box_far_away(const ap_md5_tokens *tokens);

/* Makes all boxes far larger than the model that they must hold. */
bool ap_md5_apply_boxes_large(const ap_md5_tokens *tokens);

/* Sets x of the last joint's position to the defect's text; near miss: adds this number to x. Only for animations with one frame.
   */
bool ap_md5_apply_joint_far_away(const ap_md5_tokens *tokens);

/* Negates x, y and z of the rotations of frame 0, and sets all bounds to zero. Only for animations with one frame. */
bool ap_md5_apply_rotations_conjugated_and_bounds_zeroed(const ap_md5_tokens *tokens);

/* Makes bones of the baseframe as long as those of the mesh times the factor in the defect's text (md5_apply_scale.c). The
   defect's number says which: 0 all bones; 1 as many bones as the rule needs; 2 one bone fewer than the rule needs; 3 all bones
   of a skeleton with too few bones for the rule. */
bool ap_md5_apply_bone_scale(const ap_md5_tokens *tokens);

/* Returns true if setting a position token to `value` does not change whether the baseframe has another size
   than the mesh. Returns false when out of memory. */
bool ap_md5_does_value_keep_scale_finding(const ap_md5_tokens *tokens, size_t token, double value);

#endif
