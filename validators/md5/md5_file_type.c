#include "validators/md5/md5_file_type.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "validators/file_type.h"

enum {
    EVIDENCE_BYTES = 65536, /* a word of the format within these first bytes shows that the file has this
                               format */
    SHOWN_BYTES = 8,
    ADVICE_BYTES = 64,
    START_BYTES = 512,
    PAGE_BYTES = 4096, /* searched for the title of an HTML page */
    ARROW_BYTES = 7
};

static ap_view slice(ap_view view, size_t at, size_t most)
{
    const size_t left = view.size - at;
    return (ap_view){ view.bytes + at, left < most ? left : most };
}

/* Unresolved merge conflicts */

static bool is_line_end(ap_view input, size_t at)
{
    return at == input.size || input.bytes[at] == '\n' || input.bytes[at] == '\r';
}

static bool is_line_start(ap_view input, size_t at)
{
    return at == 0 || input.bytes[at - 1] == '\n' || input.bytes[at - 1] == '\r'
           || (at == 3 && memcmp(input.bytes, "\xef\xbb\xbf", 3) == 0);
}

/* Returns the offset of the next line, from byte `at` on, that begins with the merge marker; SIZE_MAX if there is
   no such line. */
static size_t find_marker(ap_view input, size_t at, const char marker[ARROW_BYTES + 1])
{
    while (at < input.size) {
        const uint8_t *found = memmem(input.bytes + at, input.size - at, marker, ARROW_BYTES);
        if (found == NULL)
            break;
        const size_t start = (size_t)(found - input.bytes), end = start + ARROW_BYTES;
        const bool ends = is_line_end(input, end) || (*marker != '=' && input.bytes[end] == ' ');
        if (ends && is_line_start(input, start))
            return start;
        at = start + 1;
    }
    return SIZE_MAX;
}

/* Returns the offset of an unresolved merge conflict; SIZE_MAX if the input has no conflict. */
static size_t find_merge_conflict(ap_view input)
{
    if (input.size == 0 || memchr(input.bytes, '<', input.size) == NULL)
        return SIZE_MAX;
    const size_t ours = find_marker(input, 0, "<<<<<<<");
    const size_t theirs = ours == SIZE_MAX ? SIZE_MAX : find_marker(input, ours + ARROW_BYTES, "=======");
    const size_t end = theirs == SIZE_MAX ? SIZE_MAX : find_marker(input, theirs + ARROW_BYTES, ">>>>>>>");
    return end == SIZE_MAX ? SIZE_MAX : ours;
}

static void report_merge_conflict_and_end_reading(ap_md5_stream *stream, size_t at)
{
    stream->other_type = stream->ended = true;
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, MERGE_CONFLICT), (ap_span){ at, ARROW_BYTES },
        NULL, ap_no_value(), ap_no_value(),
        "the file has an unresolved merge conflict, which begins here; choose one side, and remove the lines "
        "with <<<<<<<, ======= and >>>>>>>");
}

bool ap_md5_report_only_merge_conflict(ap_md5_stream *stream)
{
    ap_findings *findings = stream->text.io.findings;
    assert(!stream->other_type);
    if (findings->reported == findings->remarks && !findings->arena->failed)
        return false; /* a line with a merge marker causes an error or a warning, so a file with notes only
                         has no such line */
    const size_t at = find_merge_conflict(stream->text.io.input);
    if (at == SIZE_MAX)
        return false;
    ap_findings_clear(findings);
    report_merge_conflict_and_end_reading(stream, at);
    return true;
}

/* Other file types */

static bool report_content_or_conflict_and_end_reading(
    ap_md5_stream *stream, ap_span span, const char *what, const char *advice)
{
    const size_t merge = find_merge_conflict(stream->text.io.input);
    if (merge != SIZE_MAX) {
        report_merge_conflict_and_end_reading(stream, merge);
        return true;
    }
    stream->other_type = stream->ended = true;
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, OTHER_CONTENT), span, NULL,
        ap_text_value(stream->grammar->extension), ap_text_value(what), "the file is %s, not an %s; %s", what,
        stream->grammar->extension, advice);
    return true;
}

/* Reports that the file is of another type; a message about an HTML page gives its title. Reports a merge conflict instead if
   the file has one. Always returns true. */
static bool report_other_type(ap_md5_stream *stream, ap_span span, ap_view content, const ap_file_type *type)
{
    char title[AP_HTML_TITLE_BYTES], what[AP_HTML_TITLE_BYTES + 32];
    if (strstr(type->what, "HTML page") != NULL && ap_html_title(slice(content, 0, PAGE_BYTES), title)) {
        (void)snprintf(what, sizeof what, "an HTML page titled \"%s\"", title);
        return report_content_or_conflict_and_end_reading(stream, span, what, type->advice);
    }
    return report_content_or_conflict_and_end_reading(stream, span, type->what, type->advice);
}

/* Reports a file of one of the other two text formats of id Tech 4, and returns true. Returns false for any
   other file. */
static bool report_other_md5_format(ap_md5_stream *stream, size_t at)
{
    char advice[ADVICE_BYTES];
    ap_span word;
    const ap_md5_kind kind = ap_md5_find_kind_or_anim(stream->text.io.input, at, &word);
    if (kind == stream->grammar->kind || word.length == 0)
        return false;
    const char *title = ap_md5_kind_description(kind), *extension = strchr(title, '.');
    (void)snprintf(advice, sizeof advice, "name it %.*s, or put the right file here",
        (int)strcspn(extension, ","), extension);
    return report_content_or_conflict_and_end_reading(stream, word, title, advice);
}

/* Returns true if the start of the file has a word of the format, however damaged the file is. */
static bool has_format_word(const ap_md5_stream *stream)
{
    const ap_view start = slice(stream->text.io.input, 0, EVIDENCE_BYTES);
    for (const char *const *word = stream->grammar->format_words; *word != NULL; word++) {
        if (memmem(start.bytes, start.size, *word, strlen(*word)) != NULL)
            return true;
    }
    return false;
}

static bool is_unfinished_version(const ap_io *io, ap_token first)
{
    static const char version[] = "MD5Version";
    return first.kind == AP_TOKEN_WORD && first.span.length < sizeof version - 1
           && ap_span_end(first.span) == io->input.size
           && memcmp(io->input.bytes + first.span.offset, version, first.span.length) == 0;
}

bool ap_md5_report_other_type(ap_md5_stream *stream, size_t at)
{
    const ap_io *io = &stream->text.io;
    const ap_view content = slice(io->input, at, SIZE_MAX), start = slice(content, 0, START_BYTES);
    const ap_span span = { 0, io->input.size < SHOWN_BYTES ? io->input.size : SHOWN_BYTES };
    if (content.size > 0 && ap_has_only_zero_bytes(content))
        return report_content_or_conflict_and_end_reading(
            stream, span, "nothing but zero bytes", "restore it from a copy that has its content");
    const ap_file_type *type = ap_find_file_type(content);
    if (type != NULL && type->not_id_text)
        return report_other_type(stream, span, content, type);
    ap_lexer probe = stream->text.lexer;
    probe.silent = true;
    const ap_token first = ap_lexer_next_token(&probe);
    if (ap_token_is_bare_word(io, first, "MD5Version"))
        return report_other_md5_format(stream, at);
    if (first.kind == AP_TOKEN_END || is_unfinished_version(io, first) || has_format_word(stream))
        return false;
    return report_content_or_conflict_and_end_reading(stream, span,
        type != NULL ? type->what : ap_content_kind_name(start),
        "its beginning has none of the format's keywords");
}
