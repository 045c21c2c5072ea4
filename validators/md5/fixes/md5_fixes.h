/* What mends texts of the MD5 formats. A format takes the rows that it has rules for into its own list:

       static const ap_fixer fixers[] = {
           AP_MD5_TEXT_FIXERS(ap_md5anim_rules),
           AP_MD5_JOINT_FIXERS(ap_md5anim_rules),
           ...
           AP_MD5_FORM_FIXERS(ap_md5anim_rules, &form),
       };

   The rows of the form come last: the canonical form is for files without errors. Those of counts get the format's
   function: what a count must be is known to the format alone. */
#ifndef AP_MD5_FIXES_H
#define AP_MD5_FIXES_H

#include "core/text/lexer.h"
#include "validators/fixer.h"
#include "validators/md5/md5_table.h"

typedef void ap_md5_fix(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix);

/* Bytes and comments */
ap_md5_fix ap_md5_fix_encoding, ap_md5_fix_before_version, ap_md5_fix_keyword_comment,
    ap_md5_fix_comment_block, ap_md5_fix_comment_joined, ap_md5_fix_comment_slash;

/* Words */
ap_md5_fix ap_md5_fix_version_word, ap_md5_fix_version, ap_md5_fix_commandline_text, ap_md5_fix_unquoted,
    ap_md5_fix_decimal_comma, ap_md5_fix_number, ap_md5_fix_wraps, ap_md5_fix_integer, ap_md5_fix_root_parent;

/* Something after the end of the animation: a second copy of it, or what may be lost. */
ap_md5_fix ap_md5_fix_trailing;

/* The canonical form of the file, whole; with an ap_md5_form, once. Refused where the file has errors, and unless that is
   safe where it has comments other than those that exporters write beside a joint, or something after its end. */
ap_md5_fix ap_md5_fix_form;

typedef struct ap_md5_form {
    const char *joints; /* the section with joints; NULL: there is none */
    const ap_rule *trailing;
} ap_md5_form;

/* What a count of the header counts. */
typedef struct ap_md5_counted {
    const char *key;         /* "numFrames"; NULL ends a list of these */
    const char *section;     /* "camera" */
    ap_token_kind mark;      /* the tokens by which the section's entries are counted, */
    size_t marks_each;       /* so many an entry; 0: sections of that name are counted */
    const ap_rule *spelling; /* of a value that is not an integer */
} ap_md5_counted;

/* How many entries there are. False where their section is missing, there more than once, or not whole. */
bool ap_md5_count_entries(const ap_fix_job *job, const ap_md5_counted *what, size_t *count);

/* A count that cannot be right becomes that of the list, as long as that is whole, and the count not another one in odd
   spelling; any other integer is spelled plainly. With a list of ap_md5_counted. */
ap_md5_fix ap_md5_fix_count;

/* The keys of a header, and what the rest of the file proves of their values. */
typedef struct ap_md5_header_keys {
    const char *const
        *keys;           /* in order, after MD5Version; the first is commandline; ends with NULL, at most 8 */
    const char *section; /* the word after the header */
    /* Whether the rest of the file proves the value of key number `key`, which the header does not have. */
    bool (*proves)(const ap_fix_job *job, size_t key, size_t *value);
} ap_md5_header_keys;

/* The header with each key once, in its order and spelling. A commandline that is missing becomes an empty one. With
   ap_md5_header_keys, once. */
ap_md5_fix ap_md5_fix_header;

