/* Reports as GitHub workflow commands. A command in the log of a GitHub action becomes an annotation. */
#include <string.h>

#include "core/base/utf8.h"
#include "core/report/github_command.h"
#include "core/report/output.h"
#include "core/report/report_spool.h"

extern const ap_reporter ap_report_github;

static bool must_be_escaped(char byte, bool property)
{
    return byte == '%' || byte == '\r' || byte == '\n' || (property && (byte == ',' || byte == ':'));
}

/* Writes one character, or one byte that is not UTF-8; returns the number of bytes read. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left, bool property)
{
    const size_t length = ap_utf8_character_length(at, left);
    if (must_be_escaped((char)*at, property)) {
        static const char digits[] = "0123456789ABCDEF";
        ap_batch_short_text(batch, (const char[]){ '%', digits[*at >> 4], digits[*at & 15] }, 3);
    } else if (length == 0) {
        ap_batch_text(batch, "\xef\xbf\xbd");
    } else if (ap_is_control_character(at, length)) {
        ap_batch_byte(batch, ' ');
    } else if (ap_is_hidden_character(at, length)) {
        char text[AP_HIDDEN_BYTES];
        ap_batch_bytes(batch, text, ap_put_hidden_as_u_escape(at, length, text));
    } else {
        ap_batch_short_text(batch, (const char *)at, length);
    }
    return length > 0 ? length : 1;
}

/* Writes text with the escapes of workflow commands; a property also escapes comma and colon. Other
   control characters become blanks, hidden characters escapes such as \u{202e}, and bytes that are not UTF-8 U+FFFD. */
static void put_escaped(ap_batch *batch, const char *text, bool property)
{
    const uint8_t *at = (const uint8_t *)text;
    for (size_t left = strlen(text), done; left > 0; at += done, left -= done) {
        done = property ? ap_batch_plain_prefix(batch, at, left, "%,:")
                        : ap_batch_plain_prefix(batch, at, left, "%");
        if (done < left)
            done += put_character(batch, at + done, left - done, property);
    }
}

static const char *command_of(ap_severity severity)
{
    return severity == AP_ERROR ? "error" : severity == AP_WARNING ? "warning" : "notice";
}

/* Writes the beginning of a command: "::error file=a.md5anim". */
static void begin_command(ap_batch *batch, const char *command, const char *file)
{
    ap_batch_text(batch, "::");
    ap_batch_text(batch, command);
    ap_batch_text(batch, " file=");
    put_escaped(batch, file, true);
}

static void put_finding(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    begin_command(batch, command_of(finding->severity), file->name);
    if (file->text) {
        ap_batch_text_and_number(batch, ",line=", finding->line);
        ap_batch_text_and_number(batch, ",col=", finding->character);
        if (finding->end_character > finding->character)
            ap_batch_text_and_number(batch, ",endColumn=", finding->end_character);
    }
    ap_batch_text(batch, ",title=");
    put_escaped(batch, finding->rule->id, true);
    ap_batch_text(batch, "::");
    if (!file->text) {
        ap_batch_text(batch, "at byte ");
        ap_report_put_position_in_file(batch, file, finding);
    }
    put_escaped(batch, finding->message, false);
    ap_batch_byte(batch, '\n');
}

static void put_findings(ap_batch *batch, const ap_report_file *file)
{
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next)
        put_finding(batch, file, f);
    if (file->findings->truncated > 0) {
        begin_command(batch, "notice", file->name);
        ap_batch_text_and_number(batch, ",title=limit::", file->findings->truncated);
        ap_batch_text(batch, " more not shown (--max-findings, --max-per-rule)\n");
    }
}

static void github_file(ap_output *output, const ap_report_file *file)
{
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    if (file->error != NULL) {
        begin_command(&batch, "error", file->name);
        ap_batch_text(&batch, ",title=not read::");
        put_escaped(&batch, file->error, false);
        ap_batch_byte(&batch, '\n');
    }
    if (file->findings != NULL)
        put_findings(&batch, file);
    ap_batch_flush(&batch);
}

/* Writes a line for a skipped file. "animproof: " comes first, since a file's name at the start of a line could look like a
   command. */
static void github_put_skipped_line_if_verbose(ap_output *output, const ap_report_skipped *about)
{
    if (output->verbose)
        fputs("animproof: ", output->stream);
    ap_put_skipped_file_line_if_verbose(output, about);
}

void ap_github_put_command(
    FILE *stream, ap_severity severity, const char *file, const char *title, const char *message)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    begin_command(&batch, command_of(severity), file);
    ap_batch_text(&batch, ",title=");
    put_escaped(&batch, title, true);
    ap_batch_text(&batch, "::");
    put_escaped(&batch, message, false);
    ap_batch_byte(&batch, '\n');
    ap_batch_flush(&batch);
}

/* Writes the changes, then the summary. The summary is for people who read the log; GitHub ignores lines that are not
   commands. */
static void github_end(ap_output *output, const ap_summary *summary)
{
    ap_report_put_changes(output, summary);
    ap_put_summary_line_unless_quiet(output, summary);
}

const ap_reporter ap_report_github = {
    .name = "github",
    .summary = "workflow commands, which GitHub shows as annotations",
    .file = github_file,
    .skipped = github_put_skipped_line_if_verbose,
    .changes = AP_CHANGES_COMMANDS,
    .end = github_end,
};
