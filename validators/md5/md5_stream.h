/* Shared parts of the readers and writers of .md5anim, .md5mesh and .md5camera: the header, lists, joints,
   and recovery after a fault. A stream reads or writes. After ap_text_init_writer it writes: the functions
   that read then print the fields, and check nothing. */
#ifndef AP_MD5_STREAM_H
#define AP_MD5_STREAM_H

#include "core/text/text_io.h"
#include "validators/md5/md5_kind.h"
#include "validators/md5/md5_quaternion.h"
#include "validators/md5/md5_table.h"
#include "validators/services/policy/policy.h"

/* Initialises ap_text_rules with the rules of tokens and values from a format's table. */
#define AP_MD5_TEXT_RULES(table, words)                                                                      \
    {                                                                                                        \
        .lexer = { .encoding = &(table)[MD5_ENCODING],                                                       \
            .comment_block = &(table)[MD5_COMMENT_BLOCK],                                                    \
            .comment_block_joined = &(table)[MD5_COMMENT_BLOCK_JOINED],                                      \
            .comment_unterminated = &(table)[MD5_COMMENT_UNTERMINATED],                                      \
            .comment_slash = &(table)[MD5_COMMENT_SLASH],                                                    \
            .keyword_comment = &(table)[MD5_KEYWORD_COMMENT],                                                \
            .comment_touching = &(table)[MD5_LAYOUT],                                                        \
            .keywords = (words) },                                                                           \
        .truncated = &(table)[MD5_TRUNCATED], .unexpected_token = &(table)[MD5_UNEXPECTED_TOKEN],            \
        .string_unterminated = &(table)[MD5_STRING_UNTERMINATED], .integer = &(table)[MD5_INTEGER],          \
        .decimal_comma = &(table)[MD5_DECIMAL_COMMA], .number = &(table)[MD5_NUMBER],                        \
        .number_range = &(table)[MD5_NUMBER_RANGE], .number_exponent = &(table)[MD5_NUMBER_EXPONENT],        \
        .number_wraps = &(table)[MD5_NUMBER_WRAPS], .number_size = &(table)[MD5_NUMBER_SIZE],                \
        .blank = &(table)[MD5_BLANK], .line_length = &(table)[MD5_LINE_LENGTH],                              \
        .spacing = &(table)[MD5_LAYOUT], .keywords = (words)                                                 \
    }

/* Text for the related position (the count) in findings about a wrong number of entries. */
#define AP_MD5_COUNT_LABEL "the count that the header says"

typedef struct ap_md5_joint_entry {
    ap_view name;   /* view of the input, without quotes */
    size_t name_at; /* offset of the name's token in the input */
    size_t name_token_bytes;
    int32_t parent, flags, start_index; /* flags and start_index: only in .md5anim */
    bool parent_known, flags_valid, start_known;
    ap_span parent_span, start_span;
} ap_md5_joint_entry;

typedef struct ap_md5_joints {
    ap_md5_joint_entry *items; /* owned by the arena */
    size_t count, capacity;
    /* numbers of joints with a name and with a parent: `count`, or 1 more if the last entry broke off after it */
    size_t named, with_parent;
    bool miscounted;      /* the number of joints in the section is not the header's, which was reported */
    bool complete;        /* the section was read to its end and is not miscounted */
    size_t later_parents; /* number of joints with a parent that does not come before them */
    size_t later_roots;   /* number of joints other than the first with parent -1 */
    size_t second_root;   /* index of the first joint that later_roots counts */
    bool has_duplicate_names; /* at least two joints have the same name */
    const uint32_t *by_name;  /* indices of the joints, sorted by name, in the arena; NULL until
                                ap_md5_sort_names_and_report_duplicates, and for fewer than two joints */
} ap_md5_joints;

typedef enum ap_md5_line_length_check_state {
    AP_MD5_LINES_BEFORE,
    AP_MD5_LINES_IN,
    AP_MD5_LINES_OVER
} ap_md5_line_length_check_state;

