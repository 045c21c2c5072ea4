/* Writes whole files anew with the writers of their formats. */
#include "corpus/equivalent/equivalent_work.h"

bool ap_equivalent_take_written_file(ap_equivalent_work *work, ap_collector *to)
{
    if (!ap_writer_flush(&to->writer))
        return false;
    work->whole = (ap_view){ to->bytes, to->size };
    return true;
}

bool ap_equivalent_write_canonical(ap_equivalent_work *work)
{
    ap_collector *to = ap_new_collector(work->arena);
    return to != NULL && work->format->write(work->input, work->options, work->arena, &to->writer)
           && ap_equivalent_take_written_file(work, to);
}

bool ap_equivalent_prune_components(ap_equivalent_work *work)
{
    ap_collector *to = ap_new_collector(work->arena);
    return to != NULL && work->format->prune(work->input, work->arena, &to->writer)
           && ap_equivalent_take_written_file(work, to);
}
