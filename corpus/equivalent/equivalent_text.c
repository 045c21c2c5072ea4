/* Changes blanks and comments between the tokens of a text. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

/* The bytes between two tokens, or before the first or after the last token. */
typedef struct gap {
    ap_span span;
    bool is_blank;     /* only spaces, tabs and line ends */
    bool has_line_end; /* a LF */
    bool is_first, is_last;
    ap_token_kind before, after; /* the tokens around the gap; AP_TOKEN_END at the ends of the file */
} gap;

/* Changes one gap. Returns false when out of memory. */
typedef bool gap_change(ap_equivalent_work *work, const gap *at);

static gap gap_before_token(
    const ap_equivalent_work *work, size_t from, const ap_token *token, ap_token_kind before)
{
    const ap_span span = { from, token->span.offset - from };
    gap found = { span, true, false, before == AP_TOKEN_END, token->kind == AP_TOKEN_END, before,
        token->kind };
    for (size_t i = 0; i < span.length; i++) {
        const uint8_t byte = work->input.bytes[from + i];
        found.is_blank = found.is_blank && ap_is_usual_blank(byte);
        found.has_line_end = found.has_line_end || byte == '\n';
    }
    return found;
}

/* Calls `change` for each gap. Returns false if no gap was changed, or when out of memory. */
static bool change_gaps(ap_equivalent_work *work, gap_change *change)
{
    ap_io io;
    ap_lexer lexer;
    ap_io_init(&io, work->input, NULL, work->arena, NULL);
    ap_lexer_init(&lexer, &io, NULL, 0);
    lexer.silent = true;
    ap_token_kind before = AP_TOKEN_END;
    size_t from = 0;
    for (bool more = true; more;) {
        const ap_token token = ap_lexer_next_token(&lexer);
        const gap found = gap_before_token(work, from, &token, before);
        if (!change(work, &found))
            return false;
        before = token.kind;
        from = ap_span_end(token.span);
        more = token.kind != AP_TOKEN_END;
    }
    return work->edit_count > 0;
}

static bool replace_span_by_text(ap_equivalent_work *work, ap_span span, const char *text)
{
    return ap_equivalent_replace_by_text(work, span, text, strlen(text));
}

/* Returns the line end of the file's first line; LF if the file has none. */
static const char *line_end_of(const ap_equivalent_work *work)
{
    const uint8_t *lf = memchr(work->input.bytes, '\n', work->input.size);
    return lf != NULL && lf > work->input.bytes && lf[-1] == '\r' ? "\r\n" : "\n";
}

static bool is_gap_between_lines(const gap *at)
{
    return at->is_blank && at->has_line_end && !at->is_first && !at->is_last;
}

static bool is_gap_within_line(const gap *at)
{
    return at->is_blank && !at->has_line_end && at->span.length > 0 && !at->is_first && !at->is_last;
}

static bool choose_one_in_3(ap_equivalent_work *work)
{
    return ap_choose_one_in(work->choices, 3);
}

bool ap_equivalent_change_line_ends(ap_equivalent_work *work)
{
    const bool has_cr = memchr(work->input.bytes, '\r', work->input.size) != NULL;
    for (size_t i = 0; i < work->input.size; i++) {
        const uint8_t byte = work->input.bytes[i];
        if (has_cr && byte == '\r' && i + 1 < work->input.size && work->input.bytes[i + 1] == '\n') {
            if (!replace_span_by_text(work, (ap_span){ i, 1 }, ""))
                return false;
        } else if (!has_cr && byte == '\n' && !replace_span_by_text(work, (ap_span){ i, 0 }, "\r")) {
            return false;
        }
    }
    return work->edit_count > 0;
}

static bool add_trailing_blanks(ap_equivalent_work *work, const gap *at)
{
    static const char *const blanks[] = { " ", "\t", "   ", " \t " };
    if (!is_gap_between_lines(at) || !choose_one_in_3(work))
        return true;
    return replace_span_by_text(
        work, (ap_span){ at->span.offset, 0 }, blanks[ap_choose_below(work->choices, 4)]);
}

bool ap_equivalent_add_blanks_at_end(ap_equivalent_work *work)
{
    return change_gaps(work, add_trailing_blanks);
}

static bool add_blank_line(ap_equivalent_work *work, const gap *at)
{
    return !is_gap_between_lines(at) || !choose_one_in_3(work)
           || replace_span_by_text(work, (ap_span){ at->span.offset, 0 }, line_end_of(work));
}

bool ap_equivalent_add_blank_lines(ap_equivalent_work *work)
{
    return change_gaps(work, add_blank_line);
}

static bool change_indent(ap_equivalent_work *work, const gap *at)
{
    static const char *const indents[] = { "", "  ", "\t\t", "\t ", "        " };
    size_t from = ap_span_end(at->span);
    if (!is_gap_between_lines(at) || !choose_one_in_3(work))
        return true;
    while (work->input.bytes[from - 1] != '\n')
        from--;
    return replace_span_by_text(work, (ap_span){ from, ap_span_end(at->span) - from },
        indents[ap_choose_below(work->choices, sizeof indents / sizeof *indents)]);
}