/* Progress of the check of line lengths, which covers the lines of the sections. */
typedef struct ap_md5_line_length_check {
    ap_md5_line_length_check_state state;
    /* lines are checked only after reading: if the number of blocks is unknown, the last block may have been read */
    bool wait_for_end;
    size_t start;    /* offset of the first unchecked line */
    size_t too_long; /* number of lines that are too long */
    ap_span first;   /* the first line that is too long */
} ap_md5_line_length_check;

typedef struct ap_md5_stream ap_md5_stream;

/* A section of a format. Every section begins with its keyword. */
typedef struct ap_md5_section_with_successor {
    const char *keyword;
    /* reads the section, beginning with its keyword; returns false if the section broke off, which was reported */
    bool (*read)(ap_md5_stream *stream);
    int next_section; /* index in ap_md5_grammar.sections of the section that is expected after this section */
    /* expected text of the finding if the section comes after its successor: "cuts before camera"; NULL: no such finding */
    const char *late_text;
} ap_md5_section_with_successor;

/* Numbers of blocks (frames or meshes). They are the last kind of section, and may occur any number of times. */
typedef struct ap_md5_block_counts {
    const ap_text_integer *in_header; /* the header's count of blocks */
    size_t read;                      /* number of blocks read so far */
} ap_md5_block_counts;

enum { AP_MD5_SECTIONS = 4 /* most sections that a format has */ };

/* Description of a format. Lists of words end with NULL. */
typedef struct ap_md5_grammar {
    const char *extension;
    ap_md5_kind kind;
    const ap_text_rules *text_rules;
    const ap_rule *rules; /* ap_md5anim_rules, ap_md5mesh_rules or ap_md5camera_rules */
    /* reads or writes the header; when writing, returns false if a value could not be written */
    bool (*header)(ap_md5_stream *stream);
    const ap_md5_section_with_successor *sections; /* the sections, in the order of the format */
    size_t section_count;
    ap_md5_block_counts (*blocks)(const ap_md5_stream *stream); /* NULL if each section occurs once */
    void (*report_missing_blocks)(ap_md5_stream *stream); /* called if the file ends after too few blocks */
    /* called before the section number `section` is checked; may be NULL */
    void (*before_section)(ap_md5_stream *stream, int section);
    /* Corrects and reports counts of the header that disagree with at least two sections. Called before a count is reported as
       wrong, and before a misplaced section is read. NULL if no count can be outvoted. */
    void (*correct_counts)(ap_md5_stream *stream);
    bool repeats_hide_blocks; /* a section that occurs a second time may be a damaged block */
    const ap_rule *trailing;  /* rule for content after the end */
    const char *last_part;    /* name of the last part of a file in the message about content after the
                                    end: "frame" */
    const char *joints_name;  /* path of the section with joints, "hierarchy" or "joints"; NULL if the
                                    format has no joints */
    const char *const *commandline_words; /* keywords that some readers find in the commandline too */
    const char *const *format_words; /* any of these identifies the format of a file without MD5Version */
} ap_md5_grammar;

struct ap_md5_stream {
    ap_text text; /* must be the first member: pointers to it are cast to ap_md5_stream * */
    const ap_md5_grammar *grammar;
    const ap_rule *rules; /* copied from the grammar, like joints_name; NULL when writing */
    const char *joints_name;
    bool ended;      /* reading has ended: at the end, at trailing content, or where the rest is unreadable */
    bool other_type; /* the file is of another type or holds a merge conflict; no other finding is reported */
    bool resumed;    /* after a fault the reader skipped to a keyword, which it has not read yet */
    bool header_key_reported;
    ap_md5_long_quaternion_count_and_first long_quaternions;
    size_t header_end; /* offset after the value of the last header key; 0 if the last value was not read */
    ap_md5_line_length_check lines;
    const char *version; /* version of the file, a string literal; NULL if it is unknown or not read yet */
    ap_view commandline; /* view of the input, without quotes */
    ap_text_integer joint_count; /* numJoints of the header */
    ap_md5_joints joints;
    ap_token list_open;      /* opening brace of the list that is being read */
    const ap_policy *policy; /* project policy; NULL if the project has none */
    bool no_simd; /* never use SIMD, so that numbers are read by the same code on every processor */
    double most_squared_length; /* greatest squared length of x y z of a rotation that gets no finding */
    bool of_rotation;           /* the current finding is about a whole rotation, not only its first number */

