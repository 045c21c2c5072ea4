/* Reads and writes lists of entries between braces. */
#include <stdio.h>

#include "core/text/text_fast.h"
#include "validators/md5/md5_stream.h"

enum { MESSAGE_BYTES = 128 };

static bool is_entry_next(ap_md5_stream *stream, const ap_md5_list *list, const char *word)
{
    const ap_token_kind kind = ap_text_peek_token(&stream->text).kind;
    if (word != NULL)
        return ap_token_is_bare_word(&stream->text.io, stream->text.next, word);
    if (list->first_kind == AP_TOKEN_STRING)
        return kind == AP_TOKEN_WORD || kind == AP_TOKEN_STRING;
    return kind == list->first_kind;
}

/* Returns the name of what gives the number of entries, for messages: "header", or "count" for a list inside a record. `depth` is
   the number of path parts from the list on. */
static const char *name_of_count_place(const ap_io *io, size_t depth)
{
    return io->path.depth > depth ? "count" : "header";
}

static void add_count_as_related(ap_md5_stream *stream, const ap_md5_list *list, size_t depth)
{
    ap_add_related_place(&stream->text.io, list->expected_count->span,
        stream->text.io.path.depth > depth ? "the count" : AP_MD5_COUNT_LABEL);
}

static bool is_first_surplus_entry(const ap_md5_list *list, size_t index)
{
    return list->expected_count->known && index == (size_t)list->expected_count->value;
}

/* Writes to `says` a message about a count that differs from the number of entries, which `held` gives as text: "3" or "more".
   `depth` is the number of path parts below the list: 0 after the last entry, for too few entries; 1 inside an entry, for too
   many. */
static void put_count_mismatch_message(
    const ap_io *io, const ap_md5_list *list, size_t depth, const char *held, char says[MESSAGE_BYTES])
{
    const int count = (int)list->expected_count->value;
    if (list->count_key != NULL)
        snprintf(says, MESSAGE_BYTES, "%s says %d; the %s hold %s", list->count_key, count, list->name, held);
    else if (depth == 0)
        snprintf(says, MESSAGE_BYTES, " ends after %s of the %d %s that the %s says", held, count,
            count == 1 ? "entry" : "entries", name_of_count_place(io, 0));
    else
        snprintf(says, MESSAGE_BYTES, " is too many: the %s says that there %s %d",
            name_of_count_place(io, 1), count == 1 ? "is" : "are", count);
}

static void report_if_first_surplus_entry(
    ap_md5_stream *stream, const ap_md5_list *list, size_t index, ap_span entry)
{
    char says[MESSAGE_BYTES];
    if (!is_first_surplus_entry(list, index))
        return;
    ap_md5_correct_and_report_header_counts(stream);
    if (!is_first_surplus_entry(list, index))
        return;
    put_count_mismatch_message(&stream->text.io, list, 1, "more", says);
    ap_add_finding_at(&stream->text.io, list->count_rule, entry, NULL,
        ap_integer(list->expected_count->value), ap_text_value("more"), "%s", says);
    add_count_as_related(stream, list, 1);
}

static bool has_too_few_entries(const ap_md5_list *list, size_t count)
{
    return list->expected_count->known && count < (size_t)list->expected_count->value;
}

void ap_md5_report_missing_entries(ap_md5_stream *stream, const ap_md5_list *list, size_t count, ap_span end)
{
    char held[24], says[MESSAGE_BYTES];
    if (!has_too_few_entries(list, count))
        return;
    ap_md5_correct_and_report_header_counts(stream);
    if (!has_too_few_entries(list, count))
        return;
    snprintf(held, sizeof held, "%zu", count);
    put_count_mismatch_message(&stream->text.io, list, 0, held, says);
    ap_add_finding_at(&stream->text.io, list->count_rule, end, list->name,
        ap_integer(list->expected_count->value), ap_size(count), "%s", says);
    add_count_as_related(stream, list, 0);
}

/* Reads or writes the keyword and the opening brace. Returns false if another token was found and reported instead of the
   brace. */
static bool read_or_write_list_start(ap_md5_stream *stream, const ap_md5_list *list)
{
    (void)ap_text_take_or_put_section_keyword(
        &stream->text, list->keyword == NULL ? list->name : list->keyword);
    return ap_text_take_open_brace(&stream->text, &stream->list_open);
}

static bool has_another_entry(ap_md5_stream *stream, const ap_md5_list *list, const char *word, size_t count)
{
    if (ap_is_writing(&stream->text.io))
        return count < (size_t)list->expected_count->value;
    return is_entry_next(stream, list, word);
}

/* Returns the text that the grammar needs after `count` entries, for messages. */
static const char *needed_token_text(const ap_md5_list *list, size_t count)
{
    if (list->expected_count->known && count >= (size_t)list->expected_count->value)
        return "}";
    return list->first_kind == AP_TOKEN_STRING ? "a joint or }"
           : list->first_kind == AP_TOKEN_WORD ? "a number or }"
                                               : "( or }";
}

/* Returns true if the list was not closed: the next token is a keyword instead of an entry. Only lists that are read, and have
   entries that begin with any bare word or string (`word` is NULL), are checked. */
