#include "cli/corpus/corpus_part.h"

#include <stdio.h>
#include <string.h>

static const char mark[] = ", shard ";

void cli_part_put_size(char size[CLI_PART_SIZE_BYTES], const char *whole, const cli_part *part)
{
    if (part->count == 0)
        snprintf(size, CLI_PART_SIZE_BYTES, "%s", whole);
    else
        snprintf(size, CLI_PART_SIZE_BYTES, "%s%s%zu/%zu", whole, mark, part->index, part->count);
}

bool cli_part_of_size(const char *size, cli_part *part, size_t *whole_bytes)
{
    const char *at = strstr(size, mark);
    *whole_bytes = at == NULL ? strlen(size) : (size_t)(at - size);
    return at != NULL && *whole_bytes < CLI_PART_SIZE_BYTES && cli_read_part(at + strlen(mark), part);
}
