/* Tests a .md5anim cut at every byte. The file is a list of tokens and blanks; the kind of a token determines the expected
   findings if the file ends inside or after the token. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/md5anim/md5anim.h"

/* The state of a file that ends after a token. INSIDE: reported as truncated; BETWEEN_FRAMES: reported as frame-missing;
   COMPLETE: not reported; UNCHANGED: the state after the token before. */
typedef enum state_at_end { UNCHANGED, INSIDE, BETWEEN_FRAMES, COMPLETE } state_at_end;

typedef enum token_kind {
    FIRST_WORD,
    VERSION,
    COMMANDLINE,
    KEY,
    SECTION,
    STRING,
    INTEGER, /* a signed integer */
    NUMBER,  /* a number that begins with a digit after a sign, or with a point */
    POINT,   /* a number that begins with a sign and a point */
    WHOLE,   /* still a valid token when cut */
    BLANKS,
    AT_JOINT,         /* a comment where a joint may follow */
    AT_VALUE,         /* a comment where a number may follow */
    AT_FRAME,         /* a comment where a frame may follow */
    AT_END,           /* a comment after the last frame */
    FRAME_MAY_FOLLOW, /* a } after which a frame may follow */
    LAST_BRACE
} token_kind;

static const struct {
    const char *cut;    /* rule with a finding that begins at a cut token; NULL: no finding */
    size_t most;        /* greatest length of a cut token for which rule `cut` has a finding; 0: any length */
    bool goes_on;       /* true if the end of the file is reported, too, after a finding of rule `cut` */
    state_at_end after; /* state of a file that ends after the complete token */
} kinds[] = {
    [FIRST_WORD] = { "version-missing", 0, false, INSIDE },
    [VERSION] = { "version", 0, true, INSIDE },
    [COMMANDLINE] = { "commandline", 0, false, INSIDE },
    [KEY] = { "header-key", 0, false, INSIDE },
    [SECTION] = { "unexpected-token", 0, false, INSIDE },
    [STRING] = { "string-unterminated", 0, false, INSIDE },
    [INTEGER] = { "integer", 1, true, INSIDE },
    [NUMBER] = { "number", 1, true, INSIDE },
    [POINT] = { "number", 2, true, INSIDE },
    [WHOLE] = { NULL, 0, true, INSIDE },
    [BLANKS] = { NULL, 0, true, UNCHANGED },
    [AT_JOINT] = { "joint-name-unquoted", 1, true, UNCHANGED },
    [AT_VALUE] = { "number", 1, true, UNCHANGED },
    [AT_FRAME] = { "unexpected-token", 1, false, UNCHANGED },
    [AT_END] = { "trailing-content", 1, false, UNCHANGED },
    [FRAME_MAY_FOLLOW] = { NULL, 0, true, BETWEEN_FRAMES },
    [LAST_BRACE] = { NULL, 0, true, COMPLETE },
};

typedef struct file_token {
    token_kind kind;
    const char *text;
} file_token;

