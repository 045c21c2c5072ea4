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
    output->spool = ap_open_temp_file();
    if (output->spool == NULL)
        record_first_error(output, errno == 0 ? ENOMEM : errno);
    return output->spool;
}

static void append_file(ap_output *output, FILE *from)
{
    char block[4096];
    size_t got;
    if (fflush(from) != 0)
        record_first_error(output, errno == 0 ? EIO : errno);
    rewind(from);
    while ((got = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, got, output->stream);
    if (ferror(from))
        record_first_error(output, EIO);
}

void ap_report_put_changes(ap_output *output, const ap_summary *summary)
{
    const ap_report_texts_of_changes *changes = summary->changes;
    if (changes != NULL && changes->texts[output->reporter->changes] != NULL)
        append_file(output, changes->texts[output->reporter->changes]);
}

void ap_report_append_spool(ap_output *output)
{
    if (output->spool == NULL)
        return;
    append_file(output, output->spool);
    fclose(output->spool);
    output->spool = NULL;
}