/* clang-format off */
#define AP_MD5_TEXT_FIXERS(rules)                                                                                    \
    { &(rules)[MD5_ENCODING], "writes plain text", false, true, .fix = ap_md5_fix_encoding },                        \
    { &(rules)[MD5_BEFORE_VERSION], "makes MD5Version the first word", false, false, .fix = ap_md5_fix_before_version }, \
    { &(rules)[MD5_VERSION_MISSING], "spells MD5Version as it is", false, true, .fix = ap_md5_fix_version_word },    \
    { &(rules)[MD5_VERSION], "spells the version 10", false, true, .fix = ap_md5_fix_version },                      \
    { &(rules)[MD5_KEYWORD_COMMENT], "puts a blank before the comment", false, false, .fix = ap_md5_fix_keyword_comment }, \
    { &(rules)[MD5_COMMENT_BLOCK_JOINED], "puts a blank after the comment", false, true, .fix = ap_md5_fix_comment_joined }, \
    { &(rules)[MD5_COMMENT_SLASH], "puts a blank in the place of the comment", false, false, .fix = ap_md5_fix_comment_slash }, \
    { &(rules)[MD5_COMMENT_BLOCK], "makes it a comment to the end of the line", false, false, .fix = ap_md5_fix_comment_block }, \
    { &(rules)[MD5_COMMANDLINE_LONG], "empties the commandline", false, false, .fix = ap_md5_fix_commandline_text }, \
    { &(rules)[MD5_COMMANDLINE_TEXT], "empties the commandline", false, false, .fix = ap_md5_fix_commandline_text }, \
    { &(rules)[MD5_DECIMAL_COMMA], "writes points for the commas", false, true, .fix = ap_md5_fix_decimal_comma },   \
    { &(rules)[MD5_NUMBER], "writes the number in plain decimal notation", false, true, .fix = ap_md5_fix_number },  \
    { &(rules)[MD5_NUMBER_WRAPS], "writes the number with a point", false, true, .fix = ap_md5_fix_wraps }
#define AP_MD5_JOINT_FIXERS(rules)                                                                                   \
    { &(rules)[MD5_JOINT_NAME_UNQUOTED], "puts the name in quotes", false, true, .fix = ap_md5_fix_unquoted },       \
    { &(rules)[MD5_ROOT_PARENT], "writes -1, as the first joint can have no parent", false, true, .fix = ap_md5_fix_root_parent }
#define AP_MD5_HEADER_FIXER(rule, header)                                                                            \
    { rule, "writes the header's keys in their order", false, true, .fix = ap_md5_fix_header, .with = (header), .once = true }
#define AP_MD5_HEADER_FIXERS(rules, header)                                                                          \
    AP_MD5_HEADER_FIXER(&(rules)[MD5_COMMANDLINE], header),                                                          \
    AP_MD5_HEADER_FIXER(&(rules)[MD5_HEADER_KEY], header)
#define AP_MD5_COUNT_FIXERS(rules, function, counts)                                                                 \
    { &(rules)[MD5_COUNT_EXCEEDS_FILE], "writes the count that the file has", false, true, function, counts, false }, \
    { &(rules)[MD5_INTEGER], "writes the integer in digits, a count as the file has it", false, true, function, counts, false }
#define AP_MD5_COUNT_FIXER(rule, things, counts)                                                                     \
    { rule, "writes how many " things " there are", false, true, .fix = ap_md5_fix_count, .with = counts }
#define AP_MD5_RATE_FIXER(rule)                                                                                      \
    { rule, "writes the whole number", false, false, .fix = ap_md5_fix_integer }
#define AP_MD5_TRAILING_FIXER(rule, last)                                                                            \
    { rule, "cuts off what follows the last " last, false, false, .fix = ap_md5_fix_trailing }
#define AP_MD5_FORM_FIXER(rule, form)                                                                                \
    { rule, "writes the canonical form", false, false, .fix = ap_md5_fix_form, .with = (form), .once = true }
#define AP_MD5_FORM_FIXERS(rules, form)                                                                              \
    AP_MD5_FORM_FIXER(&(rules)[MD5_LAYOUT], form),                                                                   \
    AP_MD5_FORM_FIXER(&(rules)[MD5_BLANK], form),                                                                    \
    AP_MD5_FORM_FIXER(&(rules)[MD5_LINE_LENGTH], form),                                                              \
    AP_MD5_FORM_FIXER(&(rules)[MD5_NUMBER_EXPONENT], form),                                                          \
    AP_MD5_FORM_FIXER(&(rules)[MD5_NUMBER_SIZE], form)
/* clang-format on */

#endif
