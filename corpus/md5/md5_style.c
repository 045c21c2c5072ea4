#include "corpus/md5/md5_style.h"

#include <string.h>

const ap_enum_name ap_md5_style_words[] = { { "canonical", AP_MD5_CANONICAL }, { "id", AP_MD5_ID },
    { "blender", AP_MD5_BLENDER }, { "io_scene", AP_MD5_IO_SCENE }, { "max", AP_MD5_MAX },
    { "other", AP_MD5_OTHER }, { "odd", AP_MD5_ODD }, { NULL, 0 } };

static const ap_text_style styles[AP_MD5_STYLES] = {
    [AP_MD5_ID] = { .indent = "\t",
        .entry_end = "",
        .line_end = "\n",
        .string_end = "\t",
        .comment_gap = "\t",
        .decimals = 10,
        .trimmed = true,
        .comments = AP_COMMENTS_FLAGS },
    [AP_MD5_BLENDER] = { .indent = "\t",
        .entry_end = "",
        .line_end = "\n",
        .string_end = "\t",
        .comment_gap = "\t",
        .decimals = 6,
        .comments = AP_COMMENTS_ALL },
    [AP_MD5_IO_SCENE] = { .indent = "  ",
        .entry_end = "",
        .line_end = "\n",
        .string_end = " ",
        .comment_gap = " ",
        .first_comment = "Parameters used during export: Reorient: False; Scale: 1.0",
        .decimals = 10,
        .comments = AP_COMMENTS_ALL },
    [AP_MD5_MAX] = { .indent = "\t",
        .entry_end = " ",
        .line_end = "\r\n",
        .string_end = " ",
        .comment_gap = " ",
        .decimals = 6,
        .trimmed = true,
        .comments = AP_COMMENTS_FLAGS },
    [AP_MD5_OTHER] = { .indent = "",
        .entry_end = "",
        .line_end = "\n",
        .string_end = " ",
        .comment_gap = " ",
        .decimals = AP_STYLE_SHORTEST,
        .comments = AP_COMMENTS_NONE },
};

/* Returns the usual text between two tokens or, one in four times, an unusual one. Comments in it are surrounded by blanks, since
   id's reader takes a comment that touches a keyword for a part of the keyword, and skips the byte after a block comment. */
static const char *choose_gap(void *context, ap_text_blank_kind kind)
{
    static const char *const usual[] = {
        [AP_BLANK_OPTIONAL] = "", [AP_BLANK_NEEDED] = " ", [AP_BLANK_LINE] = "\n"
    };
    static const char *const odd[] = { " ", "\n", "\t", "\r\n", "\n\n\n", " \f\v\x01 ", "\x1a",
        " // } \" (\n", " /* 1 { \"\n */ ", " //\n//\r\n", "\t \t" };
    if (ap_choose_one_in(context, 4))
        return odd[ap_choose_below(context, sizeof odd / sizeof *odd)];
    return usual[kind];
}

/* Replaces one in four numbers by another spelling of the same number. Returns the length. */
static size_t respell_one_number_in_4(void *context, char text[AP_STYLE_NUMBER_BYTES], size_t length)
{
    static const char *const tails[] = { "e0", "e+00", "e-0", "000000000000000000000000" };
    const bool has_point = memchr(text, '.', length) != NULL;
    const size_t sign = text[0] == '-';
    if (!ap_choose_one_in(context, 4))
        return length;
    if (has_point && text[sign] == '0' && ap_choose_one_in(context, 2)) { /* ".5" for "0.5" */
        memmove(text + sign, text + sign + 1, length - sign - 1);
        length--;
    }
    if (!has_point)
        text[length++] = '.';
    const char *tail = tails[ap_choose_below(context, sizeof tails / sizeof *tails)];
    memcpy(text + length, tail, strlen(tail));
    return length + strlen(tail);
}

static void make_style_unusual(ap_choices *choices, ap_text_style *style)
{
    static const char *const comments[] = { NULL, "", "hierarchy { \"", "\x01\xff/*" };
    *style = styles[AP_MD5_OTHER];
    style->first_comment = comments[ap_choose_below(choices, sizeof comments / sizeof *comments)];
    style->decimals = (int)ap_choose_below(choices, AP_STYLE_DECIMALS + 1);
    style->trimmed = ap_choose_one_in(choices, 2);
    style->dense = ap_choose_one_in(choices, 2);
    style->comments = (ap_text_comments)ap_choose_below(choices, AP_COMMENTS_NONE + 1);
    style->context = choices;
    if (!ap_choose_one_in(choices, 4))
        style->blank = choose_gap;
    if (!ap_choose_one_in(choices, 4))
        style->spell = respell_one_number_in_4;
}

const ap_text_style *ap_md5_choose_style_unless_canonical(
    const ap_generation_request *make, size_t knob, int64_t drawn, ap_text_style *odd)
{
    const ap_knob_range allowed = make->ranges[knob];
    ap_md5_exporter_style family = (ap_md5_exporter_style)drawn;
    if (make->wild && allowed.least < allowed.greatest && ap_choose_one_in(make->choices, 2))
        family = AP_MD5_ODD;
    if (family == AP_MD5_CANONICAL)
        return NULL;
    if (family != AP_MD5_ODD)
        return &styles[family];
    make_style_unusual(make->choices, odd);
    return odd;
}

bool ap_md5_write_wild_trailing_text(const ap_generation_request *make)
{
    static const char *const ends[] = { "}", "MD5Version 10\n", "// the end", "\n\n \x1a" };
    return ap_write_wild_surrounding_text(make, ends, sizeof ends / sizeof *ends);
}
