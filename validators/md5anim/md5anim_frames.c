/* Reads and writes frame blocks. Numbers are read fast first, and token by token if that fails. */
#include <string.h>

#include "core/layout/prefetch.h"
#include "core/text/text_fast.h"
#include "validators/md5anim/md5anim_content.h"

enum { INDEX_UNKNOWN = -2 };

/* Returns true if the next frame is one more than the header says, and no surplus frame was reported. */
static bool is_first_surplus_frame_next(const ap_md5anim_stream *stream)
{
    const ap_text_integer *count = &stream->frame_count;
    return count->known && stream->base.blocks >= (size_t)count->value && !stream->base.blocks_broken
           && !stream->surplus_reported;
}

static void report_if_first_surplus_frame(ap_md5anim_stream *stream, ap_token keyword)
{
    const ap_text_integer *count = &stream->frame_count;
    if (!is_first_surplus_frame_next(stream))
        return;
    ap_md5anim_correct_and_report_counts(&stream->base);
    if (!is_first_surplus_frame_next(stream))
        return;
    stream->surplus_reported = true;
    ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(FRAME_SURPLUS), keyword.span, NULL,
        ap_integer(count->value), ap_text_value("more"), " is too many: the header says that there %s %d",
        count->value == 1 ? "is" : "are", (int)count->value);
    ap_add_related_place(&stream->base.text.io, count->span, AP_MD5_COUNT_LABEL);
}

static void report_wrong_frame_index(ap_md5anim_stream *stream, int64_t index, int64_t position)
{
    ap_io *io = &stream->base.text.io;
    const ap_rule *rule = AP_MD5ANIM_RULE(FRAME_INDEX);
    const ap_value expected = ap_integer(position), found = ap_integer(index);
    if (index < 0)
        ap_add_finding(io, rule, expected, found, ": frames are counted from 0");
    else if (stream->was_next_index_moved)
        ap_add_finding(io, rule, expected, found, ": the index %lld before it was accepted after an error",
            (long long)position - 1);
    else if (index < position)
        ap_add_finding(io, rule, expected, found, ": there is a frame %lld already", (long long)index);
    else if (index == 1)
        ap_add_finding(io, rule, expected, found, ": frame 0 is missing, or the frames are counted from 1");
    else if (index == position + 1)
        ap_add_finding(io, rule, expected, found, ": frame %lld is missing", (long long)position);
    else
        ap_add_finding(io, rule, expected, found, ": frames %lld to %lld are missing, or the index is wrong",
            (long long)position, (long long)index - 1);
}

static void check_frame_index_or_adopt_it(ap_md5anim_stream *stream, ap_text_integer index)
{
    const int64_t previous = stream->previous_index, position = (int64_t)stream->next_index;
    stream->previous_index = index.known ? index.value : INDEX_UNKNOWN;
    if (!index.known)
        return;
    if (stream->base.takes_position_from_index) {
        stream->base.takes_position_from_index = false;
        if (index.value >= 0)
            stream->next_index = (size_t)index.value;
        stream->was_next_index_moved = stream->next_index != stream->base.blocks;
        return;
    }
    if (index.value == position || previous == INDEX_UNKNOWN || index.value == previous + 1)
        return;
    report_wrong_frame_index(stream, index.value, position);
    stream->was_next_index_moved = false;
}

/* Reads or writes "frame", the index and "{". Returns false after a token that does not fit, which was reported. */
static bool read_or_write_frame_head(ap_md5anim_stream *stream)
{
    ap_text *text = &stream->base.text;
    ap_text_integer index = { .value = (int32_t)stream->next_index };
    ap_token brace;
    report_if_first_surplus_frame(stream, ap_text_take_or_put_section_keyword(text, "frame"));
    bool index_on_next_line = !ap_is_writing(&text->io) && ap_text_peek_token(text).after_line_end;
    if (!ap_text_int(text, "index", &index, AP_ROLE_INDEX))
        return false;
    check_frame_index_or_adopt_it(stream, index);
    if (!ap_text_take_open_brace(text, &brace))
        return false;
    if (index_on_next_line)
        ap_text_report_spacing_once(text, AP_SPACING_BRACE_LINE, brace.span);
    return true;
}

