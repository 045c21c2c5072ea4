#include "cli/options/seconds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SECONDS = 1000000 };

cli_exit cli_parse_seconds(const cli_option_value *given, int64_t *milliseconds)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(given->text, digits);
    const bool point = given->text[whole] == '.';
    const size_t decimals = point ? strspn(given->text + whole + 1, digits) : 0;
    const bool valid = whole > 0 && decimals <= 3 && point == (decimals > 0)
                       && given->text[whole + point + decimals] == '\0';
    const double seconds = valid ? strtod(given->text, NULL) : 0;
    if (seconds < 0.001 || seconds >= MOST_SECONDS + 1)
        return cli_refuse_value(given, "a number of seconds");
    *milliseconds = llround(seconds * 1000);
    return CLI_CLEAN;
}
