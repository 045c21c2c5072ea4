/* Creates and frees handles, begins and ends their calls, and lists the rules. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/version.h"
#include "validators/library/handle.h"
#include "validators/registry.h"

const char *animproof_version(void)
{
    return AP_VERSION;
}

const char *animproof_status_name(animproof_status status)
{
    static const char *const names[] = {
        [ANIMPROOF_OK] = "ok",
        [ANIMPROOF_MISUSE] = "misuse",
        [ANIMPROOF_NO_MEMORY] = "no memory",
        [ANIMPROOF_LIMIT] = "limit",
        [ANIMPROOF_CANNOT_READ] = "cannot read",
        [ANIMPROOF_NOT_OPEN] = "not open",
        [ANIMPROOF_UNRECOGNIZED] = "unrecognized",
        [ANIMPROOF_NO_FIELD] = "no field",
        [ANIMPROOF_BAD_VALUE] = "bad value",
        [ANIMPROOF_HAS_ERRORS] = "has errors",
        [ANIMPROOF_BAD_DOCUMENT] = "bad document",
        [ANIMPROOF_UNSUPPORTED] = "unsupported",
    };
    const size_t index = (size_t)status;
    return index < sizeof names / sizeof *names ? names[index] : "unknown status";
}

/* Memory */

static void *allocate_with_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void release_with_free(void *user, void *memory)
{
    (void)user;
    free(memory);
}

void *ap_handle_call_allocator_and_mark_failure(void *user, size_t bytes)
{
    animproof *handle = user;
    void *memory = handle->user.allocate(handle->user.user, bytes);
    handle->allocation_failed |= memory == NULL;
    return memory;
}

void ap_handle_release(void *user, void *memory)
{
    const animproof *handle = user;
    if (memory != NULL)
        handle->user.release(handle->user.user, memory);
}

animproof *animproof_new(const animproof_memory *memory)
{
    static const animproof_memory plain = { allocate_with_malloc, release_with_free, NULL };
    const animproof_memory *from = memory == NULL ? &plain : memory;
    if (from->allocate == NULL || from->release == NULL)
        return NULL;
    animproof *handle = from->allocate(from->user, sizeof *handle);
    if (handle == NULL)
        return NULL;
    memset(handle, 0, sizeof *handle);
    handle->user = *from;
    handle->memory = (ap_allocator){ ap_handle_call_allocator_and_mark_failure, ap_handle_release, handle };
    ap_settings_init(&handle->settings);
    ap_arena_init_from(&handle->work, handle->settings.max_memory_bytes, &handle->memory);
    return handle;
}

static void release_files(animproof *handle)
{
    const ap_view none = { NULL, 0 };
    ap_document_replace(handle, &handle->file, none, NULL);
    for (size_t i = 0; i < AP_MOST_COMPANIONS; i++)
        ap_document_replace(handle, &handle->companions[i], none, NULL);
    handle->format = NULL;
    handle->json_variant = NULL;
    ap_arena_free(&handle->work);
}

void animproof_free(animproof *handle)
{
    if (handle == NULL || handle->busy)
        return;
    release_files(handle);
    handle->user.release(handle->user.user, handle);
}

animproof_status animproof_close(animproof *handle)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    release_files(handle);
    return ap_handle_end_call_and_restore_locale(handle, ANIMPROOF_OK);
}

/* Calls */

/* Sets the locale of the thread to "C", so that numbers have a decimal point whatever locale the program has
   set. The locale object of "C" needs no memory and is not freed. */
bool ap_handle_begin_call_in_c_locale(animproof *handle)
{
    if (handle == NULL || handle->busy)
        return false;
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    handle->busy = true;
    handle->allocation_failed = false;
    handle->why[0] = '\0';
    ap_arena_reset(&handle->work);
    handle->caller_locale = plain == (locale_t)0 ? (locale_t)0 : uselocale(plain);
    return true;
}

animproof_status ap_handle_end_call_and_restore_locale(animproof *handle, animproof_status status)
{
    if (handle->caller_locale != (locale_t)0)
        (void)uselocale(handle->caller_locale);
    handle->busy = false;
    return status;
}

animproof_status ap_handle_fail(animproof *handle, animproof_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(handle->why, sizeof handle->why, format, arguments);
    va_end(arguments);
    return status;
}

animproof_status ap_handle_fail_for_memory(animproof *handle)
{
    if (handle->allocation_failed)
        return ap_handle_fail(handle, ANIMPROOF_NO_MEMORY, "the allocator returned no memory");
    return ap_handle_fail(
        handle, ANIMPROOF_LIMIT, "max-memory (%zu bytes) is reached", handle->work.limit_bytes);
}

const char *animproof_why(const animproof *handle)
{
    if (handle == NULL)
        return "the handle is NULL";
    return handle->busy ? "a function of the handle was called from its own callback" : handle->why;
}

void ap_handle_copy_common_bytes_and_set_struct_size(
    void *to, size_t caller_size, const void *from, size_t library_size)
{
    const size_t given = caller_size < library_size ? caller_size : library_size;
    memcpy(to, from, given);
    memcpy(to, &given, sizeof given); /* struct_size, the number of bytes given, is the first member */
}

/* Rules */

static animproof_rule describe_rule(const ap_rule *rule)
{
    return (animproof_rule){
        .struct_size = sizeof(animproof_rule),
        .id = rule->id,
        .severity = (animproof_severity)rule->severity,
        .kind = ap_validity_class_name(rule->kind),
        .grade = ap_source_grade_name(rule->grade),
        .summary = rule->summary,
        .points = rule->points,
        .meaning = rule->meaning,
        .source = rule->source,
        .breaks = rule->breaks,
        .mend = rule->fix,
        .fix = rule->fix,
    };
}

animproof_status animproof_rules(animproof_rule_callback callback, void *user)
{
    const ap_rule *rule;
    if (callback == NULL)
        return ANIMPROOF_MISUSE;
    for (size_t i = 0; (rule = ap_rule_at(i)) != NULL; i++) {
        const animproof_rule shown = describe_rule(rule);
        if (callback(user, &shown) != 0)
            return ANIMPROOF_OK;
    }
    return ANIMPROOF_OK;
}
