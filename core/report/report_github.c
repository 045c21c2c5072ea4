/* Workflow commands: a line of this form in the log of a GitHub action becomes an annotation. */
#include <string.h>

#include "core/base/utf8.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_github;

static bool has_meaning(char byte, bool property)
{
    return byte == '%' || byte == '\r' || byte == '\n' || (property && (byte == ',' || byte == ':'));
}

/* How many bytes there are before the first that may not stand for itself. */
static size_t plain_bytes(const char *text, size_t left, bool property)
{
    size_t length = 0;
    while (
        length < left && text[length] >= ' ' && text[length] < 0x7f && !has_meaning(text[length], property))
        length++;
    return length;
}

/* In a property, a comma and a colon mean something too. Controls become blanks, and bytes that are not UTF-8
   become U+FFFD. */
static void put_escaped(FILE *stream, const char *text, bool property)
{
    for (size_t left = strlen(text); left > 0;) {
        const size_t plain = plain_bytes(text, left, property);
        const size_t length = plain > 0 ? plain : ap_utf8_length((const uint8_t *)text, left);
        if (plain > 0)
            fwrite(text, 1, plain, stream);
        else if (has_meaning(*text, property))
            fprintf(stream, "%%%02X", (unsigned)(unsigned char)*text);
        else if (length == 0)
            fputs("\xef\xbf\xbd", stream);
        else if (ap_is_control((const uint8_t *)text, length))
            fputc(' ', stream);
        else
            fwrite(text, 1, length, stream);
        text += length > 0 ? length : 1;
        left -= length > 0 ? length : 1;
    }
}

static const char *command_of(ap_severity severity)
{
    return severity == AP_ERROR ? "error" : severity == AP_WARNING ? "warning" : "notice";
}

/* "::error file=a.md5anim,line=3,col=7" */
static void begin_command(FILE *stream, const char *command, const char *file)
{
    fprintf(stream, "::%s file=", command);
    put_escaped(stream, file, true);
}

static void put_finding(FILE *stream, const ap_report_file *file, const ap_finding *finding)
{
    begin_command(stream, command_of(finding->severity), file->name);
    if (file->text) {
        fprintf(stream, ",line=%zu,col=%zu", finding->line, finding->character);
        if (finding->end_character > finding->character)
            fprintf(stream, ",endColumn=%zu", finding->end_character);
    }
    fputs(",title=", stream);
    put_escaped(stream, finding->rule->id, true);
    fputs("::", stream);
    if (!file->text)
        fprintf(stream, "at byte 0x%zx: ", finding->span.offset);
    put_escaped(stream, finding->message, false);
    fputc('\n', stream);
}

static void begin(ap_output *output)
{
    (void)output;
}

static void tell(ap_output *output, const ap_report_file *file)
{
    if (file->error != NULL) {
        begin_command(output->stream, "error", file->name);
        fputs(",title=not read::", output->stream);
        put_escaped(output->stream, file->error, false);
        fputc('\n', output->stream);
    }
    if (file->findings == NULL)
        return;
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next)
        put_finding(output->stream, file, f);
    if (file->findings->dropped > 0) {
        begin_command(output->stream, "notice", file->name);
        fprintf(output->stream,
            ",title=limit::%zu more dropped over a limit (--max-findings, --max-per-rule)\n",
            file->findings->dropped);
    }
}

/* No line may begin with the name of a file, which may look like a command. */
static void skipped(ap_output *output, const ap_report_skipped *about)
{
    if (output->verbose)
        fputs("animproof: ", output->stream);
    ap_put_skipped(output, about);
}

/* The log is for people too. A line that begins otherwise is not a command. */
static void end(ap_output *output, const ap_summary *summary)
{
    if (output->quiet)
        return;
    ap_put_summary(output->stream, summary);
    fputc('\n', output->stream);
}

const ap_reporter ap_report_github = {
    .name = "github",
    .summary = "workflow commands, which GitHub shows as annotations",
    .begin = begin,
    .file = tell,
    .skipped = skipped,
    .end = end,
};
