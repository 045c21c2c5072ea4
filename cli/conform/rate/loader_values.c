#include "cli/conform/rate/loader_values.h"
#include "core/base/same_bytes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHOWN_NAME = 80 };

/* tolerance for times, because loaders may round them: relative to the time, absolute in seconds below 1 s */
static const double time_tolerance = 1e-6;

static const char *const rating_ids[CLI_VALUES_RATINGS] = { "not-compared", "fine", "missing", "off",
    "not-a-number", "malformed" };

const char *cli_values_rating_id(cli_values_rating rating)
{
    return rating_ids[rating];
}

/* The state of comparing the values of one file. */
typedef struct values_comparison {
    const ap_value_list *list;
    cli_values_result *result;
    ap_arena *arena;
    ap_arena line; /* memory for one line; reset before each line */
    bool *seen;    /* seen[row * times + time] is true if the value was printed */
    size_t row;    /* row of the list that the latest line was about */
    size_t number; /* number of the current line, from 1 */
} values_comparison;

const char *cli_list_expected_times(const ap_case_values *values, ap_arena *arena)
{
    enum { TIME_BYTES = 24 /* longest text: ",-1.23456789e-308" */ };
    const size_t count = values == NULL ? 0 : values->list.time_count;
    char *text = ap_alloc_array(arena, count + 1, TIME_BYTES);
    char *at = text;
    for (size_t i = 0; text != NULL && i < count; i++)
        at += snprintf(at, TIME_BYTES, "%s%.9g", i == 0 ? "" : ",", values->list.times[i]);
    return text;
}

/* Counts a fault of the output. If it is the first one, makes `rating` the result. Returns true for the first
   fault. */
static bool count_fault_in_result(values_comparison *c, cli_values_rating rating)
{
    const bool first = c->result->rating == CLI_VALUES_FINE;
    c->result->wrong++;
    if (first)
        c->result->rating = rating;
    return first;
}

/* Counts a fault of a value. If it is the first one, also records the name and the time of the value. */
static bool count_value_fault(values_comparison *c, cli_values_rating rating, size_t row, size_t time)
{
    cli_values_result *result = c->result;
    const ap_value_row *of = &c->list->rows[row];
    const int length = of->name.size > SHOWN_NAME ? SHOWN_NAME : (int)of->name.size;
    const char *name = (const char *)of->name.bytes;
    if (!count_fault_in_result(c, rating))
        return false;
    result->at = c->list->times[time];
    if (c->list->named)
        result->subject = ap_arena_print(c->arena, "%.*s", length, name);
    else if (length > 0)
        result->subject =
            ap_arena_print(c->arena, "%s %zu (\"%.*s\")", c->list->thing, of->number, length, name);
    else
        result->subject = ap_arena_print(c->arena, "%s %zu", c->list->thing, of->number);
    return true;
}

static const char *name_of_first_wrong_value(const values_comparison *c)
{
    return c->result->subject == NULL ? "" : c->result->subject;
}

static void report_difference(
    values_comparison *c, size_t row, size_t time, size_t axis, double wanted, double found)
{
    static const char *const axes[] = { "x", "y", "z" };
    if (!count_value_fault(c, isfinite(found) ? CLI_VALUES_OFF : CLI_VALUES_NOT_A_NUMBER, row, time))
        return;
    c->result->wanted = wanted;
    c->result->found = found;
    c->result->message = ap_arena_print(c->arena, "%s at %.9g: %s is %.9g; expected %.9g, within %.3g",
        name_of_first_wrong_value(c), c->result->at, c->list->width == 1 ? "value" : axes[axis], found,
        wanted, c->list->tolerance);
}

static void report_value_not_a_number(values_comparison *c, size_t row, size_t time, double wanted)
{
    if (!count_value_fault(c, CLI_VALUES_NOT_A_NUMBER, row, time))
        return;
    c->result->wanted = wanted;
    c->result->found = (double)NAN;
    c->result->message =
        ap_arena_print(c->arena, "%s at %.9g: line %zu has no %s", name_of_first_wrong_value(c),
            c->result->at, c->number, c->list->width == 1 ? "number" : "three numbers");
}

