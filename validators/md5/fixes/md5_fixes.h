/* Functions that fix files of the MD5 formats. A format's list of fixers combines these rows with its own
   rows: static const ap_fixer fixers[] = { AP_MD5_TEXT_FIXERS(ap_md5anim_rules),
   AP_MD5_JOINT_FIXERS(ap_md5anim_rules), ... AP_MD5_FORM_FIXERS(ap_md5anim_rules, &form), }; The rows of the
   canonical form come last, because it needs a file without errors. The rows of counts take a function of the
   format, because only the format knows the right value of a count. */
#ifndef AP_MD5_FIXES_H
#define AP_MD5_FIXES_H

#include "core/text/lexer.h"
#include "validators/fixer.h"
#include "validators/md5/md5_table.h"

typedef void ap_md5_fix(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Fixes of the encoding and of comments. */
ap_md5_fix ap_md5_fix_byte_order_mark_cr_or_nul, ap_md5_fix_before_version, ap_md5_fix_by_inserting_blank,
    ap_md5_fix_comment_block, ap_md5_fix_by_blank;

/* Fixes of words and numbers. */
ap_md5_fix ap_md5_fix_version_word, ap_md5_fix_version, ap_md5_fix_by_emptying_commandline,
    ap_md5_fix_missing_quotes, ap_md5_fix_decimal_commas_to_end, ap_md5_fix_number,
    ap_md5_fix_by_appending_point, ap_md5_fix_integer, ap_md5_fix_root_parent;

/* Removes content after the end: a second copy of the file, or, with --unsafe, any content. */
ap_md5_fix ap_md5_fix_trailing_content;

/* Rewrites the whole file in its canonical form; needs an ap_md5_canonical_form_loss_checks. Refused if the file has errors.
   Unless --unsafe is given, also refused if content after the end, numbers that no joint uses, or a comment would be lost, except
   the comments that exporters generate for each joint. */
ap_md5_fix ap_md5_fix_by_canonical_form;

typedef struct ap_md5_canonical_form_loss_checks {
    const char *joints_section; /* keyword of the section with joints; NULL if the format has no joints */
    const ap_rule *trailing;
    /* returns true if the canonical form leaves out numbers of the frames, and when out of memory; NULL: it has all numbers */
    bool (*leaves_out_numbers)(const ap_fix_job *job);
} ap_md5_canonical_form_loss_checks;

/* Description of a count in the header. */
typedef struct ap_md5_header_count {
    const char *key;           /* "numFrames"; NULL ends a list of counts */
    const char *section;       /* the counted section: "camera" */
    ap_token_kind entry_token; /* kind of the tokens that are counted in the section */
    size_t
        tokens_per_entry; /* number of these tokens in each entry; 0 if the sections themselves are counted */
    const ap_rule *spelling; /* rule of a count that is not an integer */
} ap_md5_header_count;

/* Counts the entries. Returns false if the section is missing, is not closed, holds a brace or an incomplete entry,
   or occurs more than once. Sections that are counted themselves may occur more than once. */
bool ap_md5_count_entries(const ap_fix_job *job, const ap_md5_header_count *what, size_t *count);

/* Sets a wrong count to the number of entries, if the list is complete. Refused if the count is a
   misspelled integer that disagrees with the list. Any other integer of the file is written in digits.
   Needs a list of ap_md5_header_count. */
ap_md5_fix ap_md5_fix_count;

/* The keys of a header, and how the rest of the file gives their values. */
typedef struct ap_md5_header_keys {
    const char *const
        *keys;           /* words of the keys in their order, after MD5Version; the first is commandline; at
                            most 8, then NULL */
    const char *section; /* the first word after the header */
    /* Computes a missing value, of key number `key`, from the rest of the file. Returns false if that is
       not possible. */
    bool (*derive_value)(const ap_fix_job *job, size_t key, size_t *value);
} ap_md5_header_keys;

/* Writes each header key once, in the format's order and spelling. Adds an empty commandline if it is
   missing. Needs an ap_md5_header_keys. */
ap_md5_fix ap_md5_fix_header;

/* clang-format off */
#define AP_MD5_TEXT_FIXERS(rules)                                                                                    \
    { &(rules)[MD5_ENCODING], "writes plain text", false, true, .fix = ap_md5_fix_byte_order_mark_cr_or_nul }, \
    { &(rules)[MD5_BEFORE_VERSION], "makes MD5Version the first word", false, false, .fix = ap_md5_fix_before_version }, \
    { &(rules)[MD5_VERSION_MISSING], "spells MD5Version as it is", false, true, .fix = ap_md5_fix_version_word },    \
    { &(rules)[MD5_VERSION], "spells the version 10", false, true, .fix = ap_md5_fix_version },                      \
    { &(rules)[MD5_KEYWORD_COMMENT], "puts a blank before the comment", false, false, .fix = ap_md5_fix_by_inserting_blank }, \
    { &(rules)[MD5_COMMENT_BLOCK_JOINED], "puts a blank after the comment", false, true, .fix = ap_md5_fix_by_inserting_blank }, \
    { &(rules)[MD5_COMMENT_SLASH], "puts a blank in the place of the comment", false, false, .fix = ap_md5_fix_by_blank }, \
    { &(rules)[MD5_COMMENT_BLOCK], "makes it a comment to the end of the line", false, false, .fix = ap_md5_fix_comment_block }, \
    { &(rules)[MD5_COMMANDLINE_LONG], "empties the commandline", false, false, .fix = ap_md5_fix_by_emptying_commandline }, \
    { &(rules)[MD5_COMMANDLINE_TEXT], "empties the commandline", false, false, .fix = ap_md5_fix_by_emptying_commandline }, \
    { &(rules)[MD5_DECIMAL_COMMA], "writes points for the commas", false, true, .fix = ap_md5_fix_decimal_commas_to_end },   \
    { &(rules)[MD5_NUMBER], "writes the number in plain decimal notation", false, true, .fix = ap_md5_fix_number },  \
    { &(rules)[MD5_NUMBER_WRAPS], "writes the number with a point", false, true, .fix = ap_md5_fix_by_appending_point }
#define AP_MD5_JOINT_FIXERS(rules)                                                                                   \
    { &(rules)[MD5_JOINT_NAME_UNQUOTED], "puts the name in quotes", false, true, .fix = ap_md5_fix_missing_quotes },       \
    { &(rules)[MD5_ROOT_PARENT], "writes -1, as the first joint can have no parent", false, true, .fix = ap_md5_fix_root_parent }
#define AP_MD5_HEADER_FIXER(rule, header)                                                                            \
    { rule, "writes the header's keys in their order", false, true, .fix = ap_md5_fix_header, .with = (header), .once = true }
#define AP_MD5_HEADER_FIXERS(rules, header)                                                                          \
    AP_MD5_HEADER_FIXER(&(rules)[MD5_COMMANDLINE], header),                                                          \
    AP_MD5_HEADER_FIXER(&(rules)[MD5_HEADER_KEY], header)
#define AP_MD5_COUNT_FIXERS(rules, function, counts)                                                                 \
    { &(rules)[MD5_COUNT_EXCEEDS_FILE], "writes the actual number of entries as the count", false, true,                \
        .fix = function, .with = counts },                                                                               \
    { &(rules)[MD5_INTEGER], "writes the integer in digits; a count gets the actual number", false, true,                \
        .fix = function, .with = counts }
#define AP_MD5_COUNT_FIXER(rule, things, counts)                                                                     \
    { rule, "writes how many " things " there are", false, true, .fix = ap_md5_fix_count, .with = counts }
#define AP_MD5_RATE_FIXER(rule)                                                                                      \
    { rule, "writes the whole number", false, false, .fix = ap_md5_fix_integer }
#define AP_MD5_TRAILING_FIXER(rule, last)                                                                            \
    { rule, "cuts off what follows the last " last, false, false, .fix = ap_md5_fix_trailing_content }
#define AP_MD5_FORM_FIXER(rule, form)                                                                                \
    { rule, "writes the canonical form", false, false, .fix = ap_md5_fix_by_canonical_form, .with = (form), .once = true }
#define AP_MD5_FORM_FIXERS(rules, form)                                                                              \
    AP_MD5_FORM_FIXER(&(rules)[MD5_LAYOUT], form),                                                                   \
    AP_MD5_FORM_FIXER(&(rules)[MD5_BLANK], form),                                                                    \
    AP_MD5_FORM_FIXER(&(rules)[MD5_LINE_LENGTH], form),                                                              \
    AP_MD5_FORM_FIXER(&(rules)[MD5_NUMBER_EXPONENT], form),                                                          \
    AP_MD5_FORM_FIXER(&(rules)[MD5_NUMBER_SIZE], form)
/* clang-format on */

#endif
