/* Reads and writes frameRate: an integer, or a decimal fraction, which readers interpret in different
   ways. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/number/float_text.h"
#include "validators/md5/md5_rate.h"
#include "validators/md5/md5_stream.h"

enum {
    /* id's reader multiplies milliseconds by the rate in 32 bits, which overflows within a second for higher rates */
    MOST_RATE = INT32_MAX / 1000,
    TEN = 10
};

/* Returns the rate that the filler provides. The filler is called again when the rate is written. */
static double get_filler_rate(const ap_io *io, const char *path)
{
    uint64_t bits = 0;
    (void)io->filler->number(io->filler->context, io, path, AP_TYPE_TEXT, AP_ROLE_NUMBER, &bits);
    return ap_double_of_bits(bits);
}

static bool is_not_int32(double rate)
{
    return rate != floor(rate) || rate > INT32_MAX;
}

/* Returns true if the rate is, or is to be, written with a point and without exponent: such a rate gets a warning when it is
   read, and its range is checked by its digits. A filler's rate is written so if int32 cannot hold it. */
static bool is_decimal_fraction(
    ap_md5_stream *stream, const char *path, const ap_md5_integer_or_fractional_rate *rate)
{
    if (ap_is_filling(&stream->text.io))
        return is_not_int32(get_filler_rate(&stream->text.io, path));
    if (ap_is_writing(&stream->text.io))
        return rate->fraction.valid;
    ap_token token = ap_text_peek_token(&stream->text);
    ap_view word = ap_token_view_unquoted(&stream->text.io, token);
    ap_number number = ap_parse_float(word);
    return token.kind == AP_TOKEN_WORD && number.fault == AP_NUMBER_FINE && !number.has_exponent
           && memchr(word.bytes, '.', word.size) != NULL;
}

/* Writes a whole number from a filler that exceeds int32, with a point and without exponent. Otherwise the
   text would not be read as a rate, and the range would not be checked. */
static ap_md5_step_after_header_value write_large_rate(ap_text *text, const char *path)
{
    char digits[AP_FLOAT_TEXT_BYTES + 1];
    const ap_filler *filler = text->io.filler;
    uint64_t bits = 0;
    if (!filler->number(filler->context, &text->io, path, AP_TYPE_F32, AP_ROLE_NUMBER, &bits))
        return AP_MD5_VALUE_WRONG;
    digits[ap_float_text_with_decimals(ap_float_of_bits((uint32_t)bits), 1, digits)] = '\0';
    return ap_text_put_word_if_writing(text, digits) ? AP_MD5_VALUE_READ : AP_MD5_VALUE_WRONG;
}

/* Returns the number before the decimal point, which the word has: MOST_RATE + 1 for all larger numbers, -1 for a number with a
   minus sign. */
static int32_t whole_part_up_to_limit_or_minus_1(ap_view word)
{
    int32_t whole = word.bytes[0] == '-' ? -1 : 0;
    for (size_t i = 0; whole >= 0 && whole <= MOST_RATE && word.bytes[i] != '.'; i++)
        whole = whole * TEN + (word.bytes[i] - '0');
    return whole <= MOST_RATE ? whole : MOST_RATE + 1;
}

/* Returns true if a digit other than 0 follows the point. */
static bool has_nonzero_fraction(ap_view word)
{
    const uint8_t *at = memchr(word.bytes, '.', word.size), *end = word.bytes + word.size;
    for (at++; at < end; at++) {
        if (*at != '0')
            return true;
    }
    return false;
}

static const char why_positive[] = "the time of a frame is its number divided by the rate";

static void report_too_high_rate(ap_io *io, const ap_rule *range, ap_value found)
{
    ap_add_finding(io, range, ap_value_with_prefix("at most", ap_integer(MOST_RATE)), found,
        ": with more, milliseconds times the rate exceed 32 bits within a second, and Doom 3 reads "
        "outside its "
        "frames");
}

