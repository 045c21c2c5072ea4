/* Reports numbers with a decimal comma. One finding reports all such numbers of a file, because the exporter's locale is their
   common cause. */
#include "core/text/text_io.h"

/* Returns true for a number with a decimal comma: -?[0-9]+,[0-9]+ */
static bool is_decimal_comma(ap_view word)
{
    size_t digits[2] = { 0, 0 }, commas = 0;
    for (size_t i = word.bytes[0] == '-'; i < word.size; i++) {
        if (word.bytes[i] == ',' && commas == 0)
            commas++;
        else if (word.bytes[i] >= '0' && word.bytes[i] <= '9')
            digits[commas]++;
        else
            return false;
    }
    return commas == 1 && digits[0] > 0 && digits[1] > 0;
}

bool ap_text_count_decimal_comma(ap_text *text, ap_view word)
{
    ap_text_decimal_commas *commas = &text->commas;
    if (!is_decimal_comma(word))
        return false;
    if (commas->count++ == 0) {
        commas->path = text->io.path;
        commas->field = text->io.field;
    }
    return true;
}

void ap_text_report_decimal_commas(ap_text *text)
{
    const ap_text_decimal_commas *commas = &text->commas;
    const ap_view first = { text->io.input.bytes + commas->field.span.offset, commas->field.span.length };
    if (commas->count == 0)
        return;
    const ap_field_path path = text->io.path;
    text->io.path = commas->path;
    text->io.field = commas->field;
    if (commas->count == 1)
        ap_add_finding(&text->io, text->rules->decimal_comma, ap_text_value("a number with a decimal point"),
            ap_bytes(first), ": it has a comma in place of the point");
    else
        ap_add_finding(&text->io, text->rules->decimal_comma, ap_text_value("a number with a decimal point"),
            ap_bytes(first), ": %zu numbers have a comma where the point belongs", commas->count);
    text->io.path = path;
}
