/* What .md5anim, .md5mesh and .md5camera have in common: the header, lists, joints of those that have some, and how
   reading goes on after a fault.

   A stream reads or writes. One made by ap_text_init_writer writes: the same functions print what its fields say,
   and judge nothing. */
#ifndef AP_MD5_STREAM_H
#define AP_MD5_STREAM_H

#include "core/text/text_io.h"
#include "validators/md5/md5_kind.h"
#include "validators/md5/md5_table.h"
#include "validators/services/house/house.h"

/* The rules of tokens and values out of a format's table. */
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

/* The related place of what does not fit a count. */
#define AP_MD5_COUNT_LABEL "the count that the header says"

typedef struct ap_md5_joint {
    ap_view name;   /* into the input, without quotes */
    size_t name_at; /* offset of the name's token */
    size_t name_token_bytes;
    int32_t parent, flags, start_index; /* flags and start_index only in .md5anim */
    bool parent_known, flags_valid, start_known;
    ap_span parent_span, start_span;
} ap_md5_joint;

typedef struct ap_md5_joints {
    ap_md5_joint *items; /* in the arena */
    size_t count, capacity;
    size_t named;       /* count, or one more when the last entry broke after its name */
    size_t with_parent; /* joints whose parent was read: count, or one more */
    bool miscounted;    /* the section has another number of entries than the header says: reported */
    bool whole;         /* it was read to its end, and is not miscounted */
    bool sound;         /* no name, parent or number in it was malformed */
    size_t early;       /* joints with a parent that does not come before them */
    size_t later_roots; /* joints but the first with parent -1 */
    size_t second_root; /* the first of them */
    bool repeated;      /* two of them have one name */
} ap_md5_joints;

typedef enum ap_md5_lines_state {
    AP_MD5_LINES_BEFORE,
    AP_MD5_LINES_IN,
    AP_MD5_LINES_OVER
} ap_md5_lines_state;

/* The lines of the sections, as far as they were judged. */
typedef struct ap_md5_lines {
    ap_md5_lines_state state;
    bool held;       /* not judged before the end: the last of them may be behind */
    size_t start;    /* of what was not judged yet */
    size_t too_long; /* how many */
    ap_span first;   /* of them */
} ap_md5_lines;

typedef struct ap_md5_stream ap_md5_stream;

/* A section, whose keyword alone begins it. */
typedef struct ap_md5_section_row {
    const char *keyword;
    bool (*read)(ap_md5_stream *stream); /* its keyword is next; false when it broke, which was reported */
    int next;                            /* number of the section that is expected after it */
    const char *
        late; /* what was expected if the section is found only after the next one; NULL: that is said there */
} ap_md5_section_row;

/* Blocks: the last section of a format, which may be there any number of times. */
typedef struct ap_md5_blocks {
    const ap_text_integer *count; /* that the header says */
    size_t read;
} ap_md5_blocks;

enum { AP_MD5_SECTIONS = 4 /* of a format, at most */ };

/* What a format is known by. Lists of words end with NULL. */
typedef struct ap_md5_grammar {
    const char *extension;
    ap_md5_kind own;
    const ap_text_rules *text_rules;
    const ap_rule *rules; /* ap_md5anim_rules, ap_md5mesh_rules or ap_md5camera_rules */
    bool (*header)(
        ap_md5_stream *stream); /* reads or writes it; in writing, false when a value could not be written */
    const ap_md5_section_row *sections; /* in the order in which they belong */
    size_t section_count;
    ap_md5_blocks (*blocks)(const ap_md5_stream *stream); /* NULL: each section is there once */
    void (*missing)(ap_md5_stream *stream); /* reports that the file ends after too few blocks */
    void (*begin)(
        ap_md5_stream *stream, int kind); /* called before anything of a section is judged; may be NULL */
    bool repeats_hide_blocks;             /* a section that is there again may be one of blocks */
    const ap_rule *trailing;              /* something follows the end, */
    const char *last;                     /* which is that of the last "frame" */
    const char *joints_name;     /* the section's path: "hierarchy" or "joints"; NULL: there are no joints */
    const char *const *words;    /* that readers look for in the commandline */
    const char *const *evidence; /* one of them is enough to know a file without MD5Version */
} ap_md5_grammar;

