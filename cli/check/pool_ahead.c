#include "cli/check/pool_ahead.h"

#include <stdlib.h>

enum { LEAST_FILE_BYTES = 8 << 20 /* a smaller one is judged before a thread has begun */ };

void cli_ahead_init(cli_ahead *ahead)
{
    *ahead = (cli_ahead){ .asked = { ahead, cli_ahead_numbers, cli_ahead_clean } };
    cli_pool_init(&ahead->pool);
}

const ap_ahead *cli_ahead_begin(cli_ahead *ahead, const ap_input *input)
{
    ahead->input = input;
    return input->view.size < LEAST_FILE_BYTES ? NULL : &ahead->asked;
}

bool cli_ahead_start(cli_ahead *ahead)
{
    if (ahead->pool.count == 0 && !cli_pool_start(&ahead->pool, ahead->hands))
        ahead->hands = 0;
    return ahead->hands > 0;
}

void cli_ahead_end(cli_ahead *ahead)
{
    cli_pool_wait(&ahead->pool);
    cli_runs_free(ahead->runs);
    ahead->runs = NULL;
}

void cli_ahead_free(cli_ahead *ahead)
{
    cli_ahead_end(ahead);
    free(ahead->parts);
    cli_pool_stop(&ahead->pool);
}
