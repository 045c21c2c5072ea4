#include "core/layout/field_map.h"

static void pass_unread_bytes_if_gapless(ap_field_map *map, size_t end)
{
    const ap_segment gap = {
        .span = { map->end, end - map->end }, .bytes = map->input.bytes + map->end, .unread = true
    };
    if (end <= map->end)
        return;
    if (map->gapless)
        map->segment(map->context, &gap);
    map->end = end;
}

static void map_field(void *context, const ap_io *io, ap_field_type type, ap_field_role role)
{
    ap_field_map *map = context;
    const ap_span span = io->field.span;
    const ap_segment segment = {
        .span = span,
        .bytes = map->input.bytes + span.offset,
        .type = type,
        .role = role,
        .swap = io->swap,
        .set = io->set,
        .path = &io->path,
        .name = io->field.name,
        .io = io,
    };
    pass_unread_bytes_if_gapless(map, span.offset);
    map->segment(map->context, &segment);
    if (span.offset + span.length > map->end)
        map->end = span.offset + span.length;
}

void ap_field_map_init(ap_field_map *map, ap_view input, bool gapless,
    void (*segment)(void *context, const ap_segment *segment), void *context)
{
    *map = (ap_field_map){ .listener = { .field = map_field, .context = map },
        .input = input,
        .gapless = gapless,
        .segment = segment,
        .context = context };
}

void ap_field_map_pass_rest_if_gapless(ap_field_map *map)
{
    pass_unread_bytes_if_gapless(map, map->input.size);
}
