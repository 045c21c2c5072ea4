/* Writes whole files anew with the writers of their formats. */
#include <string.h>

#include "corpus/equivalent/equivalent_work.h"

/* Bytes that a writer collects in the arena. */
struct ap_equivalent_output {
    ap_arena *arena;
    uint8_t *bytes;
    size_t size, room;
    ap_writer writer;
};

static bool append_output(ap_writer *writer, const uint8_t *bytes, size_t size)
{
    ap_equivalent_output *to = writer->context;
    if (to->room - to->size < size) {
        const size_t room = ap_saturating_size_sum(ap_saturating_size_product(2, to->room), size);
        uint8_t *grown = ap_alloc_uncleared(to->arena, room);
        if (grown == NULL)
            return false;
        if (to->size > 0)
            memcpy(grown, to->bytes, to->size);
        to->bytes = grown;
        to->room = room;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

ap_equivalent_output *ap_equivalent_open_output(ap_equivalent_work *work)
{
    ap_equivalent_output *to = ap_alloc(work->arena, sizeof *to);
    if (to == NULL)
        return NULL;
    to->arena = work->arena;
    ap_writer_init(&to->writer, append_output, to);
    return to;
}

ap_writer *ap_equivalent_writer(ap_equivalent_output *to)
{
    return &to->writer;
}

bool ap_equivalent_close_output(ap_equivalent_work *work, ap_equivalent_output *to)
{
    if (!ap_writer_flush(&to->writer))
        return false;
    work->whole = (ap_view){ to->bytes, to->size };
    return true;
}

bool ap_equivalent_write_canonical(ap_equivalent_work *work)
{
    ap_equivalent_output *to = ap_equivalent_open_output(work);
    return to != NULL && work->format->write(work->input, work->options, work->arena, &to->writer)
           && ap_equivalent_close_output(work, to);
}

bool ap_equivalent_prune_components(ap_equivalent_work *work)
{
    ap_equivalent_output *to = ap_equivalent_open_output(work);
    return to != NULL && work->format->prune(work->input, work->arena, &to->writer)
           && ap_equivalent_close_output(work, to);
}