struct ap_md5_stream {
    ap_text text; /* first: a layout is given the ap_text and casts it to the stream */
    const ap_md5_grammar *grammar;
    const ap_rule *rules; /* those of the grammar, as in the next; NULL in writing */
    const char *joints_name;
    bool ended;   /* reading is over: what is missing is not judged */
    bool foreign; /* the file is something else, or an unresolved merge: that is all to be said */
    bool resumed; /* the next section keyword was found after a fault */
    bool header_key_said;
    bool long_quaternion; /* a rotation that no w completes was found */
    size_t header_end;    /* offset after the value of the last key; 0 where that was not read */
    ap_md5_lines lines;
    const char *version;         /* a literal; NULL until it was read */
    ap_view commandline;         /* without quotes */
    ap_text_integer joint_count; /* of the header */
    ap_md5_joints joints;
    ap_token list_open;    /* the brace of the list at hand */
    const ap_house *house; /* NULL: none */
    bool no_simd;          /* numbers are read in the same way on every processor */
    double longest;        /* squared length of a rotation about which its rules have nothing to say */
    bool of_rotation; /* the finding being made is about a rotation, not about the first of its numbers */

    bool seen[AP_MD5_SECTIONS];  /* sections that were found */
    bool sound[AP_MD5_SECTIONS]; /* sections that were read to their end, and have no error */
    int expected;                /* the section that belongs next */
    bool misplaced_said;
    size_t blocks;       /* that began */
    bool blocks_broken;  /* a fault among them: they are not counted any more */
    bool index_is_right; /* take the next block's index as its place */
    size_t blocks_end;   /* the last brace of the last block, if it is not known how many there are; or 0 */
};

/* What became of reading the value of a header key. */
typedef enum ap_md5_header_step {
    AP_MD5_READ,  /* go on with the next key */
    AP_MD5_WRONG, /* another token than the value, reported: look for the next key */
    AP_MD5_STOP,  /* what follows is not for this reader */
} ap_md5_header_step;

/* One line of the header: its keyword, and what reads its value. */
typedef struct ap_md5_key {
    const char *word;
    const char *path; /* of the value */
    ap_md5_header_step (*read)(ap_md5_stream *stream, const char *path);
} ap_md5_key;

/* A reader at the start of the input; deals with byte order marks, with an input without a token and with one
   that is something else (reader->ended then). Everything stays the caller's. */
void ap_md5_begin(ap_md5_stream *stream, ap_view input, ap_findings *findings, const ap_md5_grammar *grammar);

/* Judges by what a house wants, too; NULL: nothing. Before anything is read. */
void ap_md5_obey(ap_md5_stream *stream, const ap_house *house);

/* When all was read: what can only be said of the whole file. */
void ap_md5_end(ap_md5_stream *stream);

/* Reads the header's keys in order; true. In writing, false when a value could not be written. */
bool ap_md5_header(ap_md5_stream *stream, const ap_md5_key *keys, size_t key_count);

/* The values that both headers have. */
ap_md5_header_step ap_md5_version(ap_md5_stream *stream, const char *path);
ap_md5_header_step ap_md5_commandline(ap_md5_stream *stream, const char *path);

/* What a header value may be: a range, with the rule that it breaks otherwise, and the least that each of
   as many things takes in the file (0: it counts nothing). */
typedef struct ap_md5_bounds {
    int64_t least, greatest;
    const ap_rule *range;
    size_t entry_bytes;
} ap_md5_bounds;

/* An integer; *value is known only when it is in order. One finding at most. */
ap_md5_header_step ap_md5_count(
    ap_md5_stream *stream, const char *path, ap_text_integer *value, const ap_md5_bounds *bounds);

/* numJoints, with joints of at least entry_bytes. */
ap_md5_header_step ap_md5_joint_count(ap_md5_stream *stream, const char *path, size_t entry_bytes);

/* The keyword of the first section is next: whether an empty line or more is before it. */
void ap_md5_judge_header_end(ap_md5_stream *stream);

/* A rate in frames a second: an integer, or a decimal fraction, which is a warning. */
typedef struct ap_md5_rate {
    ap_text_integer whole;
    ap_text_number fraction; /* sound when it is the rate */
} ap_md5_rate;

/* The rules that a format has for its rate. */
typedef struct ap_md5_rate_rules {
    const ap_rule *fraction, *range;
} ap_md5_rate_rules;

