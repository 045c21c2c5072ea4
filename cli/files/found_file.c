#include "cli/files/found_file.h"

bool cli_start_may_do(const char *path, const ap_format *asked)
{
    return asked == NULL && !ap_name_says_format(path);
}

ap_status cli_load_found(ap_input *input, const char *path, cli_origin origin, const ap_format *asked)
{
    if (origin != CLI_MET)
        return ap_input_load(input, path);
    return cli_start_may_do(path, asked) ? ap_input_load_start(input, path, ap_has_no_mark)
                                         : ap_input_load_found(input, path);
}

const ap_format *cli_recognize_met(const ap_format *asked, const char *name, ap_view input)
{
    if (asked == NULL)
        return ap_recognize_met(name, input);
    return ap_may_be(asked, name, input) ? asked : NULL;
}
