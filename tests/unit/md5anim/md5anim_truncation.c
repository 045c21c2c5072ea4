/* A .md5anim cut at every byte. What has to be found is worked out from the pieces of the file, each with
   what the page says of an end inside it and after it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/lint_case.h"
#include "validators/md5anim/md5anim.h"

/* What an end of the file after a piece is. */
typedef enum end_kind { SAME, INSIDE, BETWEEN_FRAMES, COMPLETE } end_kind;

typedef enum piece_kind {
    FIRST_WORD,
    VERSION,
    COMMANDLINE,
    KEY,
    SECTION,
    STRING,
    INTEGER, /* with a sign */
    NUMBER,  /* with a sign or a point before */
    POINT,   /* with both */
    WHOLE,   /* another token of its kind when it is cut */
    BLANKS,
    AT_JOINT, /* a comment where a joint may be */
    AT_VALUE, /* where a number may be */
    AT_FRAME,
    AT_END,
    FRAME_MAY_FOLLOW, /* a brace */
    LAST_BRACE
} piece_kind;

static const struct {
    const char *cut; /* the rule that an unfinished piece breaks, from its first byte on; NULL: none */
    size_t most;     /* with at most so many bytes of it; 0: however many */
    bool goes_on;    /* the end of the file is reported too */
    end_kind after;
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
    [BLANKS] = { NULL, 0, true, SAME },
    [AT_JOINT] = { "joint-name-unquoted", 1, true, SAME },
    [AT_VALUE] = { "number", 1, true, SAME },
    [AT_FRAME] = { "unexpected-token", 1, false, SAME },
    [AT_END] = { "trailing-content", 1, false, SAME },
    [FRAME_MAY_FOLLOW] = { NULL, 0, true, BETWEEN_FRAMES },
    [LAST_BRACE] = { NULL, 0, true, COMPLETE },
};

typedef struct piece {
    piece_kind kind;
    const char *text;
} piece;

static const piece pieces[] = { { FIRST_WORD, "MD5Version" }, { BLANKS, " " }, { VERSION, "10" },
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

enum { PIECES = sizeof pieces / sizeof *pieces, MOST = 3 };

/* What has to be found. */
typedef struct verdict {
    const char *rules[MOST];
    ap_span spans[MOST];
    size_t count;
} verdict;

static void add(verdict *wanted, const char *rule, size_t offset, size_t length)
{
    wanted->rules[wanted->count] = rule;
    wanted->spans[wanted->count++] = (ap_span){ offset, length };
}

static void add_end(verdict *wanted, end_kind end, size_t size)
{
    if (end == INSIDE)
        add(wanted, "truncated", size, 0);
    else if (end == BETWEEN_FRAMES)
        add(wanted, "frame-missing", size, 0);
}

/* Of the first word of frameRate the keyword of a section is left, at which reading resumes. */
static bool leaves_section(const piece *unfinished, size_t bytes)
{
    return strcmp(unfinished->text, "frameRate") == 0 && bytes == strlen("frame");
}

static end_kind end_behind(const piece *last, end_kind before)
{
    const end_kind after = kinds[last->kind].after;
    return after == SAME ? before : after;
}

/* With `bytes` bytes of a piece, before which the end of the file is `before`. */
static verdict judge(const piece *unfinished, size_t start, size_t bytes, end_kind before)
{
    verdict wanted = { .count = 0 };
    const char *rule = kinds[unfinished->kind].cut;
    const size_t most = kinds[unfinished->kind].most;
    const bool broken = rule != NULL && (most == 0 || bytes <= most);
    if (broken)
        add(&wanted, rule, start, bytes);
    if (unfinished->text[bytes - 1] == '\r') /* its LF is cut off */
        add(&wanted, "encoding", start + bytes - 1, 1);
    if (!broken || kinds[unfinished->kind].goes_on || leaves_section(unfinished, bytes))
        add_end(&wanted, end_behind(unfinished, before), start + bytes);
    return wanted;
}

static void check_cut(const char *text, size_t size, const verdict *wanted)
{
    lint_run run;
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
    cr_assert_eq(count, wanted->count, "cut at %zu: %zu findings, %zu wanted", size, count, wanted->count);
    lint_end(&run);
}

Test(md5anim_truncation, at_every_byte)
{
    static char text[2000];
    size_t start = 0;
    end_kind before = INSIDE;
    for (size_t i = 0; i < PIECES; i++)
        strcat(text, pieces[i].text);
    check_cut(text, 0, &(verdict){ { "truncated" }, { { 0, 0 } }, 1 });
    for (size_t i = 0; i < PIECES; i++) {
        const size_t length = strlen(pieces[i].text);
        for (size_t bytes = 1; bytes < length; bytes++) {
            verdict wanted = judge(&pieces[i], start, bytes, before);
            check_cut(text, start + bytes, &wanted);
        }
        start += length;
        before = end_behind(&pieces[i], before);
        verdict wanted = { .count = 0 };
        add_end(&wanted, before, start);
        check_cut(text, start, &wanted);
    }
    cr_assert_eq(before, COMPLETE);
}
