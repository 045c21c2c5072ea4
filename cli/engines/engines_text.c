/* Prints the answers of readers as a table for people, or as a table of Markdown: a row for each file. The reasons are below the
   row, in Markdown in its last cell. */
#include <string.h>

#include "cli/engines/engines.h"
#include "core/base/terminal_text.h"

enum { COLUMNS = 80, CELL = 4, SHORT_NAME = 3, PATH_BYTES = 31 };

/* Cells of the table for people, one for each answer. The lines below a row say why an answer is "?". */
static const char *const cells[AP_ANSWER_KINDS] = { "-", "ok", "bad", "?", "no", "die", "die" };

static bool is_markdown(const engines_run *run)
{
    return run->form == ENGINES_MARKDOWN;
}

/* Writes the path; of a path of more than PATH_BYTES bytes, "..." and its end. */
static void put_end_of_path(const char *path)
{
    const size_t length = strlen(path);
    if (length > PATH_BYTES) {
        path += length - (PATH_BYTES - 3);
        while (((unsigned char)*path & 0xC0) == 0x80) /* inside a character */
            path++;
        fputs("...", stdout);
    }
    ap_put_file_name(stdout, path);
}

/* Writes a reader's name in three letters, such as "vkq"; if the name ends with a digit, the third is that digit:
   "as5". */
static void put_shortened_reader_name(const char *name)
{
    const char last = name[strlen(name) - 1];
    if (last >= '0' && last <= '9')
        printf("%.*s%c ", SHORT_NAME - 1, name, last);
    else
        printf("%-*.*s ", SHORT_NAME, SHORT_NAME, name);
}

static void put_table_head(engines_run *run, const engines_file_answers *row)
{
    size_t columns = 0;
    if (run->headed)
        putchar('\n');
    for (size_t i = 0; i < AP_READERS; i++) {
        run->shown[i] = row->answers[i].kind != AP_ANSWER_NONE;
        if (run->shown[i] && is_markdown(run))
            printf("| %s ", ap_readers[i].name);
        else if (run->shown[i])
            put_shortened_reader_name(ap_readers[i].name);
        columns += run->shown[i];
    }
    fputs(is_markdown(run) ? "| file | why |\n" : " file\n", stdout);
    for (size_t i = 0; is_markdown(run) && i < columns + 2; i++)
        fputs(i < columns + 1 ? "| --- " : "| --- |\n", stdout);
    run->headed = true;
}

/* Writes the text in indented lines of at most COLUMNS columns, broken between words; a longer word has a line of its own. */
static void put_wrapped_text(const char *text)
{
    size_t column = (size_t)printf("   ");
    while (*text != '\0') {
        const size_t length = strcspn(text, " ");
        if (column + 1 + length > COLUMNS)
            column = (size_t)printf("\n     ") - 1;
        column += (size_t)printf(" %.*s", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

static void put_reasons(const engines_run *run, const engines_file_answers *row)
{
    size_t next = 0;
    bool is_after_other = false;
    char text[AP_ANSWER_REASON_BYTES];
    while (ap_next_answer_reason(row->answers, AP_READERS, &next, text)) {
        if (is_markdown(run))
            printf("%s%s", is_after_other ? "; " : "", text);
        else
            put_wrapped_text(text);
        is_after_other = true;
    }
}

static void put_answer_cells(const engines_run *run, const engines_file_answers *row)
{
    for (size_t i = 0; i < AP_READERS; i++) {
        const ap_answer_kind kind = row->answers[i].kind;
        if (!run->shown[i])
            continue;
        if (is_markdown(run))
            printf("| %s ", ap_answer_name(kind));
        else
            printf("%-*s", CELL, cells[kind]);
    }
}

static void put_answers_of_file(engines_run *run, const engines_file_answers *row)
{
    if (row->error != NULL) {
        if (is_markdown(run))
            return; /* the message was printed to standard error, and the file has no answers */
        ap_put_file_name(stdout, row->path);
        printf(": %s\n", row->error);
        return;
    }
    if (!engines_has_row_readers_of_table(run, row))
        put_table_head(run, row);
    put_answer_cells(run, row);
    fputs(is_markdown(run) ? "| " : " ", stdout);
    if (is_markdown(run))
        ap_put_file_name(stdout, row->path);
    else
        put_end_of_path(row->path);
    fputs(is_markdown(run) ? " | " : "\n", stdout);
    put_reasons(run, row);
    if (is_markdown(run))
        fputs(" |\n", stdout);
}

static void begin_table_report(engines_run *run)
{
    (void)run;
}

/* Writes how many files load in each reader. */
static void put_load_counts(const engines_run *run)
{
    size_t column = 0;
    for (size_t i = 0; i < AP_READERS; i++) {
        char text[64];
        const size_t *sums = run->sums[i];
        if (sums[AP_ANSWER_NONE] == run->with_answers)
            continue;
        const int length = snprintf(text, sizeof text, "%s %zu of %zu", ap_readers[i].name,
            sums[AP_ANSWER_LOADS], run->with_answers - sums[AP_ANSWER_NONE]);
        if (column > 0 && column + (size_t)length + 2 > COLUMNS) {
            fputs(",\n", stdout);
            column = 0;
        }
        fputs(column > 0 ? ", " : "  ", stdout);
        fputs(text, stdout);
        column += (size_t)length + 2;
    }
    fputs("\n", stdout);
}

static void end_table_report(engines_run *run)
{
    if (run->with_answers == 0)
        return;
    printf("\n%zu of %zu file%s load%s in all readers", run->load_in_all, run->with_answers,
        run->with_answers == 1 ? "" : "s", run->with_answers == 1 ? "s" : "");
    if (run->with_answers == 1) {
        fputs(".\n", stdout);
        return;
    }
    fputs("; by reader:\n", stdout);
    put_load_counts(run);
}

const engines_output_form engines_text_form = {
    .begin = begin_table_report, .print_row = put_answers_of_file, .end = end_table_report
};