    bool seen[AP_MD5_SECTIONS];  /* true for each section that was found */
    bool valid[AP_MD5_SECTIONS]; /* true for each section that was read to its end without errors */
    int expected_section;        /* index in grammar->sections of the section that should come next */
    bool misplaced_reported;
    size_t blocks;      /* number of blocks that began */
    bool blocks_broken; /* `blocks` may be too few, because text skipped after a fault may hold blocks */
    /* the position of the next block is taken from the index in the block, not from the number of blocks read */
    bool takes_position_from_index;
    /* offset of the closing brace of the block read last; 0 if that block broke off, or if the number of blocks is known */
    size_t blocks_end;
};

/* The result of reading the value of a header key. */
typedef enum ap_md5_step_after_header_value {
    AP_MD5_VALUE_READ, /* go on with the next key */
    /* a token other than the value was found and reported; the caller skips to the next key */
    AP_MD5_VALUE_WRONG,
    AP_MD5_STOP_READING, /* the rest of the file cannot be read; the caller stops */
} ap_md5_step_after_header_value;

/* A key of the header, and the function that reads or writes its value. */
typedef struct ap_md5_header_key {
    const char *word;
    const char *path; /* path of the value in findings */
    ap_md5_step_after_header_value (*read_or_write)(ap_md5_stream *stream, const char *path);
} ap_md5_header_key;

/* Initialises a stream that reads the input. Reports a byte order mark, an input that is empty or ends inside
   MD5Version, UTF-16, and an input of another type; sets stream->ended for all but a UTF-8 byte order mark. The
   caller keeps ownership of all arguments. */
void ap_md5_begin_reading_and_check_type(
    ap_md5_stream *stream, ap_view input, ap_findings *findings, const ap_md5_grammar *grammar);

/* Makes the stream check the project policy too; NULL if there is no policy. Must be called before reading. */
void ap_md5_set_policy_and_length_tolerance(ap_md5_stream *stream, const ap_policy *policy);

/* Called after reading. Reports long lines, unusual blanks, long quaternions and decimal commas, or only a merge conflict. */
void ap_md5_check_file_after_reading(ap_md5_stream *stream);

/* Reads or writes the header's keys in order. Returns true when reading; when writing, false if a value could not be written. */
bool ap_md5_read_or_write_header(ap_md5_stream *stream, const ap_md5_header_key *keys, size_t key_count);

/* Read or write the header values that all formats have. */
ap_md5_step_after_header_value ap_md5_read_or_write_version(ap_md5_stream *stream, const char *path);
ap_md5_step_after_header_value ap_md5_read_or_write_commandline(ap_md5_stream *stream, const char *path);

/* Limits of an integer in the header. */
typedef struct ap_md5_integer_limits {
    int64_t least, greatest;
    const ap_rule *range; /* rule for values out of the range */
    const char *why;      /* reason for the range, for messages: "an animation needs at least one frame" */
    size_t entry_bytes;   /* least bytes of each counted entry in the file; 0 if the value is not a count */
} ap_md5_integer_limits;

/* Reads or writes an integer of the header. ap_md5_check_count checks an integer that was read: if it is outside its limits or
   too large for the file, and the sections do not correct it, reports one finding and sets value->known to false. */
ap_md5_step_after_header_value ap_md5_read_or_write_count(
    ap_md5_stream *stream, const char *path, ap_text_integer *value, const ap_md5_integer_limits *bounds);
void ap_md5_check_count(
    ap_md5_stream *stream, const char *path, ap_text_integer *value, const ap_md5_integer_limits *bounds);
/* Calls grammar->correct_counts if the format has such a function. */
void ap_md5_correct_and_report_header_counts(ap_md5_stream *stream);

