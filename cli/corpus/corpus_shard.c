#include "cli/corpus/corpus_shard.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = ", shard ";

/* Parses "3/8". Returns false if the text has another form, or if the index is not less than the number of shards. */
static bool parse_shard(const char *text, cli_corpus_shard *shard)
{
    char *slash, *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    const unsigned long long index = strtoull(text, &slash, 10);
    if (*slash != '/' || !isdigit((unsigned char)slash[1]))
        return false;
    const unsigned long long count = strtoull(slash + 1, &end, 10);
    *shard = (cli_corpus_shard){ (size_t)index, (size_t)count };
    return errno == 0 && *end == '\0' && count <= CLI_MOST_CORPUS_SHARDS && index < count;
}

cli_exit cli_parse_corpus_shard(const cli_option_value *given)
{
    return parse_shard(given->text, given->place)
               ? CLI_CLEAN
               : cli_refuse_value(given, "I/N with I from 0 to N-1, such as 3/8");
}

void cli_corpus_shard_put_size(
    char size[CLI_CORPUS_SIZE_TEXT_BYTES], const char *whole, const cli_corpus_shard *shard)
{
    if (shard->count == 0)
        snprintf(size, CLI_CORPUS_SIZE_TEXT_BYTES, "%s", whole);
    else
        snprintf(size, CLI_CORPUS_SIZE_TEXT_BYTES, "%s%s%zu/%zu", whole, mark, shard->index, shard->count);
}

bool cli_corpus_shard_parse_size(const char *size, cli_corpus_shard *shard, size_t *size_length)
{
    const char *at = strstr(size, mark);
    *size_length = at == NULL ? strlen(size) : (size_t)(at - size);
    return at != NULL && *size_length < CLI_CORPUS_SIZE_TEXT_BYTES && parse_shard(at + strlen(mark), shard);
}
