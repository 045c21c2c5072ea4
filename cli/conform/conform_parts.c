/* Results from the JSON reports of shards, as if all had been run here. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/version.h"

/* What has been taken so far, and the report that is at hand. */
typedef struct merging {
    cli_conform_data *data;
    const char *path;
    const ap_json_text *json;
    size_t count;                     /* of shards; 0: no report has been read */
    const char *have[CLI_MOST_PARTS]; /* of each shard, its report */
} merging;

static cli_exit refuse(const merging *m, const char *why)
{
    cli_error_about(m->path, "%s", why);
    return CLI_USAGE;
}

static cli_exit not_whole(const merging *m)
{
    cli_error_about(m->path, "is not a whole JSON report of a shard of conform");
    return CLI_UNREADABLE;
}

static ap_json_ref member(const merging *m, ap_json_ref object, const char *name)
{
    return ap_json_member(m->json, object, name);
}

static bool is_number(const merging *m, ap_json_ref object, const char *name, int64_t wanted)
{
    int64_t value;
    return ap_json_integer(m->json, member(m, object, name), &value) && value == wanted;
}

static bool is_true(const merging *m, ap_json_ref object, const char *name)
{
    const ap_json_ref value = member(m, object, name);
    return ap_json_kind_of(m->json, value) == AP_JSON_BOOLEAN
           && m->json->text.bytes[m->json->entries[value].at] == 't';
}

static size_t size_at(const merging *m, ap_json_ref object, const char *name)
{
    int64_t value;
    return ap_json_integer(m->json, member(m, object, name), &value) && value >= 0 ? (size_t)value : 0;
}

/* Text, in the arena of the run; NULL where there is none. */
static const char *text_at(const merging *m, ap_json_ref object, const char *name)
{
    ap_view text;
    const ap_json_ref value = member(m, object, name);
    if (ap_json_kind_of(m->json, value) != AP_JSON_STRING
        || !ap_json_string(m->json, value, &m->data->arena, &text))
        return NULL;
    return (const char *)text.bytes;
}

static double real_at(const merging *m, ap_json_ref object, const char *name)
{
    double value;
    const bool there = ap_json_real(m->json, member(m, object, name), &m->data->arena, &value);
    return there ? value : (double)NAN;
}

static int signal_of(const merging *m, ap_json_ref result)
{
    char name[CLI_SIGNAL_BYTES];
    for (int number = 1; number < 128; number++) {
        cli_signal_name(number, name);
        if (ap_json_is(m->json, member(m, result, "signal"), name))
            return number;
    }
    return 0;
}

static cli_values_result *values_of(const merging *m, ap_json_ref values)
{
    cli_values_result *compared = ap_alloc(&m->data->arena, sizeof *compared);
    if (compared == NULL)
        return NULL;
    *compared = (cli_values_result){ .expected = size_at(m, values, "expected"),
        .wrong = size_at(m, values, "wrong"),
        .of = text_at(m, values, "of"),
        .at = real_at(m, values, "at"),
        .wanted = real_at(m, values, "wanted"),
        .found = real_at(m, values, "found"),
        .message = text_at(m, values, "message") };
    while (compared->verdict < CLI_VALUES_VERDICTS
           && !ap_json_is(m->json, member(m, values, "verdict"), cli_values_verdict_id(compared->verdict)))
        compared->verdict++;
    return compared->verdict < CLI_VALUES_VERDICTS ? compared : NULL;
}

/* Whether it is a result of the loader. */
static bool take_result(const merging *m, ap_json_ref at, const cli_loader *loader, cli_result *result)
{
    int64_t code;
    const bool exits = ap_json_integer(m->json, member(m, at, "exit_code"), &code);
    *result = (cli_result){ .status = cli_status_of_json(m->json, member(m, at, "status")),
        .exit_code = exits ? (int)code : -1,
        .signal = signal_of(m, at),
        .report = text_at(m, at, "report"),
        .output = text_at(m, at, "output"),
        .left_out = size_at(m, at, "left_out") };
    result->silent = (result->exit_code == 0 || result->exit_code == 1) && result->report == NULL
                     && ap_json_kind_of(m->json, member(m, at, "answer")) == AP_JSON_NULL;
    if (m->data->options.values)
        result->values = values_of(m, member(m, at, "values"));
    return ap_json_is(m->json, member(m, at, "loader"), loader->name) && result->status != CLI_NOT_RUN
           && result->output != NULL && (result->values != NULL) == m->data->options.values;
}

/* The results of a case, one a loader that takes it; none of a case of other shards. */
static bool take_case(const merging *m, const cli_part *part, ap_json_ref object, size_t index)
{
    const cli_conform_options *options = &m->data->options;
    const ap_json_ref results = member(m, object, "results");
    ap_json_ref at = ap_json_first(m->json, results);
    bool sound = ap_json_kind_of(m->json, results) == AP_JSON_ARRAY
                 && ap_json_is(m->json, member(m, object, "id"), m->data->cases[index].id);
    for (size_t l = 0; l < options->loader_count && sound && cli_part_has(part, index); l++) {
        if (!cli_is_job(m->data, index * options->loader_count + l))
            continue;
        sound = at != AP_JSON_MISSING
                && take_result(m, at, &options->loaders[l], cli_result_of(m->data, index, l));
        at = sound ? ap_json_after(m->json, results, at) : at;
    }
    return sound && at == AP_JSON_MISSING;
}