/* Reads or writes numJoints. A joint takes at least entry_bytes in the file. */
ap_md5_step_after_header_value ap_md5_read_or_write_joint_count(
    ap_md5_stream *stream, const char *path, size_t entry_bytes);

/* Reports a numJoints that exceeds the limit of some readers. */
void ap_md5_check_joint_count_fits_8_bits(ap_md5_stream *stream);

/* Reports a header with only one LF or CR before the keyword of the first section, which must be the next token. */
void ap_md5_check_empty_line_after_header(ap_md5_stream *stream);

/* A rate in frames per second: an integer, or a decimal fraction, for which a warning is reported. */
typedef struct ap_md5_integer_or_fractional_rate {
    ap_text_integer integer;
    ap_text_number fraction; /* fraction.valid is true if the rate is a fraction */
} ap_md5_integer_or_fractional_rate;

/* A format's rules for its frame rate. */
typedef struct ap_md5_rate_rules {
    const ap_rule *fraction, *range;
} ap_md5_rate_rules;

/* Reads or writes frameRate. */
ap_md5_step_after_header_value ap_md5_read_or_write_rate(ap_md5_stream *stream, const char *path,
    ap_md5_integer_or_fractional_rate *rate, const ap_md5_rate_rules *rules);

/* Checks the duration, from the first frame to the last, against the policy, if the policy, frame count and rate are known. */
void ap_md5_check_duration_by_policy(
    ap_md5_stream *stream, const ap_text_integer *frame_count, const ap_md5_integer_or_fractional_rate *rate);

/* Returns a message about text that the canonical form keeps although readers fail on it; NULL without such text. */
const char *ap_md5_remark_on_kept_text_or_null(const ap_md5_stream *stream);

/* Check the lengths of lines. ap_md5_begin_line_length_checks starts at the line of byte `at`,
   ap_md5_check_line_lengths_up_to checks the lines before `end`, and the line of `end` as far as that byte;
   ap_md5_end_line_length_checks checks up to and including the line of byte `at`. */
void ap_md5_begin_line_length_checks(ap_md5_stream *stream, size_t at);
void ap_md5_check_line_lengths_up_to(ap_md5_stream *stream, size_t end);
void ap_md5_end_line_length_checks(ap_md5_stream *stream, size_t at);

/* Ends the checks of lines, and reports long lines and unusual blanks. Called after reading. */
void ap_md5_report_long_lines_and_blanks(ap_md5_stream *stream);

/* Returns true if the token begins a section or a block that is read even after the last expected section. A parameter of this
   type is NULL if the format has no such section. */
typedef bool ap_md5_is_start_of_readable_section(const ap_md5_stream *stream, ap_token token);

/* Called directly after what may be the last section, where id's reader stops. Returns true if reading ends here: at a NUL (only
   if the number of blocks is known: `counted`), or at a comment that readers end at different bytes. Then moves the lexer to that
   byte or comment. If it returns false, moves the lexer to the next token if `counted` and no section begins there. */
bool ap_md5_move_to_stop_after_last_section(
    ap_md5_stream *stream, bool counted, ap_md5_is_start_of_readable_section *is_start);

/* Reports the bytes from `at` to the end of the file as content after the last part of the file, which `last`
   names ("frame"), and ends reading. If a token was peeked, it must begin at `at`. */
void ap_md5_report_trailing_and_end(ap_md5_stream *stream, const ap_rule *rule, size_t at, const char *last);

/* Reports that the next token is not the expected header key `word`; after commandline, only the first time in a file. */
void ap_md5_report_wrong_key(ap_md5_stream *stream, const char *word, const char *path);

/* Skips tokens without findings until a key numbered `from` or higher, and returns its number. Returns
   key_count if a section keyword, a second MD5Version or the end of the file comes first; sets
   stream->ended for the last two. Always sets stream->resumed. */
size_t ap_md5_skip_to_key_or_section(
    ap_md5_stream *stream, const ap_md5_header_key *keys, size_t from, size_t key_count);

