/* Prints the answers of readers as a table for people, or as a table of Markdown: a row for each file, and the reasons
   below it. */
#include <string.h>

#include "cli/engines/engines.h"
#include "core/base/terminal_text.h"

enum { COLUMNS = 80, CELL = 4, SHORT_NAME = 3, PATH_BYTES = 31, REASON_BYTES = 512 };

/* Cells of the table for people, one for each answer; "?" is explained after the table. */
static const char *const cells[AP_ANSWERS] = { "-", "ok", "bad", "?", "no", "die", "die" };

static bool is_markdown(const engines_run *run)
{
    return run->form == ENGINES_MARKDOWN;
}

/* Writes the path; of a path that is longer than the rest of the line, only the end. */
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

/* Returns true if the columns of the table head printed last are the readers of this row. */
static bool are_readers_those_of_head(const engines_run *run, const engines_file_answers *row)
{
    for (size_t i = 0; i < AP_READERS; i++) {
        if (run->shown[i] != (row->answers[i].kind != AP_ANSWER_NONE))
            return false;
    }
    return run->headed;
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

/* Returns true if the table explains the answer in a line below the row. */
static bool is_answer_explained(const ap_answer *answer)
{
    return answer->kind > AP_ANSWER_LOADS || answer->fact != NULL;
}

static bool is_same_reason(const ap_answer *one, const ap_answer *other)
{
    return one->kind == other->kind && one->because == other->because && one->fact == other->fact;
}

/* Returns true if a reader with a smaller index has this reader's answer for the same reason. */
static bool is_answer_repeated(const engines_file_answers *row, size_t reader)
{
    for (size_t i = 0; i < reader; i++) {
        if (is_same_reason(&row->answers[i], &row->answers[reader]))
            return true;
    }
    return false;
}

/* Writes the answer of reader `first`, the reason, and all readers with both: "refuses (md5anim/version): id, iqm".
   Cuts the text at REASON_BYTES. */
static void write_reason_and_readers(const engines_file_answers *row, size_t first, char text[REASON_BYTES])
{
    const ap_answer *answer = &row->answers[first];
    const char *reason = answer->fact != NULL ? answer->fact : answer->because->id;
    size_t used = (size_t)snprintf(text, REASON_BYTES, "%s (%s):", ap_answer_name(answer->kind), reason);
    for (size_t i = first; i < AP_READERS && used < REASON_BYTES; i++) {
        if (is_same_reason(answer, &row->answers[i]))
            used += (size_t)snprintf(
                text + used, REASON_BYTES - used, "%s %s", i > first ? "," : "", ap_readers[i].name);
    }
}

/* Writes the text in lines of at most COLUMNS columns, broken between words. */
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
    bool is_after_other = false;
    for (size_t i = 0; i < AP_READERS; i++) {
        char text[REASON_BYTES];
        if (!is_answer_explained(&row->answers[i]) || is_answer_repeated(row, i))
            continue;
        write_reason_and_readers(row, i, text);
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
    if (!are_readers_those_of_head(run, row))
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
    .begin = begin_table_report, .row = put_answers_of_file, .end = end_table_report
};