/* Checks the range of a fraction by its digits: a float would be rounded. */
static void check_fraction_range(ap_io *io, const ap_rule *range, ap_view word)
{
    const int32_t whole = whole_part_up_to_limit_or_minus_1(word);
    if (whole < 1)
        ap_add_finding(
            io, range, ap_value_with_prefix("at least", ap_integer(1)), ap_bytes(word), ": %s", why_positive);
    else if (whole > MOST_RATE || (whole == MOST_RATE && has_nonzero_fraction(word)))
        report_too_high_rate(io, range, ap_bytes(word));
}

/* Reads or writes a rate for which is_decimal_fraction is true. When reading, always reports rules->fraction. */
static ap_md5_step_after_header_value read_or_write_fractional_rate(
    ap_md5_stream *stream, const char *path, ap_text_number *rate, const ap_md5_rate_rules *rules)
{
    if (ap_is_filling(&stream->text.io))
        rate->value = (float)get_filler_rate(&stream->text.io, path);
    if (ap_is_filling(&stream->text.io) && rate->value >= 0x1p31F)
        return write_large_rate(&stream->text, path);
    if (ap_is_writing(&stream->text.io))
        return ap_text_float(&stream->text, path, rate) ? AP_MD5_VALUE_READ : AP_MD5_VALUE_WRONG;
    ap_io *io = &stream->text.io;
    const ap_token token = ap_text_take_token(&stream->text);
    ap_text_pass_field(&stream->text, path, token.span, AP_ROLE_NUMBER);
    *rate = (ap_text_number){
        .value = ap_parse_float(ap_token_view_unquoted(io, token)).value, .valid = true, .span = token.span
    };
    ap_add_finding(io, rules->fraction, ap_text_value("an integer"), ap_float(rate->value),
        "; Doom 3 drops the fraction, other readers do not");
    check_fraction_range(io, rules->range, ap_token_view_unquoted(io, token));
    ap_policy_check_rate(io, stream->policy, (double)rate->value);
    return AP_MD5_VALUE_READ;
}

ap_md5_step_after_header_value ap_md5_read_or_write_rate(ap_md5_stream *stream, const char *path,
    ap_md5_integer_or_fractional_rate *rate, const ap_md5_rate_rules *rules)
{
    if (is_decimal_fraction(stream, path, rate))
        return read_or_write_fractional_rate(stream, path, &rate->fraction, rules);
    const ap_md5_integer_limits bounds = { 1, INT32_MAX, rules->range, why_positive, 0 };
    const ap_md5_step_after_header_value step =
        ap_md5_read_or_write_count(stream, path, &rate->integer, &bounds);
    if (step == AP_MD5_VALUE_READ && rate->integer.known && rate->integer.value > MOST_RATE
        && !ap_is_writing(&stream->text.io)) {
        report_too_high_rate(&stream->text.io, rules->range, ap_integer(rate->integer.value));
        rate->integer.known = false;
    }
    if (step == AP_MD5_VALUE_READ && rate->integer.known)
        ap_policy_check_rate(&stream->text.io, stream->policy, rate->integer.value);
    return step;
}

void ap_md5_check_duration_by_policy(
    ap_md5_stream *stream, const ap_text_integer *frame_count, const ap_md5_integer_or_fractional_rate *rate)
{
    char how[96];
    const double a_second = rate->fraction.valid  ? (double)rate->fraction.value
                            : rate->integer.known ? rate->integer.value
                                                  : 0;
    if (stream->policy == NULL || !frame_count->known || a_second <= 0)
        return;
    snprintf(how, sizeof how, "at %.9g frames a second they last", a_second);
    const ap_policy_duration duration = { ap_md5_seconds_from_first_to_last_frame(
                                              frame_count->value, a_second),
        frame_count->span, "num_frames", ap_integer(frame_count->value), how };
    ap_policy_check_duration(&stream->text.io, stream->policy, &duration);
}