/* ap_md5_watch_errors_of_section marks the next token as the start of a section. ap_md5_has_section_no_error returns true if no
   error was found since then, whatever severity the rules are set to. */
void ap_md5_watch_errors_of_section(ap_md5_stream *stream);

static inline bool ap_md5_has_section_no_error(const ap_md5_stream *stream)
{
    return stream->text.io.findings->watched_faults == 0;
}

/* Skips tokens without findings until a section keyword, a second MD5Version or the end of the file. Sets stream->ended for the
   last two, and stream->resumed. Does nothing when out of memory. */
void ap_md5_skip_to_section(ap_md5_stream *stream);

/* Return the number of the section that the next or the given token is the keyword of; -1 if it is not one. */
int ap_md5_next_section_number(ap_md5_stream *stream);
int ap_md5_section_number_of_token(const ap_md5_stream *stream, ap_token token);

/* ap_md5_read_sections reads all sections to the end of the file. ap_md5_read_file reads the header first.
   ap_md5_lint_file reads the whole file with the given options, and fills in *result by ap_md5_fill_version_and_kept_reason. */
void ap_md5_read_sections(ap_md5_stream *stream);
void ap_md5_read_file(ap_md5_stream *stream);
void ap_md5_fill_version_and_kept_reason(const ap_md5_stream *stream, ap_lint_result *result);
void ap_md5_lint_file(ap_md5_stream *stream, const ap_lint_options *options, ap_lint_result *result);

/* Helpers for reading, entry by entry, a file that must have no errors. ap_md5_is_reading_without_error returns true if no error
   was found and reading has not ended; ap_md5_is_section_next_without_error also requires that the given section is next.
   ap_md5_read_to_end_without_error reads the rest after the last entry, and returns true if the file has no error. */
bool ap_md5_is_reading_without_error(const ap_md5_stream *stream);
bool ap_md5_is_section_next_without_error(ap_md5_stream *stream, int section);
bool ap_md5_read_to_end_without_error(ap_md5_stream *stream);

/* A list of entries between braces, such as the hierarchy. */
typedef struct ap_md5_list {
    const char *name;         /* path of the list in findings */
    ap_token_kind first_kind; /* of the first token of an entry; AP_TOKEN_STRING allows a bare word too */
    bool (*read_or_write_entry)(ap_md5_stream *stream, size_t index); /* `index`: number of the entry */
    /* When reading: reads up to `most` entries from number `index` on, each after a line end, and stops
       before an entry that could have a finding. Returns the number of entries read. NULL if the format has
       no faster way than `read_or_write_entry`. */
    size_t (*read_many)(ap_md5_stream *stream, size_t index, size_t most);
    const ap_rule *count_rule;
    const ap_text_integer *expected_count; /* number of entries in the header, or before a list of a mesh */
    const char *keyword;                   /* keyword of the section; NULL if it equals `name` */
    /* key of the count, such as numFrames, for messages about a wrong number of entries; NULL: the messages name the header or
       the count before the list instead */
    const char *count_key;
} ap_md5_list;

/* Reads or writes "keyword { entry … }". When reading, the keyword must be the next token; when writing,
   the expected number of entries is written. Sets *count to the number of entries, and *span to the text
   from brace to brace. Returns false if the list broke off, which was reported. */
bool ap_md5_read_or_write_list(
    ap_md5_stream *stream, const ap_md5_list *list, size_t *count, ap_span *span) AP_MUST_USE;

/* Reads or writes entry number `index`, and also the keyword and the opening brace before the first entry, and the closing brace
   after the last expected entry. For callers that take one entry at a time. Returns false if the list broke off. */
bool ap_md5_read_or_write_entry_and_list_braces(
    ap_md5_stream *stream, const ap_md5_list *list, size_t index) AP_MUST_USE;

/* ap_md5_read_or_write_list_entries reads entries until a token that cannot begin one. Entries begin with the bare word
   `word`, which list->read_or_write_entry reads, or with a token of kind list->first_kind if `word` is NULL. Returns false if
   an entry broke off. ap_md5_report_missing_entries reports too few entries, at the token after them. */