/* Returns the index of the expected time that matches the line's time, or the number of times if none
   does. */
static size_t find_time_of_line(values_comparison *c, const ap_json_document *json)
{
    const ap_value_list *list = c->list;
    double at;
    size_t nearest = 0;
    if (!ap_json_read_real(json, ap_json_find_member(json, 0, "at"), &c->line, &at))
        return list->time_count;
    for (size_t time = 1; time < list->time_count; time++) {
        if (fabs(at - list->times[time]) < fabs(at - list->times[nearest]))
            nearest = time;
    }
    const double far = time_tolerance * fmax(1, fabs(list->times[nearest]));
    return fabs(at - list->times[nearest]) <= far ? nearest : list->time_count;
}

/* Returns the index of the row with this name, or the number of rows if no row has it. Starts at the latest row,
   because loaders print rows in order. */
static size_t find_row_by_name(const values_comparison *c, ap_view name)
{
    const size_t count = c->list->count;
    for (size_t i = 0; i < count; i++) {
        const size_t row = (c->row + i) % count;
        if (ap_same_bytes(c->list->rows[row].name, name))
            return row;
    }
    return count;
}

static int compare_row_numbers(const void *number, const void *row)
{
    const size_t wanted = *(const size_t *)number, found = ((const ap_value_row *)row)->number;
    return (wanted > found) - (wanted < found);
}

/* Returns the index of the row with this number, or the number of rows if no row has it. Rows are sorted by number. */
static size_t find_row_by_number(const values_comparison *c, size_t number)
{
    const ap_value_list *list = c->list;
    const ap_value_row *row =
        list->count == 0 ? NULL
                         : bsearch(&number, list->rows, list->count, sizeof *list->rows, compare_row_numbers);
    return row == NULL ? list->count : (size_t)(row - list->rows);
}

/* Returns the index of the row that the line is about, or the number of rows if the list has no such row. */
static size_t find_row_of_line(values_comparison *c, const ap_json_document *json)
{
    const ap_json_ref thing = ap_json_find_member(json, 0, c->list->thing);
    int64_t number;
    ap_view name;
    size_t row = c->list->count;
    if (c->list->named && ap_json_decode_string(json, thing, &c->line, &name))
        row = find_row_by_name(c, name);
    else if (!c->list->named && ap_json_read_integer(json, thing, &number) && number >= 0)
        row = find_row_by_number(c, (size_t)number);
    c->row = row < c->list->count ? row : c->row;
    return row;
}

static void compare_value(values_comparison *c, const ap_json_document *json, size_t row, size_t time)
{
    double found[AP_VALUE_NUMBERS] = { (double)NAN, (double)NAN, (double)NAN };
    const double *wanted = ap_numbers_of_row_at(c->list, row, time);
    const ap_json_ref value = ap_json_find_member(json, 0, "value");
    c->seen[row * c->list->time_count + time] = true;
    if (!isfinite(wanted[0]))
        return;
    size_t axis = 0;
    if (!ap_read_json_value(json, value, c->list->width, &c->line, found)) {
        while (axis + 1 < c->list->width && isfinite(found[axis]))
            axis++;
        report_value_not_a_number(c, row, time, wanted[axis]);
        return;
    }
    for (; axis < c->list->width; axis++) {
        if (fabs(found[axis] - wanted[axis]) <= c->list->tolerance)
            continue;
        report_difference(c, row, time, axis, wanted[axis], found[axis]);
        return;
    }
}

/* Returns true if a line that is not JSON has NaN or infinity as a value: C, Python and others print values in that
   way. */
