#include "core/report/report_spool.h"

#include <errno.h>

#include "core/files/temp_file.h"

static void record_first_error(ap_output *output, int error)
{
    if (output->error == 0)
        output->error = error;
}

FILE *ap_report_open_spool(ap_output *output)
{
    if (output->spool != NULL)
        return output->spool;
    output->spool = ap_temp_file();
    if (output->spool == NULL)
        record_first_error(output, errno == 0 ? ENOMEM : errno);
    return output->spool;
}

void ap_report_append_spool(ap_output *output)
{
    char block[4096];
    size_t got;
    if (output->spool == NULL)
        return;
    if (fflush(output->spool) != 0)
        record_first_error(output, errno == 0 ? EIO : errno);
    rewind(output->spool);
    while ((got = fread(block, 1, sizeof block, output->spool)) > 0)
        fwrite(block, 1, got, output->stream);
    if (ferror(output->spool))
        record_first_error(output, EIO);
    fclose(output->spool);
    output->spool = NULL;
}