/* Sets stream->values to room for the values of a frame. Returns their number; 0 if it is unknown, or when out of memory. */
static size_t make_room_for_values(ap_md5anim_stream *stream)
{
    if (!stream->component_count.known)
        return 0;
    size_t count = (size_t)stream->component_count.value;
    if (stream->clip != NULL && stream->clip->values != NULL
        && stream->base.blocks < stream->clip->frame_count)
        stream->values = stream->clip->values + stream->base.blocks * count;
    if (stream->values == NULL)
        stream->values = ap_alloc_array(stream->base.text.io.arena, count, sizeof *stream->values);
    return stream->values == NULL ? 0 : count;
}

/* Reads all numbers up to the brace, and stores the first run->room of them. Returns false if the values must be
   read token by token. */
static bool read_numbers_at_once(const ap_md5anim_stream *stream, ap_number_run *run)
{
    const ap_prefetched_results *prefetch = stream->base.text.io.prefetch;
    if (prefetch != NULL && run->room > 0)
        return prefetch->read_numbers(prefetch->context, run, '}');
    return ap_read_number_run(run, '}', stream->base.no_simd);
}

bool ap_md5anim_read_values_fast(ap_md5anim_stream *stream)
{
    ap_lexer *lexer = &stream->base.text.lexer;
    ap_number_run run = {
        .input = stream->base.text.io.input, .at = lexer->at, .room = make_room_for_values(stream)
    };
    run.values = stream->values;
    if (!read_numbers_at_once(stream, &run)
        || (stream->component_count.known && (run.count != run.room || stream->values == NULL)))
        return false;
    const size_t blanks = run.at - run.number_end;
    lexer->at = run.at;
    lexer->token_start = lexer->token_end = run.number_end;
    lexer->line_passed = lexer->at_line_start = lexer->no_token_on_line =
        memchr(run.input.bytes + run.number_end, '\n', blanks) != NULL;
    return true;
}

/* Reports to the listener the numbers from `at` to before `end`, which were read without tokens. */
static void pass_values_to_listener(ap_md5anim_stream *stream, size_t at, size_t end)
{
    ap_text *text = &stream->base.text;
    const uint8_t *bytes = text->io.input.bytes;
    const size_t room = make_room_for_values(stream);
    const ap_listener *listener = text->io.listener;
    if (listener->numbers != NULL && room > 0) {
        listener->numbers(
            listener->context, &text->io, "values", (ap_span){ at, end - at }, stream->values, room);
        return;
    }
    ap_enter_element(&text->io, "values", 0);
    size_t *index = &text->io.path.parts[text->io.path.depth - 1].index;
    for (; at < end; ++*index) {
        while (bytes[at] <= 0x20)
            at++;
        const size_t length = ap_word_length((ap_view){ bytes + at, end - at });
        text->io.number = *index < room ? &stream->values[*index] : NULL;
        ap_text_pass_field(text, NULL, (ap_span){ at, length }, AP_ROLE_NUMBER);
        at += length;
    }
    text->io.number = NULL;
    ap_leave_record(&text->io);
}

/* The result of reading the values of a frame token by token. */
typedef struct frame_values_count_and_faults {
    size_t count;
    bool all_valid, any_malformed;
    ap_span surplus; /* the first number after the expected ones */
} frame_values_count_and_faults;

/* Returns the text that the grammar needs after `count` values, for messages. */
static const char *needed_value_text(const ap_md5anim_stream *stream, size_t count)
{
    const ap_text_integer *expected = &stream->component_count;
    return !expected->known ? "a number or }" : count < (size_t)expected->value ? "a number" : "}";
}

