#include "cli/corpus/corpus_shard.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = ", shard ";

/* Reads "3/8"; false where it is not such a text. */
static bool read_part(const char *text, cli_corpus_shard *part)
{
    char *slash, *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    const unsigned long long index = strtoull(text, &slash, 10);
    if (*slash != '/' || !isdigit((unsigned char)slash[1]))
        return false;
    const unsigned long long count = strtoull(slash + 1, &end, 10);
    *part = (cli_corpus_shard){ (size_t)index, (size_t)count };
    return errno == 0 && *end == '\0' && count <= CLI_MOST_CORPUS_SHARDS && index < count;
}

cli_exit cli_take_corpus_shard(const cli_given *given)
{
    return read_part(given->text, given->place) ? CLI_CLEAN
                                                : cli_refuse(given, "I/N with I from 0 to N-1, such as 3/8");
}

void cli_corpus_shard_put_size(
    char size[CLI_CORPUS_SHARD_BYTES], const char *whole, const cli_corpus_shard *part)
{
    if (part->count == 0)
        snprintf(size, CLI_CORPUS_SHARD_BYTES, "%s", whole);
    else
        snprintf(size, CLI_CORPUS_SHARD_BYTES, "%s%s%zu/%zu", whole, mark, part->index, part->count);
}

bool cli_corpus_shard_of_size(const char *size, cli_corpus_shard *part, size_t *whole_bytes)
{
    const char *at = strstr(size, mark);
    *whole_bytes = at == NULL ? strlen(size) : (size_t)(at - size);
    return at != NULL && *whole_bytes < CLI_CORPUS_SHARD_BYTES && read_part(at + strlen(mark), part);
}
