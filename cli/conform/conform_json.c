/* docs/conform.schema.json describes it. Written case by case, so that it takes no memory. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "cli/conform/conform.h"
#include "core/base/version.h"

/* No < in it: the document may stand inside of a page's <script>. */
static int put_escaped(const char *text, size_t size, void *context)
{
    FILE *stream = context;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '<')
            fputs("\\u003c", stream);
        else
            fputc(text[i], stream);
    }
    return 0;
}

/* Writes the object and gives it back; NULL stands for one that memory did not suffice for. */
static void put(ap_output *output, json_t *object)
{
    const size_t flags = JSON_ENSURE_ASCII | JSON_ENCODE_ANY;
    if ((object == NULL || json_dump_callback(object, put_escaped, output->stream, flags) != 0)
        && output->error == 0)
        output->error = ENOMEM;
    json_decref(object);
}

static json_t *count(size_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *formats_of(const cli_loader *loader)
{
    if (loader->formats == NULL)
        return json_null();
    json_t *array = json_array();
    for (const char *at = loader->formats; array != NULL && at != NULL;) {
        const size_t length = strcspn(at, ",");
        if (json_array_append_new(array, json_stringn(at, length)) != 0) {
            json_decref(array);
            return NULL;
        }
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return array;
}

static json_t *counts_of(const cli_tally *tally)
{
    json_t *counts = json_object();
    for (cli_status status = CLI_AGREES; counts != NULL && status < CLI_STATUSES; status++) {
        if (json_object_set_new(counts, cli_status_id(status), count(tally->counts[status])) != 0) {
            json_decref(counts);
            return NULL;
        }
    }
    return counts;
}

/* A command is any bytes: what is no text is left out of the report. */
static json_t *command_of(const cli_loader *loader)
{
    json_t *text = json_string(loader->command);
    return text != NULL ? text : json_null();
}

static json_t *loader_object(const cli_conform_data *data, size_t index)
{
    const cli_loader *loader = &data->options.loaders[index];
    const cli_tally *tally = &data->tallies[index];
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", loader->name, "command",
        command_of(loader), "formats", formats_of(loader), "runs", count(tally->runs), "counts",
        counts_of(tally), "excused", count(tally->excused), "excused_without_need", count(tally->stale),
        "failed", count(tally->failed));
}

static json_t *case_object(const ap_manifest_case *entry, json_t *results)
{
    return json_pack("{s:s, s:s, s:s?, s:s, s:s?, s:s?, s:s, s:s, s:o, s:s?, s:I, s:s, s:s?, s:o}", "id",
        entry->id, "file", entry->file, "companion", entry->companion, "format", entry->format, "version",
        entry->version, "layout", entry->layout, "verdict", ap_expected_answer_name(entry->answer), "rule",
        cli_case_rule(entry), "expected", ap_manifest_expected(entry), "defect", entry->defect, "seed",
        (json_int_t)entry->seed, "reason", entry->reason, "source", entry->source, "results", results);
}

static json_t *signal_of(const cli_result *result)
{
    char name[CLI_SIGNAL_BYTES];
    if (result->signal == 0)
        return json_null();
    cli_signal_name(result->signal, name);
    return json_string(name);
}

static json_t *result_object(const cli_loader *loader, const cli_result *result)
{
    const int code = result->exit_code;
    return json_pack("{s:s, s:s, s:s?, s:o, s:o, s:b, s:b, s:s, s:o}", "loader", loader->name, "status",
        cli_status_id(result->status), "answer",
        code == 0   ? "accepted"
        : code == 1 ? "refused"
                    : NULL,
        "exit_code", code >= 0 ? json_integer(code) : json_null(), "signal", signal_of(result), "excused",
        (int)result->excused, "failed", (int)cli_result_fails(result), "output", result->output, "left_out",
        count(result->left_out));
}

static json_t *results_of(const cli_conform_data *data, size_t index)
{
    json_t *array = json_array();
    for (size_t l = 0; array != NULL && l < data->options.loader_count; l++) {
        const cli_result *result = cli_result_of(data, index, l);
        if (result->status == CLI_NOT_RUN)
            continue;
        if (json_array_append_new(array, result_object(&data->options.loaders[l], result)) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

static json_t *head_object(const cli_conform_data *data, const char *what)
{
    if (strcmp(what, "tool") == 0)
        return json_pack("{s:s, s:s}", "name", AP_PROGRAM, "version", AP_VERSION);
    if (strcmp(what, "corpus") == 0)
        return json_pack("{s:s, s:I, s:s, s:I, s:s}", "made_by", data->about.animproof, "seed",
            (json_int_t)data->about.seed, "size", data->about.size, "files", (json_int_t)data->about.files,
            "manifest_sha256", data->about.manifest_sha256);
    if (strcmp(what, "limits") == 0)
        return json_pack("{s:I, s:I}", "timeout_ms", (json_int_t)data->options.timeout_ms, "memory_mib",
            (json_int_t)data->options.memory_mib);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "cases", count(data->case_count), "cases_run",
        count(data->run_case_count), "runs", count(data->total.runs), "excused", count(data->total.excused),
        "excused_without_need", count(data->total.stale), "failed", count(data->total.failed));
}

static void put_head(ap_output *output, const cli_conform_data *data)
{
    static const char *const members[] = { "tool", "corpus", "limits", "summary" };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        fprintf(output->stream, "%s\"%s\": ", i == 0 ? "{" : ",\n", members[i]);
        put(output, head_object(data, members[i]));
    }
}

/* "md5anim/version", and of each loader that was run on its files how it did. */
static json_t *rule_object(const cli_conform_data *data, const cli_rule_tally *tally)
{
    json_t *loaders = json_array();
    for (size_t l = 0; loaders != NULL && l < data->options.loader_count; l++) {
        if (tally->runs[l] == 0)
            continue;
        if (json_array_append_new(
                loaders, json_pack("{s:s, s:o, s:o}", "loader", data->options.loaders[l].name, "runs",
                             count(tally->runs[l]), "fine", count(tally->fine[l])))
            != 0) {
            json_decref(loaders);
            return NULL;
        }
    }
    return json_pack("{s:s, s:o}", "rule", tally->rule, "loaders", loaders);
}

static void put_rules(ap_output *output, const cli_conform_data *data)
{
    fputs(",\n\"rules\": [", output->stream);
    for (size_t r = 0; r < data->rule_count; r++) {
        fputs(r == 0 ? "\n" : ",\n", output->stream);
        put(output, rule_object(data, &data->rules[r]));
    }
    fputs("]", output->stream);
}

/* What is wrong, crashes first: the order of the cases is the corpus'. */
static void put_failures(ap_output *output, const cli_conform_data *data)
{
    const char *before = ",\n\"failures\": [\n";
    const size_t count_of_all = data->case_count * data->options.loader_count;
    for (int rank = 1; rank <= CLI_RANK_STALE; rank++) {
        for (size_t i = 0; i < count_of_all; i++) {
            const size_t loader = i / data->case_count, index = i % data->case_count;
            const cli_result *result = cli_result_of(data, index, loader);
            if (!cli_result_fails(result) || cli_result_rank(result) != rank)
                continue;
            fputs(before, output->stream);
            before = ",\n";
            put(output, json_pack("{s:s, s:s, s:s, s:s}", "case", data->cases[index].id, "loader",
                            data->options.loaders[loader].name, "status", cli_status_id(result->status),
                            "rule", cli_case_rule(&data->cases[index])));
        }
    }
    fputs(data->total.failed == 0 ? ",\n\"failures\": []" : "]", output->stream);
}

void cli_put_conform_json(ap_output *output, const cli_conform_data *data)
{
    put_head(output, data);
    fputs(",\n\"loaders\": [", output->stream);
    for (size_t l = 0; l < data->options.loader_count; l++) {
        fputs(l == 0 ? "\n" : ",\n", output->stream);
        put(output, loader_object(data, l));
    }
    fputs("]", output->stream);
    put_rules(output, data);
    put_failures(output, data);
    fputs(",\n\"cases\": [", output->stream);
    for (size_t i = 0; i < data->case_count; i++) {
        fputs(i == 0 ? "\n" : ",\n", output->stream);
        put(output, case_object(&data->cases[i], results_of(data, i)));
    }
    fputs("]}\n", output->stream);
}

const cli_conform_report cli_conform_json = { .name = "json", .put = cli_put_conform_json };
