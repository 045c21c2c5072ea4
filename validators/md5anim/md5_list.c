#include "validators/md5anim/md5_reader.h"

static bool begins_entry(const ap_md5_list *list, ap_token_kind kind)
{
    if (list->first == AP_TOKEN_WORD)
        return kind == AP_TOKEN_WORD || kind == AP_TOKEN_STRING;
    return kind == list->first;
}

static void judge_surplus(ap_md5_reader *reader, const ap_md5_list *list, size_t index, ap_span entry)
{
    if (!list->expected.known || index != (size_t)list->expected.value)
        return;
    ap_report_at(&reader->text.io, list->count_rule, entry, NULL, ap_integer(list->expected.value),
        ap_words("more"), "is more than the %d entries that the header says", (int)list->expected.value);
}

static void judge_shortage(ap_md5_reader *reader, const ap_md5_list *list, size_t count, ap_token brace)
{
    if (!list->expected.known || count >= (size_t)list->expected.value)
        return;
    ap_report_at(&reader->text.io, list->count_rule, brace.span, list->name, ap_integer(list->expected.value),
        ap_size(count), "ends after %zu entries, the header says %d", count, (int)list->expected.value);
}

bool ap_md5_read_list(ap_md5_reader *reader, const ap_md5_list *list, size_t *count, ap_span *span)
{
    ap_text *text = &reader->text;
    ap_token open;
    (void)ap_text_keyword(text);
    if (!ap_text_open(text, &open))
        return false;
    for (*count = 0; begins_entry(list, ap_text_peek(text).kind); ++*count) {
        ap_text_entry_begin(text);
        ap_enter_index(&text->io, list->name, *count);
        bool whole = list->entry(reader, *count);
        if (whole)
            judge_surplus(reader, list, *count, ap_text_entry_end(text));
        ap_leave(&text->io);
        if (!whole)
            return false;
    }
    if (ap_text_peek(text).kind != AP_TOKEN_CLOSE_BRACE)
        return ap_text_unexpected(text, list->first == AP_TOKEN_WORD ? "a joint or }" : "( or }");
    ap_token close = ap_text_close(text);
    judge_shortage(reader, list, *count, close);
    *span = ap_span_to(open.span, close.span);
    return true;
}
