#include "core/report/output.h"

#include <errno.h>
#include <stdio_ext.h>
#include <sys/types.h> /* ssize_t */

#include "core/base/version.h"

enum { STREAM_BUFFER_BYTES = 64 * 1024 };

static bool record_first_error(ap_output *output, int error)
{
    if (output->error == 0)
        output->error = error != 0 ? error : EIO;
    return false;
}

/* Writes a full buffer of the stream, and stores the errno of a failure. (The reporter sees that its stream has failed much
   later, when errno has another value.) */
static ssize_t write_out(void *context, const char *bytes, size_t count)
{
    ap_output *output = context;
    if (output->error == 0 && !ap_new_file_write(&output->file, bytes, count))
        record_first_error(output, output->file.error);
    return output->error == 0 ? (ssize_t)count : 0;
}

bool ap_output_open(
    ap_output *output, const ap_reporter *reporter, const char *path, const ap_rule_settings *rule_settings)
{
    *output = (ap_output){ .reporter = reporter, .rule_settings = rule_settings, .docs = AP_DOCS };
    if (!ap_new_file_open(&output->file, path))
        return record_first_error(output, output->file.error);
    output->stream = fopencookie(output, "w", (cookie_io_functions_t){ .write = write_out });
    if (output->stream == NULL) {
        record_first_error(output, errno);
        (void)ap_new_file_close(&output->file, false);
        return false;
    }
    (void)__fsetlocking(output->stream,
        FSETLOCKING_BYCALLER); /* stream locks are off: one thread writes at a time, in millions of calls */
    setvbuf(
        output->stream, NULL, ap_new_file_is_terminal(&output->file) ? _IOLBF : _IOFBF, STREAM_BUFFER_BYTES);
    return true;
}

bool ap_output_close(ap_output *output, bool keep)
{
    if (output->stream == NULL)
        return output->error == 0;
    errno = 0;
    if (fclose(output->stream) != 0)
        record_first_error(output, errno);
    output->stream = NULL;
    if (!ap_new_file_close(&output->file, keep && output->error == 0))
        record_first_error(output, output->file.error);
    return output->error == 0;
}
