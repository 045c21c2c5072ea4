/* A .md5anim cut at every byte. What has to be found is worked out from the pieces of the file, each with
   what the page says of an end inside it and behind it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lint_case.h"
#include "validators/md5anim/md5anim.h"

/* What an end of the file behind a piece is. */
typedef enum end_kind { SAME, INSIDE, BETWEEN_FRAMES, COMPLETE } end_kind;

typedef struct piece {
    const char *text;
    end_kind after;
    const char
        *cut; /* the rule that an unfinished piece breaks, from its first byte to the end; NULL: none */
    size_t cut_most; /* with at most so many bytes of it; 0: however many */
    bool goes_on;    /* the end of the file is reported too */
} piece;

#define BLANK(text)                                                                                          \
    {                                                                                                        \
        (text), SAME, NULL, 0, true                                                                          \
    }
#define WHOLE(text)                                                                                          \
    {                                                                                                        \
        (text), INSIDE, NULL, 0, true                                                                        \
    } /* unfinished it is another token of its kind */
#define KEY(text, rule)                                                                                      \
    {                                                                                                        \
        (text), INSIDE, (rule), 0, false                                                                     \
    }
#define SECTION(text) KEY(text, "unexpected-token")
#define STRING(text)  KEY(text, "string-unterminated")
#define VERSION(text)                                                                                        \
    {                                                                                                        \
        (text), INSIDE, "version", 0, true                                                                   \
    }
#define INTEGER(text)                                                                                        \
    {                                                                                                        \
        (text), INSIDE, "integer", 1, true                                                                   \
    } /* of its sign alone */
#define NUMBER(text)                                                                                         \
    {                                                                                                        \
        (text), INSIDE, "number", 1, true                                                                    \
    } /* of its sign or point alone */
#define NAME(text)                                                                                           \
    {                                                                                                        \
        (text), SAME, "joint-name-unquoted", 1, true                                                         \
    } /* a / where a joint may stand */
#define VALUE(text)                                                                                          \
    {                                                                                                        \
        (text), SAME, "number", 1, true                                                                      \
    } /* a / where a number may stand */

static const piece pieces[] = {
    KEY("MD5Version", "version-missing"),
    BLANK(" "),
    VERSION("10"),
    BLANK("\r\n"),
    KEY("commandline", "commandline"),
    BLANK(" "),
    STRING("\"-dir c:\\anims -rate 24 // \""),
    BLANK("\n\n"),
    KEY("numFrames", "header-key"),
    BLANK("  "),
    WHOLE("2"),
    BLANK("\n"),
    KEY("numJoints", "header-key"),
    BLANK("\t"),
    WHOLE("2"),
    BLANK("\n"),
    KEY("frameRate", "header-key"),
    BLANK(" "),
    WHOLE("24"),
    BLANK("\n"),
    KEY("numAnimatedComponents", "header-key"),
    BLANK(" "),
    WHOLE("7"),
    BLANK("\n\n"),
    SECTION("hierarchy"),
    BLANK(" "),
    WHOLE("{"),
    BLANK("\n\t"),
    STRING("\"root\""),
    BLANK(" "),
    INTEGER("-1"),
    BLANK(" "),
    WHOLE("1"),
    BLANK(" "),
    WHOLE("0"),
    BLANK("\t"),
    NAME("// ( Tx )"),
    BLANK("\n\t"),
    STRING("\"hips\""),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("63"),
    BLANK(" "),
    WHOLE("1"),
    BLANK("\n"),
    WHOLE("}"),
    BLANK("\n\n"),
    SECTION("bounds"),
    BLANK(" "),
    WHOLE("{"),
    BLANK("\n\t"),
    WHOLE("("),
    BLANK(" "),
    NUMBER("-1.5"),
    BLANK(" "),
    { "-.5", INSIDE, "number", 2, true },
    BLANK(" "),
    NUMBER("-0"),
    BLANK(" "),
    WHOLE(")"),
    BLANK(" "),
    WHOLE("("),
    BLANK(" "),
    WHOLE("10.25"),
    BLANK(" "),
    NUMBER(".75"),
    BLANK(" "),
    WHOLE("3."),
    BLANK(" "),
    WHOLE(")"),
    BLANK("\n\t"),
    WHOLE("("),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE(")"),
    BLANK(" "),
    WHOLE("("),
    BLANK(" "),
    WHOLE("1"),
    BLANK(" "),
    WHOLE("1"),
    BLANK(" "),
    WHOLE("1"),
    BLANK(" "),
    WHOLE(")"),
    BLANK("\n"),
    WHOLE("}"),
    BLANK("\n\n"),
    SECTION("baseframe"),
    BLANK(" "),
    WHOLE("{"),
    BLANK("\n\t"),
    WHOLE("("),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE(")"),
    BLANK(" "),
    WHOLE("("),
    BLANK(" "),
    NUMBER("-0.5"),
    BLANK(" "),
    WHOLE("0.5"),
    BLANK(" "),
    WHOLE("0.5"),
    BLANK(" "),
    WHOLE(")"),
    BLANK("\n\t"),
    WHOLE("("),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE(")"),
    BLANK(" "),
    WHOLE("("),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE(")"),
    BLANK("\n"),
    { "}", BETWEEN_FRAMES, NULL, 0, true },
    BLANK("\n\n"),
    SECTION("frame"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("{"),
    BLANK("\n\t"),
    NUMBER("-1.25"),
    BLANK("\n\t"),
    WHOLE("10"),
    BLANK(" "),
    WHOLE("11.5"),
    BLANK(" "),
    NUMBER(".125"),
    BLANK(" "),
    VALUE("// Qx Qy Qz"),
    BLANK("\r\n"),
    NUMBER("-0.75"),
    BLANK(" "),
    WHOLE("0.5"),
    BLANK(" "),
    WHOLE("0.25"),
    BLANK("\n"),
    { "}", BETWEEN_FRAMES, NULL, 0, true },
    BLANK("\n"),
    { "// one more", SAME, "unexpected-token", 1, false },
    BLANK("\n"),
    SECTION("frame"),
    BLANK(" "),
    WHOLE("1"),
    BLANK(" "),
    WHOLE("{"),
    BLANK("\n\t"),
    WHOLE("1"),
    BLANK(" "),
    WHOLE("2"),
    BLANK(" "),
    WHOLE("3"),
    BLANK(" "),
    WHOLE("4"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK(" "),
    WHOLE("0"),
    BLANK("\n"),
    { "}", COMPLETE, NULL, 0, true },
    BLANK("\n"),
    { "// the end", SAME, "trailing-content", 1, false },
    BLANK("\n"),
};

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

/* With `bytes` bytes of a piece, which stands behind what ends as `before`. */
static verdict judge(const piece *unfinished, size_t start, size_t bytes, end_kind before)
{
    verdict wanted = { .count = 0 };
    const bool broken =
        unfinished->cut != NULL && (unfinished->cut_most == 0 || bytes <= unfinished->cut_most);
    const end_kind after = unfinished->after == SAME ? before : unfinished->after;
    if (broken)
        add(&wanted, unfinished->cut, start, bytes);
    if (unfinished->text[bytes - 1] == '\r') /* its LF is cut off */
        add(&wanted, "encoding", start + bytes - 1, 1);
    if (!broken || unfinished->goes_on || leaves_section(unfinished, bytes))
        add_end(&wanted, after, start + bytes);
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
        before = pieces[i].after == SAME ? before : pieces[i].after;
        verdict wanted = { .count = 0 };
        add_end(&wanted, before, start);
        check_cut(text, start, &wanted);
    }
    cr_assert_eq(before, COMPLETE);
}