static const file_token tokens[] = { { FIRST_WORD, "MD5Version" }, { BLANKS, " " }, { VERSION, "10" },
    { BLANKS, "\r\n" }, { COMMANDLINE, "commandline" }, { BLANKS, " " },
    { STRING, "\"-dir c:\\anims -rate 24 // \"" }, { BLANKS, "\n\n" }, { KEY, "numFrames" }, { BLANKS, "  " },
    { WHOLE, "2" }, { BLANKS, "\n" }, { KEY, "numJoints" }, { BLANKS, "\t" }, { WHOLE, "2" },
    { BLANKS, "\n" }, { KEY, "frameRate" }, { BLANKS, " " }, { WHOLE, "24" }, { BLANKS, "\n" },
    { KEY, "numAnimatedComponents" }, { BLANKS, " " }, { WHOLE, "7" }, { BLANKS, "\n\n" },
    { SECTION, "hierarchy" }, { BLANKS, " " }, { WHOLE, "{" }, { BLANKS, "\n\t" }, { STRING, "\"root\"" },
    { BLANKS, " " }, { INTEGER, "-1" }, { BLANKS, " " }, { WHOLE, "1" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, "\t" }, { AT_JOINT, "// ( Tx )" }, { BLANKS, "\n\t" }, { STRING, "\"hips\"" }, { BLANKS, " " },
    { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "63" }, { BLANKS, " " }, { WHOLE, "1" }, { BLANKS, "\n" },
    { WHOLE, "}" }, { BLANKS, "\n\n" }, { SECTION, "bounds" }, { BLANKS, " " }, { WHOLE, "{" },
    { BLANKS, "\n\t" }, { WHOLE, "(" }, { BLANKS, " " }, { NUMBER, "-1.5" }, { BLANKS, " " },
    { POINT, "-.5" }, { BLANKS, " " }, { NUMBER, "-0" }, { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, " " },
    { WHOLE, "(" }, { BLANKS, " " }, { WHOLE, "10.25" }, { BLANKS, " " }, { NUMBER, ".75" }, { BLANKS, " " },
    { WHOLE, "3." }, { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, "\n\t" }, { WHOLE, "(" }, { BLANKS, " " },
    { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " },
    { WHOLE, ")" }, { BLANKS, " " }, { WHOLE, "(" }, { BLANKS, " " }, { WHOLE, "1" }, { BLANKS, " " },
    { WHOLE, "1" }, { BLANKS, " " }, { WHOLE, "1" }, { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, "\n" },
    { WHOLE, "}" }, { BLANKS, "\n\n" }, { SECTION, "baseframe" }, { BLANKS, " " }, { WHOLE, "{" },
    { BLANKS, "\n\t" }, { WHOLE, "(" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, " " }, { WHOLE, "(" },
    { BLANKS, " " }, { NUMBER, "-0.5" }, { BLANKS, " " }, { WHOLE, "0.5" }, { BLANKS, " " }, { WHOLE, "0.5" },
    { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, "\n\t" }, { WHOLE, "(" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, ")" },
    { BLANKS, " " }, { WHOLE, "(" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, ")" }, { BLANKS, "\n" },
    { FRAME_MAY_FOLLOW, "}" }, { BLANKS, "\n\n" }, { SECTION, "frame" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, " " }, { WHOLE, "{" }, { BLANKS, "\n\t" }, { NUMBER, "-1.25" }, { BLANKS, "\n\t" },
    { WHOLE, "10" }, { BLANKS, " " }, { WHOLE, "11.5" }, { BLANKS, " " }, { NUMBER, ".125" }, { BLANKS, " " },
    { AT_VALUE, "// Qx Qy Qz" }, { BLANKS, "\r\n" }, { NUMBER, "-0.25" }, { BLANKS, " " }, { WHOLE, "0.5" },
    { BLANKS, " " }, { WHOLE, "0.25" }, { BLANKS, "\n" }, { FRAME_MAY_FOLLOW, "}" }, { BLANKS, "\n" },
    { AT_FRAME, "// one more" }, { BLANKS, "\n" }, { SECTION, "frame" }, { BLANKS, " " }, { WHOLE, "1" },
    { BLANKS, " " }, { WHOLE, "{" }, { BLANKS, "\n\t" }, { WHOLE, "1" }, { BLANKS, " " }, { WHOLE, "2" },
    { BLANKS, " " }, { WHOLE, "3" }, { BLANKS, " " }, { WHOLE, "4" }, { BLANKS, " " }, { WHOLE, "0" },
    { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, " " }, { WHOLE, "0" }, { BLANKS, "\n" }, { LAST_BRACE, "}" },
    { BLANKS, "\n" }, { AT_END, "// the end" }, { BLANKS, "\n" } };

enum { TOKENS = sizeof tokens / sizeof *tokens, MOST = 3 };

typedef struct wanted_findings {
    const char *rules[MOST];
    ap_span spans[MOST];
    size_t count;
} wanted_findings;

static void add_wanted_finding(wanted_findings *wanted, const char *rule, size_t offset, size_t length)
{
    wanted->rules[wanted->count] = rule;
    wanted->spans[wanted->count++] = (ap_span){ offset, length };
}

static void add_wanted_finding_at_end(wanted_findings *wanted, state_at_end end, size_t size)
{
    if (end == INSIDE)
        add_wanted_finding(wanted, "truncated", size, 0);
    else if (end == BETWEEN_FRAMES)
        add_wanted_finding(wanted, "frame-missing", size, 0);
}

/* frameRate cut after five bytes is the keyword frame, at which reading resumes. */
static bool is_cut_to_frame_keyword(const file_token *unfinished, size_t bytes)
{
    return strcmp(unfinished->text, "frameRate") == 0 && bytes == strlen("frame");
}

static state_at_end state_after_token(const file_token *last, state_at_end before)
{
    const state_at_end after = kinds[last->kind].after;
    return after == UNCHANGED ? before : after;
}

/* Returns the findings expected for a file that ends after `bytes` bytes of a token at `start`. `before` is the state of a file
   that ends before the token. */
static wanted_findings findings_wanted_after_cut(
    const file_token *unfinished, size_t start, size_t bytes, state_at_end before)
{
    wanted_findings wanted = { .count = 0 };
    const char *rule = kinds[unfinished->kind].cut;
    const size_t most = kinds[unfinished->kind].most;
    const bool broken = rule != NULL && (most == 0 || bytes <= most);
    if (broken)
        add_wanted_finding(&wanted, rule, start, bytes);
    if (unfinished->text[bytes - 1] == '\r') /* its LF is cut off */
        add_wanted_finding(&wanted, "encoding", start + bytes - 1, 1);
    if (!broken || kinds[unfinished->kind].goes_on || is_cut_to_frame_keyword(unfinished, bytes))
        add_wanted_finding_at_end(&wanted, state_after_token(unfinished, before), start + bytes);
    return wanted;
}

static void check_truncated_text(const char *text, size_t size, const wanted_findings *wanted)
{
    AT_END(lint_end) lint_run run;
    size_t count = 0;
    lint_begin(&run, &ap_md5anim_format, (ap_view){ (const uint8_t *)text, size }, NULL);
    for (const ap_finding *f = run.findings.first; f != NULL; f = f->next, count++) {
        cr_assert_lt(count, wanted->count, "cut at %zu: %s at %zu+%zu", size, f->rule->id, f->span.offset,
            f->span.length);
        cr_assert_str_eq(
            strchr(f->rule->id, '/') + 1, wanted->rules[count], "cut at %zu: %s", size, f->rule->id);
        cr_assert_eq(f->span.offset, wanted->spans[count].offset, "cut at %zu: %s", size, f->rule->id);
        cr_assert_eq(f->span.length, wanted->spans[count].length, "cut at %zu: %s", size, f->rule->id);
    }
    cr_assert_eq(count, wanted->count, "cut at byte %zu: %zu findings, but %zu are expected", size, count,
        wanted->count);
}

Test(md5anim_truncation, a_file_cut_at_any_byte_has_the_expected_findings)
{
    static char text[2000];
    size_t start = 0;
    state_at_end before = INSIDE;
    for (size_t i = 0; i < TOKENS; i++)
        strcat(text, tokens[i].text);
    check_truncated_text(text, 0, &(wanted_findings){ { "truncated" }, { { 0, 0 } }, 1 });
    for (size_t i = 0; i < TOKENS; i++) {
        const size_t length = strlen(tokens[i].text);
        for (size_t bytes = 1; bytes < length; bytes++) {
            wanted_findings wanted = findings_wanted_after_cut(&tokens[i], start, bytes, before);
            check_truncated_text(text, start + bytes, &wanted);
        }
        start += length;
        before = state_after_token(&tokens[i], before);
        wanted_findings wanted = { .count = 0 };
        add_wanted_finding_at_end(&wanted, before, start);
        check_truncated_text(text, start, &wanted);
    }
    cr_assert_eq(before, COMPLETE);
}
