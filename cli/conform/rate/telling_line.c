/* The line of a broken loader's output that tells most: a sanitizer's report, or else the last one. */
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/terminal_text.h"
#include "core/base/utf8.h"

enum { SHOWN_BYTES = 200, LEAST_ALIKE = 3 /* cases; of two, each is shown */ };

static bool broke(const cli_result *result)
{
    return result->status == CLI_CRASH || result->status == CLI_OUT_OF_MEMORY;
}

/* The last line with something on it. */
static ap_view last_line(const char *text)
{
    static const char blanks[] = " \t\r\n";
    size_t end = strlen(text);
    while (end > 0 && strchr(blanks, text[end - 1]) != NULL)
        end--;
    size_t start = end;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return (ap_view){ (const uint8_t *)text + start, end - start };
}

/* "==1234==ERROR: ..." without the number, which is another one each time. */
static ap_view without_process(const char *line)
{
    const size_t digits = strncmp(line, "==", 2) == 0 ? strspn(line + 2, "0123456789") : 0;
    if (digits > 0 && strncmp(line + 2 + digits, "==", 2) == 0)
        line += digits + 4;
    return (ap_view){ (const uint8_t *)line, strlen(line) };
}

ap_view cli_telling_line(const cli_result *result)
{
    if (result->report != NULL)
        return without_process(result->report);
    return broke(result) ? last_line(result->output) : (ap_view){ NULL, 0 };
}

void cli_put_line(FILE *stream, ap_view line)
{
    size_t shown = 0;
    ap_batch batch;
    while (shown < line.size && shown < SHOWN_BYTES) {
        const size_t length = ap_utf8_length(line.bytes + shown, line.size - shown);
        shown += length > 0 ? length : 1;
    }
    ap_batch_init(&batch, stream);
    ap_batch_message(&batch, (const char *)line.bytes, shown);
    ap_batch_text(&batch, shown < line.size ? "..." : "");
    ap_batch_write(&batch);
}

/* Up to the first address, which is another one each time. */
static size_t lasting_bytes(ap_view line)
{
    const uint8_t *address = memmem(line.bytes, line.size, "0x", 2);
    return address == NULL ? line.size : (size_t)(address - line.bytes);
}

static bool are_alike(const cli_result *one, const cli_result *other)
{
    const ap_view line = cli_telling_line(one), same = cli_telling_line(other);
    const size_t length = lasting_bytes(line);
    return one->status == other->status && length == lasting_bytes(same) && length > 0
           && memcmp(line.bytes, same.bytes, length) == 0;
}

const cli_result *cli_alike(const cli_conform_data *data, size_t loader)
{
    const cli_result *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < data->case_count; i++) {
        const cli_result *result = cli_result_of(data, i, loader);
        if (result->status == CLI_NOT_RUN)
            continue;
        if (!broke(result) || (first != NULL && !are_alike(first, result)))
            return NULL;
        first = first == NULL ? result : first;
        count++;
    }
    return count < LEAST_ALIKE ? NULL : first;
}
