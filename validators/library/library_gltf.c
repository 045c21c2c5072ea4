/* Converts the open file to glTF, with its mesh. */
#include "core/files/collector.h"
#include "core/gltf/gltf.h"
#include "validators/library/handle.h"
#include "validators/md5anim/md5anim.h"
#include "validators/services/export/export_gltf.h"

/* State of one animproof_to_gltf, in the handle's arena. */
typedef struct gltf_state {
    ap_gltf gltf;
    ap_lint_options options;
    ap_findings file, mesh;
    ap_companion_use use;
    ap_lint_result about;
} gltf_state;

/* Lints the animation with its mesh. Returns ANIMPROOF_HAS_ERRORS if the mesh has errors or does not fit the animation. */
static animproof_status check_mesh_and_its_fit(animproof *handle, gltf_state *state)
{
    ap_findings_init(&state->file, &handle->work, NULL, 0, 0);
    ap_findings_init(&state->mesh, &handle->work, NULL, 0, 0);
    if (ap_handle_add_companion(handle, &state->use, &state->mesh, &state->options) != NULL)
        handle->format->lint(handle->file.view, &state->options, &state->file, &state->about);
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    const size_t errors = state->file.counts[AP_ERROR] + state->mesh.counts[AP_ERROR];
    return errors == 0 ? ANIMPROOF_OK
                       : ap_handle_fail(handle, ANIMPROOF_HAS_ERRORS,
                           "the mesh has errors, or does not fit the animation: %zu", errors);
}

/* Adds the content of the open file to state->gltf. */
static animproof_status build_document(animproof *handle, gltf_state *state)
{
    ap_export_source source = { .input = handle->file.view, .options = &state->options };
    animproof_status status =
        ap_handle_check_for_errors(handle, handle->format, handle->file.view, "open file", &state->about);
    const ap_document *mesh = handle->format == &ap_md5anim_format
                                  ? ap_handle_document_of_companion_or_null(handle, handle->format->companion)
                                  : NULL;
    state->options = ap_handle_lint_options(handle);
    if (status == ANIMPROOF_OK && mesh != NULL) {
        source.mesh = mesh->view;
        status = check_mesh_and_its_fit(handle, state);
    }
    if (status != ANIMPROOF_OK)
        return status;
    ap_gltf_init(&state->gltf, &handle->work);
    if (ap_export_gltf(handle->format, &source, &state->gltf) || handle->work.failed)
        return handle->work.failed ? ap_handle_fail_for_memory(handle) : ANIMPROOF_OK;
    return state->gltf.refused == NULL
               ? ap_handle_fail(handle, ANIMPROOF_HAS_ERRORS, "the open file has errors")
               : ap_handle_fail(handle, ANIMPROOF_UNSUPPORTED, "%s", state->gltf.refused);
}

/* Writes the document into the handle's arena, and passes its remarks to `remark`. */
static animproof_status write_gltf(animproof *handle, bool binary, const void **bytes, size_t *size,
    animproof_remark_callback remark, void *user)
{
    animproof_status status = ap_handle_require_format(handle);
    if (status != ANIMPROOF_OK)
        return status;
    gltf_state *state = ap_alloc(&handle->work, sizeof *state);
    ap_collector *c = ap_new_collector(&handle->work);
    if (state == NULL || c == NULL)
        return ap_handle_fail_for_memory(handle);
    status = build_document(handle, state);
    if (status != ANIMPROOF_OK)
        return status;
    const bool complete = ap_gltf_write(&state->gltf, binary, &c->writer) && ap_writer_flush(&c->writer);
    if (handle->work.failed)
        return ap_handle_fail_for_memory(handle);
    if (!complete)
        return ap_handle_fail(handle, ANIMPROOF_UNSUPPORTED, "%s", state->gltf.refused);
    *bytes = c->bytes;
    *size = c->size;
    const ap_gltf_remark *one = state->gltf.remarks.first;
    while (remark != NULL && one != NULL && remark(user, one->text) == 0)
        one = one->next;
    return ANIMPROOF_OK;
}

animproof_status animproof_to_gltf(animproof *handle, int binary, const void **bytes, size_t *size,
    animproof_remark_callback remark, void *user)
{
    animproof_status status;
    if (bytes != NULL)
        *bytes = NULL;
    if (size != NULL)
        *size = 0;
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    if (bytes == NULL || size == NULL)
        status = ap_handle_fail(handle, ANIMPROOF_MISUSE, "bytes and size must not be NULL");
    else
        status = write_gltf(handle, binary != 0, bytes, size, remark, user);
    return ap_handle_end_call_and_restore_locale(handle, status);
}
