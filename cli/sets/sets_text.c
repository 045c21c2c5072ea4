/* Prints sets for people: a table for each set, then the files in no set, with the reasons. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/sets/sets.h"
#include "core/base/terminal_text.h"
#include "validators/companion_name.h"

static double figure_value(const sets_file *file, const char *name)
{
    const ap_figure *figure;
    return cli_figure_value(&file->row, name, &figure);
}

/* Writes a figure of a file, rounded for people; "-" if it is unknown. */
static void write_figure(const sets_file *file, const char *name, char text[CLI_NUMBER_BYTES])
{
    const ap_figure *figure;
    const double value = cli_figure_value(&file->row, name, &figure);
    if (figure != NULL)
        cli_write_rounded_figure(figure, value, text);
    else
        memcpy(text, "-", 2);
}

enum { EXTENT_BYTES = 3 * CLI_NUMBER_BYTES + 8 };

static void write_extent(const sets_file *file, char text[EXTENT_BYTES])
{
    char x[CLI_NUMBER_BYTES], y[CLI_NUMBER_BYTES], z[CLI_NUMBER_BYTES];
    if (isnan(figure_value(file, "extent-x"))) {
        memcpy(text, "-", 2);
        return;
    }
    write_figure(file, "extent-x", x);
    write_figure(file, "extent-y", y);
    write_figure(file, "extent-z", z);
    (void)snprintf(text, EXTENT_BYTES, "%s x %s x %s", x, y, z);
}

/* For a gib model or a level of detail, prints whether it has the joints of its mesh. */
static void put_comparison_of_joints_with_mesh(const sets_file *file)
{
    const sets_file *mesh = file->variant_of;
    if (mesh == NULL)
        return;
    const double joints = figure_value(file, "joints"), wanted = figure_value(mesh, "joints");
    fputs(file->identity == mesh->identity ? ": the joints of " : ": other joints than ", stdout);
    ap_put_file_name(stdout, mesh->row.path + ap_folder_bytes(mesh->row.path));
    if (joints < wanted || joints > wanted)
        printf(", which has %.0f, not %.0f", wanted, joints);
}

/* Prints how the skeleton of a file differs from that of the file which it should be like. */
static void put_skeleton_difference(const sets_file *file)
{
    if (file->difference == NULL)
        return;
    fputs(": ", stdout);
    ap_put_escaped_text(stdout, file->difference);
    fputs(" as in ", stdout);
    ap_put_file_name(stdout, file->differs_from->row.path + ap_folder_bytes(file->differs_from->row.path));
}

static void put_set_heading(const sets_file *companion)
{
    char text[CLI_NUMBER_BYTES], extent[EXTENT_BYTES];
    ap_put_file_name(stdout, companion->row.path);
    if (companion->row.failure.message != NULL) {
        cli_print_failure(&companion->row.failure);
    } else if (companion->row.format != NULL) {
        write_figure(companion, "joints", text);
        printf(": %s joints", text);
        write_figure(companion, "vertices", text);
        write_extent(companion, extent);
        printf(", %s vertices, %s", text, extent);
        put_comparison_of_joints_with_mesh(companion);
    }
    puts("\n  frames duration  extents");
}

/* Prints the path of a file; without its folder if the companion is in that folder. */
static void put_path(const char *path, const char *companion)
{
    const size_t bytes = ap_folder_bytes(path);
    const bool same = bytes == ap_folder_bytes(companion) && memcmp(path, companion, bytes) == 0;
    ap_put_file_name(stdout, path + (same ? bytes : 0));
}

static void put_reason(const char *start, const char *reason)
{
    fputs(start, stdout);
    ap_put_escaped_text(stdout, reason);
    fputs(":\n", stdout);
}