bool ap_md5_read_or_write_list_entries(
    ap_md5_stream *stream, const ap_md5_list *list, const char *word, size_t *count) AP_MUST_USE;
void ap_md5_report_missing_entries(ap_md5_stream *stream, const ap_md5_list *list, size_t count, ap_span end);

/* Returns true if the list has more entries than its count, if known, or fewer although it was read to its end (`complete`). */
static inline bool ap_md5_has_surplus_or_missing_entries(const ap_md5_list *list, size_t count, bool complete)
{
    return list->expected_count->known
           && (count > (size_t)list->expected_count->value
               || (complete && count < (size_t)list->expected_count->value));
}

/* Reads the list of joints into stream->joints, or writes it. Returns false if the list broke off, which was reported. */
bool ap_md5_read_or_write_joints_of_any_count(ap_md5_stream *stream, const ap_md5_list *list) AP_MUST_USE;

/* Read or write the name and the parent of a joint, and check the value read. `joint` is the next joint of the section. Return
   false after a token that does not fit, which was reported. */
bool ap_md5_read_or_write_joint_name(ap_md5_stream *stream, ap_md5_joint_entry *joint) AP_MUST_USE;
bool ap_md5_read_or_write_parent(ap_md5_stream *stream, ap_md5_joint_entry *joint) AP_MUST_USE;

/* Makes room for the joint joints->items[joints->count] and returns it, without counting it; NULL when out of memory. */
ap_md5_joint_entry *ap_md5_make_room_for_joint(ap_md5_stream *stream);

/* Checks the joints together, after all were read: the first joint's parent, other joints without a parent,
   duplicate names and, unless the number of joints is wrong, that parents come before their children. */
void ap_md5_check_joints(ap_md5_stream *stream);

/* Returns the joints' names in order, each preceded by its length as a size_t. Returns size 0 if the
   section was not read completely, or when out of memory. */
ap_view ap_md5_pack_joint_names_if_complete(const ap_md5_joints *joints, ap_arena *arena);

/* Returns the number of names in a result of ap_md5_pack_joint_names_if_complete. */
size_t ap_md5_count_packed_names(ap_view names);

/* Writes a joint's name for messages, as in `joint "hips"`: escaped and cut like all names in messages,
   with the index before the name if any two joints of the file share a name; `joint 3` if the name is empty.
   `index` must be less than joints->named. Returns the length, which is less than `size`. */
size_t ap_md5_put_joint_name_or_index(const ap_md5_joints *joints, size_t index, char *text, size_t size);

/* Like ap_md5_put_joint_name_or_index, but writes only the name, in quotes. */
size_t ap_md5_put_quoted_joint_name(const ap_md5_joint_entry *joint, char *text, size_t size);

/* Appends field names to a text of `used` bytes: the parts of the path from number `from` on, then `name` unless it is NULL, as
   in ", position x". The parts must have no index. Returns the new length of the text. */
size_t ap_md5_append_field_names(
    const ap_field_path *path, size_t from, const char *name, char *text, size_t used, size_t size);

/* Implements ap_io.subject: in messages, an entry of the list of joints is named after its joint, a frame by its number. */
size_t ap_md5_put_message_subject(ap_io *io, const char *name, char *text, size_t size);

/* Sorts the joints by name into joints->by_name, and reports each joint that has the name of an earlier joint. */
void ap_md5_sort_names_and_report_duplicates(ap_md5_stream *stream);

/* Returns true if a joint has the name. Called after ap_md5_sort_names_and_report_duplicates. */
bool ap_md5_has_joint_named(const ap_md5_stream *stream, ap_view name);

/* Fast path of ap_md5_check_quaternion. */
static inline bool ap_md5_is_quaternion_clean(const ap_md5_stream *stream, const float xyz[3])
{
    return ap_md5_squared_xyz_length(xyz) <= stream->most_squared_length;
}

#endif