/* frameRate. */
ap_md5_header_step ap_md5_frame_rate(
    ap_md5_stream *stream, const char *path, ap_md5_rate *rate, const ap_md5_rate_rules *rules);

/* Once both were read: how long that many frames last, from the first to the last. */
void ap_md5_judge_duration(
    ap_md5_stream *stream, const ap_text_integer *frame_count, const ap_md5_rate *rate);

/* Returns a message about text that the canonical form keeps although readers fail on it; NULL if there is no such text. */
const char *ap_md5_kept(const ap_md5_stream *stream);

/* Judges lines: from that of byte `at` on; those that end before `end`; up to that of byte `at`, the last. */
void ap_md5_lines_begin(ap_md5_stream *stream, size_t at);
void ap_md5_lines_to(ap_md5_stream *stream, size_t end);
void ap_md5_lines_end(ap_md5_stream *stream, size_t at);

/* Reading is over: the rules over lines and blanks. */
void ap_md5_judge_lines(ap_md5_stream *stream);

/* Whether a section, or a block, that is read all the same begins with the token; NULL: none is. */
typedef bool ap_md5_begins(const ap_md5_stream *stream, ap_token token);

/* Directly after what may be the last block, where id's reader is done: whether a NUL (only if the blocks are
   `counted`), or a comment that it would end elsewhere than others, ends reading. Then lexer.at is there. */
bool ap_md5_ends_here(ap_md5_stream *stream, bool counted, ap_md5_begins *begins);

/* Reports all from byte `at` to the end as content after the last "frame", or what `last` says; ends reading. The token
   that was looked at, if any, begins there. */
void ap_md5_trailing_content(ap_md5_stream *stream, const ap_rule *rule, size_t at, const char *last);

/* Another token than the header key `word` is next: reported at that token, as the rule for this key. */
void ap_md5_wrong_key(ap_md5_stream *stream, const char *word, const char *path);

/* Skips in silence to key number `from` or a later one, and returns its number; or to the next section keyword,
   MD5Version, or the end, and returns key_count. Sets stream->ended at the latter two. */
size_t ap_md5_skip_to_key(ap_md5_stream *stream, const ap_md5_key *keys, size_t from, size_t key_count);

/* A section begins at the next token; afterwards, whether no error was found in it, whatever the policy says of
   errors. */
void ap_md5_watch(ap_md5_stream *stream);

static inline bool ap_md5_is_sound(const ap_md5_stream *stream)
{
    return stream->text.io.findings->watched_faults == 0;
}

/* Skips in silence to the next section keyword, MD5Version, or the end; sets reader->ended at the latter
   two. */
void ap_md5_recover(ap_md5_stream *stream);

/* Whether the next token, or another, is a section keyword; the section's number, or -1. */
int ap_md5_section(ap_md5_stream *stream);
int ap_md5_section_of(const ap_md5_stream *stream, ap_token token);

/* All sections, to the end; the header before them; both with what the options ask for, and what is known of the file. */
void ap_md5_sections(ap_md5_stream *stream);
void ap_md5_read(ap_md5_stream *stream);
void ap_md5_lint(ap_md5_stream *stream, const ap_lint_options *options, ap_lint_result *result);

/* For files that are read entry by entry, and are to have no error: whether none was found, and something is left; whether the
   section is next; after the last entry, whether what is left, which is read now, has no error. */
bool ap_md5_is_fine(const ap_md5_stream *stream);
bool ap_md5_is_next(ap_md5_stream *stream, int section);
bool ap_md5_is_fine_to_the_end(ap_md5_stream *stream);

/* A list of entries between braces, such as the hierarchy. */
typedef struct ap_md5_list {
    const char *name;    /* the list's path */
    ap_token_kind first; /* of an entry; AP_TOKEN_STRING stands for a string or a bare word, a joint's name */
    bool (*entry)(ap_md5_stream *stream, size_t index); /* the layout of entry number `index` */
    /* In reading: passes over entries in which there is nothing to find, from number `index` on and `most` of
       them, and returns how many they were; a line ends before each. NULL: there
       is no faster way than the layout. */
    size_t (*run)(ap_md5_stream *stream, size_t index, size_t most);
    const ap_rule *count_rule;
    ap_text_integer expected; /* how many entries the header says */
    const char *keyword;      /* of the section; NULL: as the path */
} ap_md5_list;

