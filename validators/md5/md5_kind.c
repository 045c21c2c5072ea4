#include "validators/md5/md5_kind.h"

#include <string.h>

#include "core/text/text_io.h"
#include "validators/md5/md5_stream.h"

static const char version[] = "MD5Version";
static const char byte_order_mark[] = "\xef\xbb\xbf";

enum { VERSION_BYTES = sizeof version - 1, MARK_BYTES = sizeof byte_order_mark - 1 };

typedef struct kind_row {
    const char *title;
    const char *words[6];
} kind_row;

static const kind_row kinds[] = {
    [AP_MD5_NONE] = { "", { NULL } },
    [AP_MD5_MESH] = { "an .md5mesh, the mesh of a model", { "numMeshes", "joints", "mesh", NULL } },
    [AP_MD5_ANIM] = { "an .md5anim, the animation of a model",
        { "numAnimatedComponents", "hierarchy", "bounds", "baseframe", "frame", NULL } },
    [AP_MD5_CAMERA] = { "an .md5camera, a camera path", { "numCuts", "cuts", "camera", NULL } },
};

const char *ap_md5_kind_description(ap_md5_kind kind)
{
    return kinds[kind].title;
}

static const char *const header_words[] = { version, "commandline", "numFrames", "numJoints", "frameRate",
    NULL };

/* Rules for the lexer of ap_md5_find_kind_or_anim. They are empty, because that function reports no findings. */
static const ap_rule no_rules[MD5_SHARED];
static const ap_text_rules text_rules = AP_MD5_TEXT_RULES(no_rules, header_words);

static bool is_one_of(const ap_io *io, ap_token token, const char *const *words)
{
    while (*words != NULL && !ap_token_is_bare_word(io, token, *words))
        words++;
    return *words != NULL;
}

static ap_md5_kind kind_of_word(const ap_io *io, ap_token token)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (is_one_of(io, token, kinds[i].words))
            return (ap_md5_kind)i;
    }
    return AP_MD5_NONE;
}

ap_md5_kind ap_md5_find_kind_or_anim(ap_view input, size_t at, ap_span *word)
{
    ap_text text;
    ap_token token;
    ap_md5_kind kind = AP_MD5_NONE;
    ap_text_init(&text, input, at, NULL, &text_rules);
    do {
        token = ap_text_take_token(&text);
        if (token.kind == AP_TOKEN_WORD)
            kind = kind_of_word(&text.io, token);
    } while (kind == AP_MD5_NONE && token.kind != AP_TOKEN_END);
    if (word != NULL)
        *word = kind == AP_MD5_NONE ? (ap_span){ 0, 0 } : token.span;
    return kind == AP_MD5_NONE ? AP_MD5_ANIM : kind;
}

/* Returns true if the input begins with a UTF-16 byte order mark and MD5Version. */
static bool is_utf16_version(ap_view input)
{
    if (input.size < 2 + 2 * VERSION_BYTES)
        return false;
    const bool little = memcmp(input.bytes, "\xff\xfe", 2) == 0;
    if (!little && memcmp(input.bytes, "\xfe\xff", 2) != 0)
        return false;
    for (size_t i = 0; i < VERSION_BYTES; i++) {
        const uint8_t *unit = input.bytes + 2 + 2 * i;
        if (unit[little ? 0 : 1] != (uint8_t)version[i] || unit[little ? 1 : 0] != 0)
            return false;
    }
    return true;
}

static size_t skip_blanks(ap_view input, size_t at)
{
    while (at < input.size && ap_is_blank_other_than_nul(input.bytes[at]))
        at++;
    return at;
}

/* Returns the offset of the first byte after a UTF-8 byte order mark, if the input begins with one, and after blanks. */
static size_t offset_after_mark_and_blanks(ap_view input)
{
    const bool marked = input.size >= MARK_BYTES && memcmp(input.bytes, byte_order_mark, MARK_BYTES) == 0;
    return skip_blanks(input, marked ? MARK_BYTES : 0);
}

ap_md5_kind ap_md5_kind_or_none_without_version(ap_view input)
{
    if (is_utf16_version(input))
        return AP_MD5_ANIM;
    const size_t word = offset_after_mark_and_blanks(input);
    if (input.size - word < VERSION_BYTES || memcmp(input.bytes + word, version, VERSION_BYTES) != 0)
        return AP_MD5_NONE;
    const size_t number = skip_blanks(input, word + VERSION_BYTES);
    const bool is_number = number > word + VERSION_BYTES && number < input.size && input.bytes[number] >= '0'
                           && input.bytes[number] <= '9';
    return is_number ? ap_md5_find_kind_or_anim(input, number, NULL) : AP_MD5_NONE;
}

bool ap_md5_may_begin_with_version(ap_view start)
{
    const size_t word = offset_after_mark_and_blanks(start);
    const size_t shown = start.size - word < VERSION_BYTES ? start.size - word : VERSION_BYTES;
    return is_utf16_version(start) || memcmp(start.bytes + word, version, shown) == 0;
}

/* Returns true if the first word is one of header_words, or if the input ends inside the word MD5Version. Called for an input
   that does not begin with MD5Version and a number. */
static bool resembles_md5(ap_view input)
{
    ap_text text;
    const size_t start = offset_after_mark_and_blanks(input);
    if (start == input.size || input.bytes[start] == '\0') /* a file of gigabytes of zeros is not searched
                                                              for a word */
        return false;
    ap_text_init(&text, input, start, NULL, &text_rules);
    const ap_token token = ap_text_take_token(&text);
    const size_t length = token.span.length;
    if (token.kind != AP_TOKEN_WORD)
        return false;
    if (is_one_of(&text.io, token, header_words))
        return true;
    return length >= 3 && length < VERSION_BYTES && token.span.offset + length == input.size
           && memcmp(input.bytes + token.span.offset, version, length) == 0;
}

ap_match_level ap_md5_recognize(ap_md5_kind kind, ap_view input, ap_match_level least)
{
    const ap_md5_kind marked = ap_md5_kind_or_none_without_version(input);
    if (marked != AP_MD5_NONE)
        return marked == kind ? AP_MATCH_CERTAIN : AP_MATCH_NONE;
    return least <= AP_MATCH_RESEMBLES && resembles_md5(input)
                   && ap_md5_find_kind_or_anim(input, 0, NULL) == kind
               ? AP_MATCH_RESEMBLES
               : AP_MATCH_NONE;
}