static void put_file_of_set(const sets_file *file)
{
    const char *frames = isnan(figure_value(file, "frames")) ? "timesteps" : "frames";
    const double joints = figure_value(file, "joints"), wanted = figure_value(file->companion, "joints");
    char text[CLI_NUMBER_BYTES], duration[CLI_NUMBER_BYTES], extent[EXTENT_BYTES];
    write_figure(file, frames, text);
    write_figure(file, "duration", duration);
    write_extent(file, extent);
    printf("%8s %8s  %-24s ", text, duration, extent);
    put_path(file->row.path, file->companion->row.path);
    if (file->row.failure.message != NULL)
        cli_print_failure(&file->row.failure);
    else if (joints < wanted || joints > wanted)
        printf(": %.0f joints, the %s has %.0f", joints, file->companion->companion_kind->name, wanted);
    else
        put_skeleton_difference(file);
    if (file->sidecar != NULL) {
        fputs(", with ", stdout);
        put_path(file->sidecar, file->companion->row.path);
    }
    fputc('\n', stdout);
}

/* Prints the set of files that begins at index `first` of the sorted files. Returns the index after its last file. */
static size_t put_set(const sets_run *run, size_t first)
{
    const sets_file *companion = run->list[first]->companion;
    const char *reason = "";
    size_t i = first;
    put_set_heading(companion);
    for (; i < run->count && run->list[i]->companion == companion; i++) {
        const sets_file *file = run->list[i];
        const char *own = file->reason == NULL ? "it cannot be read, and may be the one" : file->reason;
        if (strcmp(reason, own) != 0)
            put_reason("  found: ", own);
        reason = own;
        put_file_of_set(file);
    }
    fputc('\n', stdout);
    return i;
}

static void put_candidates(const sets_file *file)
{
    fputs("      candidates: ", stdout);
    for (size_t i = 0; i < file->candidate_count && i < SETS_MOST_CANDIDATES; i++) {
        fputs(i == 0 ? "" : ", ", stdout);
        ap_put_file_name(stdout, file->candidates[i]);
    }
    if (file->candidate_count > SETS_MOST_CANDIDATES)
        printf(" and %zu more", file->candidate_count - SETS_MOST_CANDIDATES);
    fputc('\n', stdout);
}

/* Returns true if the lists of candidates of two files are equal. */
static bool has_same_candidates(const sets_file *one, const sets_file *other)
{
    if (one->candidate_count != other->candidate_count)
        return false;
    for (size_t i = 0; i < one->candidate_count && i < SETS_MOST_CANDIDATES; i++) {
        if (strcmp(one->candidates[i], other->candidates[i]) != 0)
            return false;
    }
    return true;
}

static void put_files_in_no_set(const sets_run *run, size_t first, size_t end)
{
    const char *reason = "";
    for (size_t i = first; i < end; i++) {
        const sets_file *file = run->list[i];
        const char *own = sets_reason_for_no_set(run, file);
        if (strcmp(reason, own) != 0)
            put_reason("  ", own);
        reason = own;
        fputs("    ", stdout);
        ap_put_file_name(stdout, file->row.path);
        put_comparison_of_joints_with_mesh(file);
        if (file->variant_of == NULL)
            put_skeleton_difference(file);
        if (file->row.failure.message != NULL)
            cli_print_failure(&file->row.failure);
        fputc('\n', stdout);
        const bool last = i + 1 == end || strcmp(sets_reason_for_no_set(run, run->list[i + 1]), own) != 0
                          || !has_same_candidates(file, run->list[i + 1]);
        if (file->candidate_count > 0 && last)
            put_candidates(file);
    }
    fputs(end > first ? "\n" : "", stdout);
}

void sets_print_text(const sets_run *run)
{
    size_t sets = 0, members = 0, end;
    while (members < run->count && run->list[members]->companion != NULL) {
        members = put_set(run, members);
        sets++;
    }
    for (end = members; end < run->count && sets_is_file_without_set(run->list[end]); end++)
        ;
    if (end > members)
        puts("alone");
    put_files_in_no_set(run, members, end);
    if (run->count > 0)
        printf("%zu set%s of %zu file%s, %zu file%s alone\n", sets, cli_plural_s(sets), members,
            cli_plural_s(members), end - members, cli_plural_s(end - members));
}
