/* Fixes words, numbers, and content after the end. */
#include <assert.h>

#include "core/number/number.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

/* Returns the text between the quotes, or the whole word if it has no quotes. */
static ap_view strip_quotes(ap_view word)
{
    const bool quoted = word.size >= 2 && word.bytes[0] == '"' && word.bytes[word.size - 1] == '"';
    return quoted ? (ap_view){ word.bytes + 1, word.size - 2 } : word;
}

void ap_md5_fix_version_word(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = strip_quotes(ap_fix_input_at(job, finding->span));
    *fix = (ap_fix){ .span = finding->span, .text = ap_view_of_string("MD5Version") };
    if (!ap_is_word_in_any_case(word, "MD5Version"))
        fix->refused = "the first word is not MD5Version";
}

/* Returns true if the word is an integer or decimal spelling of 10, such as 010 or 10.00. */
static bool is_spelling_of_10(ap_view word)
{
    size_t at = 0;
    while (at < word.size && word.bytes[at] == '0')
        at++;
    if (word.size - at < 2 || memcmp(word.bytes + at, "10", 2) != 0)
        return false;
    at += 2;
    if (at < word.size && word.bytes[at] == '.') {
        for (at++; at < word.size && word.bytes[at] == '0'; at++) {
        }
    }
    return at == word.size;
}

void ap_md5_fix_version(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    *fix = (ap_fix){ .span = finding->span, .text = ap_view_of_string("10") };
    if (!is_spelling_of_10(strip_quotes(ap_fix_input_at(job, finding->span))))
        fix->refused = "the version is unknown or missing";
}

/* Replaces a commandline that is too long, or that has text which some readers take for keywords, by "". Readers do not use the
   commandline, which only records how the file was made; it is still kept unless --unsafe is given. */
void ap_md5_fix_by_emptying_commandline(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    *fix = (ap_fix){ .span = finding->span, .text = ap_view_of_string("\"\"") };
    if (!job->unsafe)
        fix->refused = "the commandline would be lost: --unsafe empties it";
}

void ap_md5_fix_missing_quotes(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const size_t length = finding->span.length;
    uint8_t *bytes = ap_alloc(job->arena, length + 2);
    if (bytes == NULL)
        return;
    bytes[0] = bytes[length + 1] = '"';
    memcpy(bytes + 1, job->input.bytes + finding->span.offset, length);
    *fix = (ap_fix){ .span = finding->span, .text = { bytes, length + 2 } };
}

/* Replaces each comma between two digits by a point, from the finding to the end of the file; not in strings and comments. */
void ap_md5_fix_decimal_commas_to_end(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    ap_token_reader walk;
    uint8_t *bytes = ap_fix_replace_rest_by_editable_copy(job, finding, fix);
    if (bytes == NULL)
        return;
    ap_begin_reading_tokens(&walk, job, fix->text);
    while (ap_read_next_token(&walk)) {
        uint8_t *word = bytes + walk.token.span.offset;
        for (size_t i = 1; walk.token.kind == AP_TOKEN_WORD && i + 1 < walk.token.span.length; i++) {
            if (word[i] == ',' && ap_is_digit(word[i - 1]) && ap_is_digit(word[i + 1]))
                word[i] = '.';
        }
    }
}

/* Returns the number of digits of the word from `at` on. */
static size_t count_digits(ap_view word, size_t at)
{
    size_t count = 0;
    while (at + count < word.size && ap_is_digit(word.bytes[at + count]))
        count++;
    return count;
}

/* Drops a plus sign, and a point with zeros at the end, from a whole number. Refuses a number with a zero before other digits,
   such as 010, which some readers take for another number, a word that is not a whole number, and a number outside int32. */