static bool read_values_by_token(ap_md5anim_stream *stream, frame_values_count_and_faults *values)
{
    ap_text *text = &stream->base.text;
    const size_t room = make_room_for_values(stream);
    *values = (frame_values_count_and_faults){ .all_valid = true };
    while (ap_text_peek_token(text).kind != AP_TOKEN_CLOSE_BRACE) {
        ap_text_number value;
        ap_enter_element(&text->io, "values", values->count);
        bool complete = ap_text_float_expecting(text, NULL, &value, needed_value_text(stream, values->count));
        ap_leave_record(&text->io);
        if (!complete)
            return false;
        values->all_valid &= value.valid;
        values->any_malformed |= value.malformed;
        if (values->count == room)
            values->surplus = value.span;
        else if (values->count < room)
            stream->values[values->count] = value.value;
        values->count++;
    }
    return true;
}

/* Reports a wrong number of values; too few only if the frame was read up to its brace (`complete`). */
static void check_value_count(
    ap_md5anim_stream *stream, const frame_values_count_and_faults *values, bool complete)
{
    ap_io *io = &stream->base.text.io;
    const ap_text_integer *expected = &stream->component_count;
    if (!expected->known || values->any_malformed || stream->values == NULL)
        return;
    ap_value wanted = ap_integer(expected->value);
    if (values->count > (size_t)expected->value) {
        ap_enter_element(io, "values", (size_t)expected->value);
        ap_add_finding_at(io, AP_MD5ANIM_RULE(FRAME_VALUES), values->surplus, NULL, wanted,
            ap_text_value("more"), " is too many: a frame has %d %s, as numAnimatedComponents says",
            (int)expected->value, expected->value == 1 ? "number" : "numbers");
        ap_leave_record(io);
    } else if (complete && values->count < (size_t)expected->value) {
        ap_add_finding_at(io, AP_MD5ANIM_RULE(FRAME_VALUES), ap_text_peek_token(&stream->base.text).span,
            NULL, wanted, ap_size(values->count), " ends after %zu of %d %s", values->count,
            (int)expected->value, expected->value == 1 ? "number" : "numbers");
    }
}

bool ap_md5anim_allocate_values(ap_md5anim_stream *stream, size_t count, bool spelled, ap_arena *arena)
{
    stream->values = ap_alloc_array(arena, count, sizeof *stream->values);
    if (spelled)
        stream->spelled = ap_alloc_array(arena, count + AP_SPELLED_TOGETHER, sizeof *stream->spelled);
    return stream->values != NULL && (!spelled || stream->spelled != NULL);
}

/* Takes all values of a frame from a filler, if the filler can provide them at once. Otherwise each value is taken when it is
   written. Returns false if the filler has another number of values, or when out of memory. */
static bool prepare_values_from_filler(ap_md5anim_stream *stream, size_t count)
{
    ap_io *io = &stream->base.text.io;
    if (!ap_check_filled_length(io, "values", count)
        || (stream->values == NULL && !ap_md5anim_allocate_values(stream, count, true, io->arena)))
        return false;
    const ap_filler *filler = io->filler;
    stream->values_spelled =
        filler->numbers != NULL && filler->numbers(filler->context, io, "values", count, stream->values);
    return true;
}

/* Prepares the values of a frame for writing, from the source or from a filler. Returns false if it does not provide them. */
static bool prepare_values_to_write(ap_md5anim_stream *stream)
{
    const size_t count = (size_t)stream->component_count.value;
    stream->values_spelled = stream->spelled != NULL;
    const bool known = ap_is_filling(&stream->base.text.io)
                           ? prepare_values_from_filler(stream, count)
                           : stream->source->frame(stream->source, stream->next_index, stream->values);
    if (known && stream->values_spelled)
        ap_find_float_digits_if_avx2(stream->values, count, stream->base.no_simd, stream->spelled);
    return known;
}