static bool is_list_unclosed(ap_md5_stream *stream, const ap_md5_list *list, const char *word)
{
    return word == NULL && list->first_kind != AP_TOKEN_OPEN_PARENTHESIS && !ap_is_writing(&stream->text.io)
           && ap_text_is_keyword(&stream->text, ap_text_peek_token(&stream->text));
}

/* Reads or writes entry number `index`, and reports the first surplus entry. When reading, the entry begins at the next token. If
   `word` is not NULL, each entry begins with this word. Returns false if the entry broke off, which was reported. */
static bool read_or_write_entry(
    ap_md5_stream *stream, const ap_md5_list *list, const char *word, size_t index)
{
    ap_text *text = &stream->text;
    ap_text_begin_entry(text);
    ap_enter_element(&text->io, list->name, index);
    const bool unclosed = is_list_unclosed(stream, list, word);
    if (unclosed)
        ap_text_report_unexpected(text, needed_token_text(list, index));
    const bool complete = !unclosed && list->read_or_write_entry(stream, index);
    if (complete)
        report_if_first_surplus_entry(stream, list, index, ap_text_end_entry(text));
    ap_leave_record(&text->io);
    return complete;
}

/* Reads or writes the closing brace, after reporting too few entries, and sets *span to the text from brace to brace. Returns
   false if another token was found and reported. */
static bool read_or_write_list_end(
    ap_md5_stream *stream, const ap_md5_list *list, size_t count, ap_span *span)
{
    ap_text *text = &stream->text;
    if (!ap_is_writing(&text->io) && ap_text_peek_token(text).kind != AP_TOKEN_CLOSE_BRACE) {
        ap_text_report_unexpected(text, needed_token_text(list, count));
        return false;
    }
    ap_token close = ap_text_take_close_brace_check_spacing(text);
    ap_md5_report_missing_entries(stream, list, count, close.span);
    *span = ap_span_from_to(stream->list_open.span, close.span);
    return true;
}

bool ap_md5_read_or_write_entry_and_list_braces(ap_md5_stream *stream, const ap_md5_list *list, size_t index)
{
    ap_span span;
    if ((index == 0 && !read_or_write_list_start(stream, list))
        || !read_or_write_entry(stream, list, NULL, index))
        return false;
    return index + 1 != (size_t)list->expected_count->value
           || read_or_write_list_end(stream, list, index + 1, &span);
}

enum {
    ENTRIES_BETWEEN_RUNS = 64,
    /* entries read in one call of list->read_many; few enough that their lines are still in the L1 cache when the
       line lengths are checked */
    ENTRIES_OF_A_RUN = 512
};

/* Reads entries from number `count` on with list->read_many, which reads many at once. Returns the number of entries read. */
static size_t read_entries_at_once(ap_md5_stream *stream, const ap_md5_list *list, size_t count)
{
    const ap_text *text = &stream->text;
    const size_t expected = list->expected_count->known ? (size_t)list->expected_count->value : SIZE_MAX;
    if (list->read_many == NULL || count >= expected || !ap_text_can_read_lines_after_token(text))
        return 0;
    const ap_listener *listener = text->io.listener;
    if (listener != NULL && count == 0) /* the listener needs the fields of the first entry */
        return 0;
    size_t taken = 0, run;
    do {
        const size_t left = expected - count - taken, start = text->lexer.at;
        run = left == 0
                  ? 0
                  : list->read_many(stream, count + taken, left < ENTRIES_OF_A_RUN ? left : ENTRIES_OF_A_RUN);
        if (listener != NULL && run > 0)
            listener->entries(listener->context, &text->io,
                &(ap_consecutive_list_entries){
                    list->name, count + taken, run, { start, text->lexer.token_end - start } });
        taken += run;
        ap_md5_check_line_lengths_up_to(stream, text->lexer.at);
    } while (run == ENTRIES_OF_A_RUN);
    return taken;
}

bool ap_md5_read_or_write_list_entries(
    ap_md5_stream *stream, const ap_md5_list *list, const char *word, size_t *count)
{
    *count = 0;
    for (size_t next_run = 0;; ++*count) {
        if (*count
            >= next_run) { /* 64 entries are read one by one before list->read_many is tried again: unusual
                              entries come in groups */
            *count += read_entries_at_once(stream, list, *count);
            next_run = *count == 0 ? 1 : ap_saturating_size_sum(*count, ENTRIES_BETWEEN_RUNS);
        }
        if (!has_another_entry(stream, list, word, *count))
            return true;
        if (!read_or_write_entry(stream, list, word, *count))
            return false;
    }
}

bool ap_md5_read_or_write_list(ap_md5_stream *stream, const ap_md5_list *list, size_t *count, ap_span *span)
{
    ap_io *io = &stream->text.io;
    *count = 0;
    if (ap_is_filling(io) && !ap_check_filled_length(io, list->name, (size_t)list->expected_count->value))
        return false;
    return read_or_write_list_start(stream, list)
           && ap_md5_read_or_write_list_entries(stream, list, NULL, count)
           && read_or_write_list_end(stream, list, *count, span);
}