void ap_md5_fix_integer(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = { job->input.bytes + finding->span.offset, finding->span.length };
    assert(word.size > 0);
    const size_t sign = word.bytes[0] == '+' || word.bytes[0] == '-';
    const size_t whole = count_digits(word, sign);
    size_t end = sign + whole;
    if (end < word.size && word.bytes[end] == '.')
        end++;
    while (end < word.size && word.bytes[end] == '0')
        end++;
    fix->refused = "the value is not a whole number";
    if (whole == 0 || end != word.size || (whole > 1 && word.bytes[sign] == '0'))
        return;
    const size_t plus = word.bytes[0] == '+';
    const ap_view number = { word.bytes + plus, sign + whole - plus };
    int32_t value;
    if (ap_parse_int32(number, &value))
        *fix = (ap_fix){ .span = finding->span, .text = number };
    else
        fix->refused = "32 bits cannot store the value";
}

/* Rewrites numbers such as +1, 00.5, 1E5 and 1.5f as 1, 0.5, 1e5 and 1.5: every reader that accepts them
   reads these values. */
void ap_md5_fix_number(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = { job->input.bytes + finding->span.offset, finding->span.length };
    uint8_t *out = ap_alloc(job->arena, word.size);
    size_t at = 0, used = 0;
    fix->refused = "the intended number is unknown";
    if (out == NULL)
        return;
    assert(word.size > 0);
    if (word.bytes[0] == '-')
        out[used++] = '-';
    if (word.bytes[0] == '+' || word.bytes[0] == '-')
        at++;
    while (at + 1 < word.size && word.bytes[at] == '0' && ap_is_digit(word.bytes[at + 1]))
        at++;
    for (bool exponent = false, point = false; at < word.size; at++) {
        const uint8_t byte = word.bytes[at];
        const bool last_f = (byte == 'f' || byte == 'F') && at + 1 == word.size;
        const bool starts = (byte == 'e' || byte == 'E') && !exponent;
        const bool sign = (byte == '-' || byte == '+') && exponent && !ap_is_digit(out[used - 1]);
        if (!ap_is_digit(byte) && !last_f && !starts && !sign && (byte != '.' || point || exponent))
            return;
        exponent |= starts;
        point |= byte == '.';
        if (!last_f)
            out[used++] = starts ? 'e' : byte;
    }
    /* a plus sign alone, such as before -0.5, is removed: linting shows whether it took the place of a number */
    if (used == 0 || ap_parse_float((ap_view){ out, used }).fault != AP_NUMBER_MALFORMED)
        *fix = (ap_fix){ .span = finding->span, .text = { out, used } };
}

/* Appends ".0" to a number that has only digits: id's reader would compute it as an integer, modulo 2^32. */
void ap_md5_fix_by_appending_point(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = ap_fix_input_at(job, finding->span);
    uint8_t *out = ap_alloc(job->arena, word.size + 2);
    if (out == NULL)
        return;
    memcpy(out, word.bytes, word.size);
    memcpy(out + word.size, ".0", 2);
    *fix = (ap_fix){ .span = finding->span, .text = { out, word.size + 2 } };
}

/* Replaces a negative parent, or parent 0 of joint 0 itself, by -1. Refuses the index of another joint,
   which may be meant. */
void ap_md5_fix_root_parent(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view word = ap_fix_input_at(job, finding->span);
    *fix = (ap_fix){ .span = finding->span, .text = ap_view_of_string("-1") };
    assert(word.size > 0);
    if (word.bytes[0] != '-' && (word.size > 1 || word.bytes[0] != '0'))
        fix->refused = "another joint may be intended";
}

/* Returns the number of bytes without the blanks at the end. At least one byte must be other than a blank. */
static size_t size_without_blanks_at_end(const uint8_t *bytes, size_t size)
{
    while (ap_is_blank_other_than_nul(bytes[size - 1]))
        size--;
    return size;
}

void ap_md5_fix_trailing_content(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_view rest = ap_fix_input_from(job, finding->span.offset);
    const size_t first = size_without_blanks_at_end(job->input.bytes, finding->span.offset);
    const size_t second = size_without_blanks_at_end(rest.bytes, rest.size);
    ap_count_bytes_read_by_fixer(job, rest.size);
    const bool twice = first == second && memcmp(job->input.bytes, rest.bytes, first) == 0;
    fix->span = (ap_span){ finding->span.offset, rest.size };
    if (!twice && !job->unsafe)
        fix->refused = "the content after it would be lost: --unsafe cuts it off";
}