/* Writes the values from number `first` to before `end` on a line. Returns false if writing failed. */
static bool write_value_line(ap_md5anim_stream *stream, size_t first, size_t end)
{
    ap_text *text = &stream->base.text;
    bool complete = true;
    if (first == end)
        return true;
    ap_text_begin_entry(text);
    if (stream->values_spelled)
        complete =
            ap_text_put_floats_by_digits(text, stream->values + first, stream->spelled + first, end - first);
    for (size_t i = first; !stream->values_spelled && complete && i < end; i++) {
        ap_text_number value = { .value = stream->values[i] };
        ap_enter_element(&text->io, "values", i);
        complete = ap_text_float(text, NULL, &value);
        ap_leave_record(&text->io);
    }
    (void)ap_text_end_entry(text);
    return complete;
}

/* Writes a line for each joint that has components in a frame. Returns false if writing failed or the values are missing. */
static bool write_values(ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    const size_t count = (size_t)stream->component_count.value;
    size_t at = 0;
    bool complete = prepare_values_to_write(stream);
    for (size_t i = 0; complete && i < joints->count; i++) {
        const size_t components = (size_t)ap_md5_count_components(joints->items[i].flags);
        const size_t end = components < count - at ? at + components : count;
        complete = write_value_line(stream, at, end);
        at = end;
    }
    complete =
        complete
        && write_value_line(stream, at, count); /* values after those of all joints, which only a filler
                                                      provides */
    (void)ap_text_take_close_brace_check_spacing(&stream->base.text);
    return complete;
}

/* Checks the values of a frame, which are valid, and records them for the checks after reading. frame_at is the offset after the
   frame's brace. */
static void check_and_record_values(ap_md5anim_stream *stream, size_t frame_at)
{
    if (stream->clip != NULL && stream->base.blocks < stream->clip->frame_count) {
        stream->clip->frame_at[stream->base.blocks] = frame_at;
        ap_md5anim_record_position_steps(stream);
    }
    ap_md5anim_check_rotations(stream, frame_at);
    ap_md5anim_record_motion(stream, frame_at);
}

/* Reads or writes the numbers of a frame and its closing brace. Returns false if another token was found and reported, or if
   writing failed. */
static bool read_or_write_values(ap_md5anim_stream *stream)
{
    if (ap_is_writing(&stream->base.text.io))
        return write_values(stream);
    const size_t start = stream->base.text.lexer.at;
    frame_values_count_and_faults values = { .all_valid = true };
    const bool fast = ap_md5anim_read_values_fast(stream);
    if (fast && stream->base.text.io.listener != NULL)
        pass_values_to_listener(stream, start, stream->base.text.lexer.token_end);
    bool to_brace = fast || read_values_by_token(stream, &values);
    if (!fast)
        check_value_count(stream, &values, to_brace);
    if (!to_brace)
        return false;
    bool complete = fast || (values.all_valid && values.count == (size_t)stream->component_count.value);
    if (stream->component_count.known && stream->values != NULL && complete)
        check_and_record_values(stream, start);
    (void)ap_text_take_close_brace_check_spacing(&stream->base.text);
    return true;
}

/* Sets what a message says if the file is cut off in this frame: how many frames were read before it. */
static void set_frames_read_for_message(ap_md5anim_stream *stream)
{
    const ap_text_integer *count = &stream->frame_count;
    if (!count->known || stream->base.blocks >= (size_t)count->value || stream->base.blocks_broken)
        return;
    ap_text *text = &stream->base.text;
    text->part = "frame";
    text->parts = "frames";
    text->parts_read = stream->base.blocks;
    text->part_count = (size_t)count->value;
}

bool ap_md5anim_read_or_write_frame(ap_md5_stream *base)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    ap_io *io = &base->text.io;
    ap_enter_element(io, "frames", stream->next_index);
    set_frames_read_for_message(stream);
    if (io->listener != NULL)
        (void)ap_md5anim_find_joints_of_numbers(stream);
    bool complete = read_or_write_frame_head(stream);
    io->path.parts[io->path.depth - 1].index = stream->next_index; /* after a fault, the position was taken
                                                                    from the frame's own index */
    set_frames_read_for_message(stream);
    complete = complete && read_or_write_values(stream);
    base->text.part_count = 0;
    ap_leave_record(io);
    stream->next_index++;
    base->blocks++;
    return complete;
}