/* keyword { entry … }: the keyword is the next token; in writing, as many entries as are expected. *count is
   how many entries were read, *span reaches from brace to brace. False when the list broke (the finding is
   made). */
bool ap_md5_read_list(
    ap_md5_stream *stream, const ap_md5_list *list, size_t *count, ap_span *span) AP_MUST_USE;

/* For callers that pull entries one at a time: entry number `index`, before the first the keyword and its brace,
   after the last that is expected the closing brace. */
bool ap_md5_list_next(ap_md5_stream *stream, const ap_md5_list *list, size_t index) AP_MUST_USE;

/* The entries alone, up to a token that begins none: entries that begin with the bare word `word`, which their
   layout takes, or with list->first where that is NULL. False when an entry broke. The second function reports
   too few entries, at the token after them. */
bool ap_md5_list_entries(
    ap_md5_stream *stream, const ap_md5_list *list, const char *word, size_t *count) AP_MUST_USE;
void ap_md5_judge_shortage(ap_md5_stream *stream, const ap_md5_list *list, size_t count, ap_span end);

/* Whether a list that was read, whole or up to a fault, has another number of entries than the header
   says. */
static inline bool ap_md5_miscounted(const ap_md5_list *list, size_t count, bool whole)
{
    return list->expected.known
           && (count > (size_t)list->expected.value || (whole && count < (size_t)list->expected.value));
}

/* Reads the list of the joints, and says in reader->joints what became of it. */
bool ap_md5_read_joints(ap_md5_stream *stream, const ap_md5_list *list) AP_MUST_USE;

/* A joint's name and parent, with their rules; `joint` is the one that the section's next entry describes. */
bool ap_md5_name(ap_md5_stream *stream, ap_md5_joint *joint) AP_MUST_USE;
bool ap_md5_parent(ap_md5_stream *stream, ap_md5_joint *joint) AP_MUST_USE;

/* Room for one more joint at joints->items[joints->count]; NULL when memory has run out. */
ap_md5_joint *ap_md5_next_joint(ap_md5_stream *stream);

/* The rules over all joints: later roots, duplicate names, and where they are as many as they should be, the
   order of parents. */
void ap_md5_judge_joints(ap_md5_stream *stream);

/* The joints' names in their order, each after its length; nothing (size 0) where the section was not read whole, or
   memory has run out. */
ap_view ap_md5_joint_names(const ap_md5_joints *joints, ap_arena *arena);

/* Joints in messages. Writes `joint "hips"`: the name, escaped and cut as names in messages are, with the index before it if
   two joints have the name; `joint 3` if it has none. The joint must be one of joints->named. Returns the length, which is less
   than size. */
size_t ap_md5_joint_text(const ap_md5_joints *joints, size_t index, char *text, size_t size);

/* The same of a joint's name alone, in quotes. */
size_t ap_md5_name_text(const ap_md5_joint *joint, char *text, size_t size);

/* Adds the fields of the path from part `from` on, and `name` unless that is NULL, to a text of `used` bytes: ", position x".
   Returns the length of the whole; 0 if one of them has an index. */
size_t ap_md5_add_fields(
    const ap_path *path, size_t from, const char *name, char *text, size_t used, size_t size);

/* ap_io.subject: names the joint of an entry of the list of joints, and a frame by its number. */
size_t ap_md5_subject(ap_io *io, const char *name, char *text, size_t size);

/* The duplicates among the joints' names: reports each name that an earlier joint has. */
void ap_md5_judge_names(ap_md5_stream *stream);

/* x² + y² + z² of a rotation, and the most of it about which its rules have nothing to say. */
#define AP_MD5_LONGEST_ROUNDED (1 + 1e-5)

static inline double ap_md5_squared_length(const float xyz[3])
{
    const double x = (double)xyz[0], y = (double)xyz[1], z = (double)xyz[2];
    return x * x + y * y + z * z;
}

/* slow twin: ap_md5_judge_quaternion */
static inline bool ap_md5_quaternion_clean(const ap_md5_stream *stream, const float xyz[3])
{
    return ap_md5_squared_length(xyz) <= stream->longest;
}

/* The rules over the x, y, z of a rotation, with its span and field name. */
void ap_md5_judge_quaternion(ap_md5_stream *stream, const float xyz[3], ap_span span, const char *name);

#endif