static bool contains_nan_or_infinity(ap_view line)
{
    static const char *const words[] = { "nan", "inf", "1.#" };
    for (size_t at = 0; at < line.size; at++) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t length = strlen(words[i]);
            if (line.size - at >= length && strncasecmp((const char *)line.bytes + at, words[i], length) == 0)
                return true;
        }
    }
    return false;
}

static void report_malformed_line(values_comparison *c, ap_view line, const char *why)
{
    const bool nan = contains_nan_or_infinity(line);
    if (!count_fault_in_result(c, nan ? CLI_VALUES_NOT_A_NUMBER : CLI_VALUES_MALFORMED))
        return;
    c->result->found = (double)NAN;
    c->result->message =
        nan ? ap_arena_print(c->arena, "line %zu has a value that is not a number", c->number)
            : ap_arena_print(c->arena, "line %zu is not JSON: %.150s", c->number, why);
}

/* Compares one line of the loader's output with the expected values. Ignores lines that do not begin with {, and lines about a
   time or a thing that has no expected value. */
static void compare_output_line(values_comparison *c, ap_view line)
{
    ap_json_document json;
    char why[AP_JSON_FAULT_BYTES];
    if (line.size == 0 || line.bytes[0] != '{')
        return;
    ap_arena_reset(&c->line);
    if (!ap_json_read(&json, line, &c->line, why)) {
        if (!c->line.failed)
            report_malformed_line(c, line, why);
        c->arena->failed = c->arena->failed || c->line.failed;
        return;
    }
    const size_t time = find_time_of_line(c, &json);
    const size_t row = time < c->list->time_count ? find_row_of_line(c, &json) : c->list->count;
    if (row < c->list->count)
        compare_value(c, &json, row, time);
}

static void compare_output_lines(values_comparison *c, ap_view printed)
{
    for (size_t at = 0; at < printed.size;) {
        const uint8_t *start = printed.bytes + at;
        const uint8_t *end = memchr(start, '\n', printed.size - at);
        const size_t length = end == NULL ? printed.size - at : (size_t)(end - start);
        c->number++;
        compare_output_line(c, (ap_view){ start, length });
        at += length + 1;
    }
}

/* Counts the expected values, and reports those that were not printed. A value that is not finite is not expected. */
static void report_missing_values(values_comparison *c)
{
    size_t missing = 0;
    for (size_t time = 0; time < c->list->time_count; time++) {
        for (size_t row = 0; row < c->list->count; row++) {
            if (!isfinite(*ap_numbers_of_row_at(c->list, row, time)))
                continue;
            c->result->expected++;
            if (c->seen[row * c->list->time_count + time])
                continue;
            missing++;
            if (count_value_fault(c, CLI_VALUES_MISSING, row, time)) {
                c->result->wanted = *ap_numbers_of_row_at(c->list, row, time);
                c->result->found = (double)NAN;
            }
        }
    }
    if (c->result->rating == CLI_VALUES_MISSING)
        c->result->message =
            missing == c->result->expected
                ? ap_arena_print(c->arena, "none of the %zu expected values was printed", missing)
                : ap_arena_print(c->arena, "%s at %.9g is missing; %zu of %zu values are missing",
                    name_of_first_wrong_value(c), c->result->at, missing, c->result->expected);
}

bool cli_compare_values(
    const ap_case_values *values, ap_view printed, bool cut, ap_arena *arena, cli_values_result *result)
{
    values_comparison c = { .list = &values->list, .result = result, .arena = arena };
    *result = (cli_values_result){ .rating = CLI_VALUES_FINE };
    ap_arena_init(&c.line, 0);
    c.seen = ap_alloc_array(arena, c.list->count, c.list->time_count * sizeof *c.seen);
    if (cut) {
        result->rating = CLI_VALUES_MALFORMED;
        result->found = (double)NAN;
        result->message =
            ap_arena_print(arena, "the loader printed more than 64 MiB for one file, the limit");
    } else if (c.seen != NULL) {
        compare_output_lines(&c, printed);
        report_missing_values(&c);
    }
    ap_arena_free(&c.line);
    return !arena->failed;
}
