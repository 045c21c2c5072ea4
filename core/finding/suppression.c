#include "core/finding/suppression.h"

#include <stdlib.h>
#include <string.h>

static const char ignore_word[] = "ignore";

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_line_end(uint8_t byte)
{
    return byte == '\n' || byte == '\r';
}

/* Recording the positions of suppression comments */

void ap_record_if_suppression(ap_findings *findings, ap_view input, size_t at)
{
    size_t word = at + 2;
    while (word < input.size && is_blank(input.bytes[word]))
        word++;
    if (findings == NULL || input.size - word < sizeof AP_SUPPRESSION_PREFIX - 1
        || memcmp(input.bytes + word, AP_SUPPRESSION_PREFIX, sizeof AP_SUPPRESSION_PREFIX - 1) != 0)
        return;
    size_t *suppression_comments = ap_grow_array(findings->arena, findings->suppression_comments,
        findings->comment_count, &findings->comment_room, sizeof *suppression_comments);
    if (suppression_comments == NULL)
        return;
    findings->suppression_comments = suppression_comments;
    findings->suppression_comments[findings->comment_count++] = at;
}

/* Parsing the recorded suppression comments */

static ap_span line_around(ap_view input, size_t at)
{
    size_t start = at, end = at;
    while (start > 0 && !is_line_end(input.bytes[start - 1]))
        start--;
    while (end < input.size && !is_line_end(input.bytes[end]))
        end++;
    return (ap_span){ start, end - start };
}

typedef struct word_reader {
    ap_findings *findings;
    ap_view input;
    ap_span line;
    size_t at, end; /* offsets of the unread part of the comment: its first byte, and the byte after it */
    ap_suppressing_name *items;
    size_t room;
} word_reader;

static bool add_name_or_faulty_part(word_reader *w, ap_span word, bool suppresses)
{
    ap_findings *findings = w->findings;
    ap_suppressing_name *items =
        ap_grow_array(findings->arena, w->items, findings->suppressing_name_count, &w->room, sizeof *items);
    if (items == NULL)
        return false;
    w->items = items;
    const char *text = (const char *)w->input.bytes + word.offset;
    const char *pattern = suppresses ? ap_arena_copy_text(findings->arena, text, word.length) : NULL;
    w->items[findings->suppressing_name_count++] = (ap_suppressing_name){ w->line, word, pattern, false };
    return !suppresses || pattern != NULL;
}

static void skip_bytes(word_reader *w, const char *bytes)
{
    while (w->at < w->end && w->input.bytes[w->at] != '\0' && strchr(bytes, w->input.bytes[w->at]) != NULL)
        w->at++;
}

/* If the unread part of the comment begins with `word`, skips `word` and returns true. */
static bool skip_word(word_reader *w, const char *word)
{
    const size_t length = strlen(word);
    if (w->end - w->at < length || memcmp(w->input.bytes + w->at, word, length) != 0)
        return false;
    w->at += length;
    return true;
}

static size_t word_end(const word_reader *w)
{
    size_t end = w->at;
    while (end < w->end && !is_blank(w->input.bytes[end]) && w->input.bytes[end] != ',')
        end++;
    return end;
}

/* Reads the names in one comment. Returns false when out of memory. */
static bool read_comment(word_reader *w, size_t comment)
{
    w->line = line_around(w->input, comment);
    w->at = comment;
    w->end = w->line.offset + w->line.length;
    const ap_span to_line_end = { comment, w->end - comment };
    skip_bytes(w, "/ \t");
    (void)skip_word(w, AP_SUPPRESSION_PREFIX);
    skip_bytes(w, " \t");
    const bool asked = skip_word(w, ignore_word) && w->at < w->end && is_blank(w->input.bytes[w->at]);
    skip_bytes(w, " \t,");
    if (!asked || w->at == w->end)
        return add_name_or_faulty_part(w, to_line_end, false);
    for (size_t count = 0; w->at < w->end; count++) {
        const size_t end = word_end(w);
        if (count == AP_MOST_SUPPRESSING_NAMES)
            return add_name_or_faulty_part(w, (ap_span){ w->at, w->end - w->at }, false);
        if (!add_name_or_faulty_part(w, (ap_span){ w->at, end - w->at }, true))
            return false;
        w->at = end;
        skip_bytes(w, " \t,");
    }
    return true;
}

static int compare_offsets(const void *one, const void *other)
{
    const size_t a = *(const size_t *)one, b = *(const size_t *)other;
    return (a > b) - (a < b);
}

bool ap_clear_findings_and_read_suppressions(ap_findings *findings, ap_view input)
{
    const size_t count = findings->comment_count;
    size_t *suppression_comments = findings->suppression_comments;
    word_reader w = { .findings = findings, .input = input };
    if (count == 0 || findings->arena->failed)
        return false;
    ap_findings_clear(findings);
    qsort(suppression_comments, count, sizeof *suppression_comments, compare_offsets);
    for (size_t i = 0; i < count; i++) {
        if ((i == 0 || suppression_comments[i] != suppression_comments[i - 1])
            && !read_comment(&w, suppression_comments[i]))
            return false;
    }
    findings->suppressing_names = w.items;
    return true;
}

/* Suppressing findings */

/* Returns the index of the first name with a comment line that ends at or after the offset. */
static size_t first_name_at(const ap_findings *findings, size_t offset)
{
    size_t low = 0, high = findings->suppressing_name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const ap_span line = findings->suppressing_names[middle].line;
        if (line.offset + line.length < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ap_find_and_mark_suppressions(const ap_findings *findings, const ap_rule *rule, ap_span span)
{
    bool suppressed = false;
    for (size_t i = first_name_at(findings, span.offset); i < findings->suppressing_name_count; i++) {
        ap_suppressing_name *name = &findings->suppressing_names[i];
        if (name->line.offset > span.offset)
            break;
        if (name->pattern != NULL && ap_rule_matches_glob_or_format(rule, name->pattern))
            name->used = suppressed = true;
    }
    return suppressed;
}