bool ap_equivalent_change_indent(ap_equivalent_work *work)
{
    return change_gaps(work, change_indent);
}

static bool change_spaces(ap_equivalent_work *work, const gap *at)
{
    static const char *const blanks[] = { " ", "  ", "\t", " \t", "    " };
    return !is_gap_within_line(at) || !choose_one_in_3(work)
           || replace_span_by_text(
               work, at->span, blanks[ap_choose_below(work->choices, sizeof blanks / sizeof *blanks)]);
}

bool ap_equivalent_change_spaces(ap_equivalent_work *work)
{
    return change_gaps(work, change_spaces);
}

static bool put_control_blank(ap_equivalent_work *work, const gap *at)
{
    return !is_gap_within_line(at) || !ap_choose_one_in(work->choices, 8)
           || replace_span_by_text(work, at->span, ap_choose_one_in(work->choices, 2) ? "\v" : "\f");
}

bool ap_equivalent_put_control_blanks(ap_equivalent_work *work)
{
    return change_gaps(work, put_control_blank);
}

static bool join_lines(ap_equivalent_work *work, const gap *at)
{
    return !is_gap_between_lines(at) || !choose_one_in_3(work) || replace_span_by_text(work, at->span, " ");
}

bool ap_equivalent_join_lines(ap_equivalent_work *work)
{
    return change_gaps(work, join_lines);
}

static bool split_line(ap_equivalent_work *work, const gap *at)
{
    return !is_gap_within_line(at) || !ap_choose_one_in(work->choices, 8)
           || replace_span_by_text(work, at->span, line_end_of(work));
}

bool ap_equivalent_split_lines(ap_equivalent_work *work)
{
    return change_gaps(work, split_line);
}

static bool is_brace(ap_token_kind kind)
{
    return kind == AP_TOKEN_OPEN_BRACE || kind == AP_TOKEN_CLOSE_BRACE || kind == AP_TOKEN_OPEN_PARENTHESIS
           || kind == AP_TOKEN_CLOSE_PARENTHESIS;
}

static bool remove_gap_at_brace(ap_equivalent_work *work, const gap *at)
{
    const bool touches_brace = is_brace(at->before) || is_brace(at->after);
    return !is_gap_within_line(at) || !touches_brace || !choose_one_in_3(work)
           || replace_span_by_text(work, at->span, "");
}

bool ap_equivalent_remove_brace_gaps(ap_equivalent_work *work)
{
    return change_gaps(work, remove_gap_at_brace);
}

static bool change_final_line_end(ap_equivalent_work *work, const gap *at)
{
    if (!at->is_last || !at->is_blank)
        return true;
    return replace_span_by_text(work, at->span, at->span.length == 0 ? line_end_of(work) : "");
}

bool ap_equivalent_change_final_end(ap_equivalent_work *work)
{
    return change_gaps(work, change_final_line_end);
}

static bool add_line_comment(ap_equivalent_work *work, const gap *at)
{
    static const char *const comments[] = { " // checked", " //", " // \"quoted\" { 1 ( 2", " // /* open" };
    return !is_gap_between_lines(at) || !choose_one_in_3(work)
           || replace_span_by_text(work, (ap_span){ at->span.offset, 0 },
               comments[ap_choose_below(work->choices, sizeof comments / sizeof *comments)]);
}

bool ap_equivalent_add_line_comments(ap_equivalent_work *work)
{
    return change_gaps(work, add_line_comment);
}

static bool add_block_comment(ap_equivalent_work *work, const gap *at)
{
    static const char *const comments[] = { " /* checked */ ", " /**/ ", " /* } \" ) 7 */ ", " /* // */ " };
    return !is_gap_within_line(at) || !ap_choose_one_in(work->choices, 8)
           || replace_span_by_text(
               work, at->span, comments[ap_choose_below(work->choices, sizeof comments / sizeof *comments)]);
}

bool ap_equivalent_add_block_comments(ap_equivalent_work *work)
{
    return change_gaps(work, add_block_comment);
}

static bool has_text(const ap_equivalent_work *work, ap_span span, const char *text)
{
    return memmem(work->input.bytes + span.offset, span.length, text, strlen(text)) != NULL;
}

/* Replaces a gap that has comments by a line end if the gap has one, otherwise by a space; a gap at the start of the file is
   removed. Keeps a gap with a comment that suppresses findings or names a mesh. */
static bool remove_comment(ap_equivalent_work *work, const gap *at)
{
    const bool stays = has_text(work, at->span, "animproof") || has_text(work, at->span, "meshes");
    if (stays || (!has_text(work, at->span, "//") && !has_text(work, at->span, "/*")))
        return true;
    return replace_span_by_text(work, at->span,
        at->is_first       ? ""
        : at->has_line_end ? line_end_of(work)
                           : " ");
}

bool ap_equivalent_remove_comments(ap_equivalent_work *work)
{
    return change_gaps(work, remove_comment);
}
