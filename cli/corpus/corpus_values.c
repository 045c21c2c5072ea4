#include "cli/corpus/corpus_values.h"

#include <string.h>

#include "corpus/corpus_formats.h"

void cli_values_writer_begin(cli_values_writer *writer, FILE *stream, size_t max_memory_bytes)
{
    *writer = (cli_values_writer){ .stream = stream };
    ap_arena_init(&writer->arena, max_memory_bytes);
    ap_put_values_begin(stream);
}

static bool expects_rule(const ap_manifest_case *entry, const char *rule)
{
    for (size_t i = 0; rule != NULL && i < entry->expected_count; i++) {
        if (strcmp(entry->expected[i].rule, rule) == 0)
            return true;
    }
    return false;
}

bool cli_values_writer_add_case_unless_no_memory(cli_values_writer *writer, const ap_generated_case *made)
{
    const ap_manifest_case *entry = &made->entry;
    const ap_corpus_format *format = ap_find_corpus_format(entry->format);
    ap_case_values values = { .id = entry->id };
    if (format->values == NULL || entry->answer != AP_ANSWER_ACCEPT
        || expects_rule(entry, format->rule_without_values))
        return true;
    ap_arena_reset(&writer->arena);
    if (!format->values(made->file, &writer->arena, &values.list))
        return false;
    if (values.list.count > 0)
        ap_put_case_values(writer->stream, &values, writer->cases++ == 0);
    return true;
}

bool cli_values_writer_finish(cli_values_writer *writer, char hash[AP_SHA256_TEXT])
{
    ap_put_values_end(writer->stream);
    if (fflush(writer->stream) != 0 || ferror(writer->stream))
        return false;
    rewind(writer->stream);
    return ap_compute_sha256_of_stream(writer->stream, hash);
}
