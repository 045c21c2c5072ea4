#include "cli/shared/part.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

bool cli_read_part(const char *text, cli_part *part)
{
    char *slash, *end;
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    const unsigned long long index = strtoull(text, &slash, 10);
    if (*slash != '/' || !isdigit((unsigned char)slash[1]))
        return false;
    const unsigned long long count = strtoull(slash + 1, &end, 10);
    *part = (cli_part){ (size_t)index, (size_t)count };
    return errno == 0 && *end == '\0' && count <= CLI_MOST_PARTS && index < count;
}

cli_exit cli_take_part(const cli_given *given)
{
    return cli_read_part(given->text, given->place)
               ? CLI_CLEAN
               : cli_refuse(given, "I/N with I from 0 to N-1, such as 3/8");
}