static cli_exit take_cases(const merging *m, const cli_part *part)
{
    const ap_json_ref cases = member(m, 0, "cases");
    ap_json_ref at = ap_json_first(m->json, cases);
    for (size_t i = 0; i < m->data->case_count; i++, at = ap_json_after(m->json, cases, at)) {
        if (at == AP_JSON_MISSING || !take_case(m, part, at, i))
            return m->data->arena.failed ? CLI_INTERNAL : not_whole(m);
    }
    return at == AP_JSON_MISSING ? CLI_CLEAN : not_whole(m);
}

/* Returns true if the report's loaders are those of this run, in the same order. Takes over which of them are resident. */
static bool same_loaders(const merging *m)
{
    cli_conform_options *options = &m->data->options;
    const ap_json_ref loaders = member(m, 0, "loaders");
    bool same = ap_json_length(m->json, loaders) == options->loader_count;
    ap_json_ref at = ap_json_first(m->json, loaders);
    for (size_t l = 0; l < options->loader_count && same; l++, at = ap_json_after(m->json, loaders, at)) {
        const ap_json_ref command = member(m, at, "command");
        options->loaders[l].resident |= is_true(m, at, "resident");
        same = ap_json_is(m->json, member(m, at, "name"), options->loaders[l].name)
               && (ap_json_kind_of(m->json, command) == AP_JSON_NULL
                   || ap_json_is(m->json, command, options->loaders[l].command));
    }
    return same;
}

/* What the sandbox held back there goes into the report; all shards have to say the same. */
static bool same_sandbox(const merging *m, ap_json_ref limits)
{
    cli_confinement *holds = &m->data->confinement;
    const ap_json_ref sandbox = member(m, limits, "sandbox");
    const bool files = is_true(m, sandbox, "files");
    const bool network = is_true(m, sandbox, "network");
    const size_t processes = size_at(m, sandbox, "processes");
    if ((sandbox != AP_JSON_MISSING) != m->data->options.sandbox)
        return false;
    if (m->count == 0)
        *holds = (cli_confinement){
            .rules = { .ruleset = -1 }, .files = files, .network = network, .processes = processes
        };
    return holds->files == files && holds->network == network && holds->processes == processes;
}

static bool same_run(const merging *m)
{
    const ap_json_ref limits = member(m, 0, "limits");
    return is_number(m, limits, "timeout_ms", m->data->options.timeout_ms)
           && is_number(m, limits, "memory_mib", (int64_t)m->data->options.memory_mib) && same_loaders(m)
           && same_sandbox(m, limits);
}

static cli_exit take_report(merging *m)
{
    const ap_json_ref shard = member(m, 0, "shard");
    const cli_part part = { size_at(m, shard, "index"), size_at(m, shard, "count") };
    if (part.count == 0 || part.count > CLI_MOST_PARTS || part.index >= part.count)
        return not_whole(m);
    if (!ap_json_is(m->json, member(m, member(m, 0, "tool"), "version"), AP_VERSION))
        return refuse(m, "it was written by another version");
    if (!ap_json_is(
            m->json, member(m, member(m, 0, "corpus"), "manifest_sha256"), m->data->about.manifest_sha256))
        return refuse(m, "it is a report on another corpus");
    if ((m->count != 0 && m->count != part.count) || !same_run(m))
        return refuse(m, "it is of a run with other loaders, limits or shards");
    if (m->have[part.index] != NULL) {
        cli_error_about(m->path, "has shard %zu, and so has %s", part.index, m->have[part.index]);
        return CLI_UNREADABLE;
    }
    if (member(m, 0, "interrupted") != AP_JSON_MISSING) {
        cli_error_about(
            m->path, "is of a run that was interrupted: it does not have all of shard %zu", part.index);
        return CLI_UNREADABLE;
    }
    m->count = part.count;
    m->have[part.index] = m->path;
    return take_cases(m, &part);
}

static cli_exit read_report(merging *m)
{
    char fault[AP_JSON_FAULT_BYTES];
    ap_json_text json;
    ap_arena arena;
    ap_view text = { NULL, 0 };
    ap_arena_init(&arena, 0);
    cli_exit result = cli_read_report(m->path, &arena, &text);
    m->json = &json;
    if (result == CLI_CLEAN) {
        if (ap_json_read(&json, text, &arena, fault))
            result = take_report(m);
        else
            result = arena.failed ? CLI_INTERNAL : not_whole(m);
    }
    ap_arena_free(&arena);
    return result;
}

/* Names all that are missing. */
static cli_exit check_all_there(const merging *m)
{
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < m->count; i++) {
        if (m->have[i] != NULL)
            continue;
        cli_error("shard %zu of %zu is missing", i, m->count);
        result = CLI_UNREADABLE;
    }
    return result;
}

cli_exit cli_merge_shards(cli_conform_data *data)
{
    merging *m = calloc(1, sizeof *m);
    cli_exit result = m == NULL ? CLI_INTERNAL : CLI_CLEAN;
    for (size_t i = 0; i < data->options.merged.count && result == CLI_CLEAN; i++) {
        m->data = data;
        m->path = data->options.merged.items[i];
        result = read_report(m);
    }
    if (result == CLI_CLEAN)
        result = check_all_there(m);
    if (result == CLI_INTERNAL)
        cli_error("no memory");
    free(m);
    return result;
}
