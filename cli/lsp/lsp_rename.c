/* Answers requests for renaming a joint: in the document, in its mesh, and in the animations of the mesh. */
#include <string.h>

#include "cli/lsp/lsp_server.h"
#include "cli/shared/input_copy.h"
#include "cli/shared/same_file.h"
#include "core/base/same_bytes.h"
#include "core/base/utf8.h"

/* Places of names in a file */

/* Returns the joint that the field names; NULL if the field is not the name of a joint. */
static const lsp_joint *joint_of_name_field(const lsp_index *index, size_t index_in_fields)
{
    const lsp_field *field = &lsp_fields_of_index(index)[index_in_fields];
    const lsp_joint *joint = field->kind != LSP_ONE_FIELD || field->role != AP_ROLE_NAME
                                 ? NULL
                                 : lsp_record_as_joint(index, &lsp_records_of_index(index)[field->record]);
    return joint != NULL && joint->offset >= field->offset
                   && joint->offset - field->offset + (size_t)joint->length <= field->length
               ? joint
               : NULL;
}

static bool is_blank_in_line(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

/* Returns the span of the name at the start of the line comment after `at`; of length 0 if the comment does not begin with the
   name. */
static ap_span find_name_at_start_of_comment(ap_view text, size_t at, size_t line_end, ap_view name)
{
    while (at < line_end && (is_blank_in_line(text.bytes[at]) || text.bytes[at] == ')'))
        at++;
    if (line_end - at < 2 || memcmp(text.bytes + at, "//", 2) != 0)
        return (ap_span){ 0, 0 };
    for (at += 2; at < line_end && is_blank_in_line(text.bytes[at]);)
        at++;
    const size_t end = at + name.size;
    if (end > line_end || memcmp(text.bytes + at, name.bytes, name.size) != 0
        || (end < line_end && !is_blank_in_line(text.bytes[end]) && text.bytes[end] != '('))
        return (ap_span){ 0, 0 };
    return (ap_span){ at, name.size };
}

/* Finds the parent of the joint with the name field `index_in_fields`, and the parent's name in the comment after the joint.
   Returns NULL if there is no such comment. */
static const lsp_joint *find_parent_in_comment(const lsp_index *index, size_t index_in_fields, ap_span *place)
{
    const lsp_field *fields = lsp_fields_of_index(index);
    const size_t line_end = ap_span_end(lsp_find_line_at(index->text, fields[index_in_fields].offset));
    const lsp_joint *parent = NULL;
    size_t end = 0;
    for (size_t i = index_in_fields; i < index->fields.count && fields[i].offset < line_end; i++) {
        lsp_element target;
        if (i > index_in_fields && joint_of_name_field(index, i) != NULL)
            return NULL; /* the comment is after another joint of the line */
        end = ap_span_end(lsp_span_of_field(&fields[i]));
        if (parent == NULL && fields[i].kind == LSP_ONE_FIELD && fields[i].role == AP_ROLE_INDEX
            && lsp_find_target_of_field(index, &fields[i], i, &target))
            parent = lsp_find_joint_of_element(index, &target);
    }
    if (parent == NULL || end > line_end)
        return NULL;
    *place = find_name_at_start_of_comment(index->text, end, line_end, lsp_name_of_joint(index, parent));
    return place->length == 0 ? NULL : parent;
}

static bool does_span_touch(ap_span span, size_t offset)
{
    return offset >= span.offset && offset <= ap_span_end(span);
}

static ap_span span_of_joint_name(const lsp_joint *joint)
{
    return (ap_span){ joint->offset, joint->length };
}

/* Finds the joint that is named at the offset, by its own name, by a number that refers to it, or in a comment after one of its
   children. Sets *place to the span of the name or number. Returns NULL if no joint is named there. */
static const lsp_joint *find_joint_named_or_referred_to_at(
    const lsp_index *index, size_t offset, ap_span *place)
{
    lsp_field field;
    lsp_element target;
    size_t index_in_fields;
    if (lsp_find_field_at(index, offset, true, &field, &index_in_fields)) {
        const lsp_joint *joint = joint_of_name_field(index, index_in_fields);
        *place = joint == NULL ? lsp_span_of_field(&field) : span_of_joint_name(joint);
        if (joint == NULL && field.role == AP_ROLE_INDEX
            && lsp_find_target_of_field(index, &field, index_in_fields, &target))
            joint = lsp_find_joint_of_element(index, &target);
        return joint;
    }
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *parent =
            joint_of_name_field(index, i) == NULL ? NULL : find_parent_in_comment(index, i, place);
        if (parent != NULL && does_span_touch(*place, offset))
            return parent;
    }
    return NULL;
}

static size_t count_joints_with_name(const lsp_index *index, ap_view name)
{
    size_t count = 0;
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *joint = joint_of_name_field(index, i);
        count += joint != NULL && ap_same_bytes(lsp_name_of_joint(index, joint), name);
    }
    return count;
}

static void put_edit(
    const lsp_server *server, ap_json_put *put, const lsp_index *index, ap_span span, const char *text)
{
    ap_json_put_begin_object(put, NULL);
    lsp_put_range(put, "range", lsp_find_range_of_span(index, server->encoding, span));
    ap_json_put_text(put, "newText", text);
    ap_json_put_end_object(put);
}

/* Writes the edits that rename the joints with the name `from`, and change the comments that name them, as an array. */
static void put_edits_of_joint_name(const lsp_server *server, ap_json_put *put, const char *key,
    const lsp_index *index, ap_view from, const char *to)
{
    ap_span place;
    ap_json_put_begin_array(put, key);
    for (size_t i = 0; i < index->fields.count; i++) {
        const lsp_joint *joint = joint_of_name_field(index, i);
        if (joint != NULL && ap_same_bytes(lsp_name_of_joint(index, joint), from))
            put_edit(server, put, index, span_of_joint_name(joint), to);
        const lsp_joint *parent = joint == NULL ? NULL : find_parent_in_comment(index, i, &place);
        if (parent != NULL && ap_same_bytes(lsp_name_of_joint(index, parent), from))
            put_edit(server, put, index, place, to);
    }
    ap_json_put_end_array(put);
}

/* Files of the set */

/* A file of the set, which is a mesh and the animations that use it. */
typedef struct renamed_file {
    lsp_document *document;
    bool loaded; /* the document is not open; the set owns it */
} renamed_file;

typedef struct rename_request {
    lsp_server *server;
    lsp_document *document;
    ap_view from;
    const char *to;
    const char *mesh; /* path of the mesh of the set; NULL: the document has no mesh */
    renamed_file *files;
    size_t count, room;
    size_t bytes; /* bytes of the texts of all files */
} rename_request;

static const char *reason_name_cannot_be_written(const char *name)
{
    if (name[0] == '\0')
        return "a joint's name cannot be empty";
    if (strchr(name, '"') != NULL)
        return "a joint's name cannot contain a quote, because quotes enclose it";
    for (; *name != '\0'; name++) {
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return "a joint's name cannot contain a line end, a tab or another control character";
    }
    return NULL;
}

/* Returns the path of the mesh of the set that the document belongs to, in the arena; NULL if it belongs to no set. The document
   was linted. */
static const char *find_path_of_own_or_companion_mesh(const rename_request *r, lsp_document *document)
{
    const char *path = document->path;
    if (path == NULL || document->format == NULL)
        return NULL;
    if (document->format->companion != NULL) {
        (void)lsp_find_companion_and_lint_options(&r->server->companions, document);
        path = lsp_path_of_found_companion(&r->server->companions);
    }
    return cli_copy_text(&r->server->arena, path);
}

/* Answers with an error if the joint cannot be renamed in the document. */
static void refuse_if_not_renamable(const rename_request *r, lsp_document *document)
{
    lsp_server *server = r->server;
    const ap_view to = { (const uint8_t *)r->to, strlen(r->to) }, text = lsp_document_text(document);
    const char *name = lsp_file_name_of_document(document);
    const lsp_index *index = lsp_get_or_make_index(server, document);
    const size_t named = index == NULL ? 0 : count_joints_with_name(index, r->from);
    if (index == NULL)
        lsp_answer_with_error(server, LSP_INTERNAL_ERROR, "not renamed: memory ran out for %s", name);
    else if (named > 1)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED,
            "not renamed: %zu joints of %s have this name; change one of the names in the text first", named,
            name);
    else if (named == 1 && count_joints_with_name(index, to) > 0)
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not renamed: %s has a joint \"%s\" already", name, r->to);
    else if (ap_utf8_valid_prefix_length(text) < text.size)
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not renamed: %s has bytes that are not UTF-8", name);
}

/* Adds a file of the set. Returns false after answering with an error, or without an answer when out of memory. */
static bool add_document_or_refuse(rename_request *r, lsp_document *document, bool loaded)
{
    lsp_server *server = r->server;
    renamed_file *files = ap_grow_array(&server->arena, r->files, r->count, &r->room, sizeof *files);
    if (files == NULL) {
        if (loaded)
            lsp_free_document(document);
        return false; /* the server answers that memory ran out */
    }
    r->files = files;
    files[r->count++] = (renamed_file){ document, loaded };
    r->bytes += document->size;
    if (r->bytes > LSP_MOST_TEXT_BYTES)
        lsp_answer_with_error(
            server, LSP_REQUEST_FAILED, "not renamed: the files of the set are larger than 256 MiB together");
    else
        refuse_if_not_renamable(r, document);
    return !server->answered;
}

/* Returns true if the linted document belongs to the set of the place. */
static bool is_in_set(const rename_request *r, lsp_document *document)
{
    const char *mesh = document->is_lintable ? find_path_of_own_or_companion_mesh(r, document) : NULL;
    return mesh != NULL && (strcmp(mesh, r->mesh) == 0 || cli_is_same_file(mesh, r->mesh));
}

/* Loads the file, and adds it if it has the name of the joint and belongs to the set. Returns false if add_document_or_refuse
   does. A file that cannot be read is left out. */
static bool load_and_add_if_in_set(rename_request *r, const char *path)
{
    lsp_server *server = r->server;
    lsp_document *document = lsp_load_document(path);
    if (document == NULL)
        return true;
    const ap_view text = lsp_document_text(document);
    if (memmem(text.bytes, text.size, r->from.bytes, r->from.size) != NULL) {
        lsp_lint_document(server, document, true);
        if (is_in_set(r, document))
            return add_document_or_refuse(r, document, true);
    }
    lsp_free_document(document);
    return true;
}

/* Adds the file if it belongs to the set of the place. Returns false if the request was cancelled, after answering, or if
   add_document_or_refuse does. */
static bool add_if_in_set(rename_request *r, const char *path)
{
    lsp_server *server = r->server;
    if (lsp_refuse_if_cancelled_or_no_memory(server, lsp_is_cancelled(server), false))
        return false;
    lsp_document *open = lsp_find_document_of_file(&server->documents, path);
    if (open == NULL)
        return load_and_add_if_in_set(r, path);
    return open == r->document || !is_in_set(r, open) || add_document_or_refuse(r, open, false);
}

/* Adds all files of the set. Returns false after answering with an error, or without an answer when out of memory. */
static bool add_files_of_set(rename_request *r)
{
    lsp_server *server = r->server;
    lsp_file_list list = { .incomplete = false };
    if (!add_document_or_refuse(r, r->document, false))
        return false;
    r->mesh = r->document->is_lintable ? find_path_of_own_or_companion_mesh(r, r->document) : NULL;
    if (r->mesh == NULL)
        return true;
    lsp_list_files_near_document(server, r->document, &list);
    if (list.incomplete) {
        lsp_answer_with_error(server, LSP_REQUEST_FAILED,
            "not renamed: it takes over 2 seconds to list the workspace folder, so animations might be "
            "missed");
        return false;
    }
    bool goes_on = true;
    for (size_t i = 0; i < list.count && goes_on; i++)
        goes_on = add_if_in_set(r, list.paths[i]);
    return goes_on;
}

static void answer_with_edits(const rename_request *r)
{
    lsp_server *server = r->server;
    ap_json_put *put = lsp_begin_answer(server);
    lsp_begin_workspace_edit(server, put, "result");
    for (size_t i = 0; i < r->count; i++) {
        const lsp_index *index = lsp_get_or_make_index(server, r->files[i].document);
        if (index == NULL || count_joints_with_name(index, r->from) == 0) {
            server->arena.failed |= index == NULL;
            continue; /* lint reports that this file lacks the joint */
        }
        const char *key = lsp_begin_edits_of_document(server, put, r->files[i].document);
        put_edits_of_joint_name(server, put, key, index, r->from, r->to);
        lsp_end_edits_of_document(server, put);
    }
    if (lsp_refuse_if_cancelled_or_no_memory(server, false, server->arena.failed))
        return;
    lsp_end_workspace_edit(server, put);
    lsp_finish_and_send_message(server);
}

static void free_loaded_documents(const rename_request *r)
{
    for (size_t i = 0; i < r->count; i++) {
        if (r->files[i].loaded)
            lsp_free_document(r->files[i].document);
    }
}

/* Finds the joint that is named at the position of the place. Returns NULL after answering with an error. */
static const lsp_joint *find_joint_of_request(lsp_server *server, lsp_place *at, ap_span *place)
{
    if (!lsp_get_position_of_request_and_index(server, at))
        return NULL;
    const lsp_joint *joint = find_joint_named_or_referred_to_at(at->index, at->start, place);
    if (joint == NULL)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "no joint is named at this position");
    return joint;
}

void lsp_answer_rename(lsp_server *server)
{
    lsp_place at;
    ap_span place;
    rename_request r = { .server = server };
    r.to = lsp_get_text(server, lsp_find_member(server, server->params, "newName", NULL));
    if (r.to == NULL) {
        lsp_answer_with_error(server, LSP_INVALID_PARAMS, "params: newName is not a text");
        return;
    }
    /* nothing can be published while the answer is written */
    for (lsp_document *d = server->documents.first; d != NULL; d = d->next)
        lsp_update_diagnostics_if_outdated(server, d);
    const lsp_joint *joint = find_joint_of_request(server, &at, &place);
    const char *why = reason_name_cannot_be_written(r.to);
    if (joint != NULL && why != NULL)
        lsp_answer_with_error(server, LSP_REQUEST_FAILED, "not renamed: %s", why);
    if (joint == NULL || why != NULL)
        return;
    const ap_view name = lsp_name_of_joint(at.index, joint);
    const char *copy = ap_arena_copy_text(&server->arena, (const char *)name.bytes, name.size);
    r.document = at.document;
    r.from = (ap_view){ (const uint8_t *)copy, name.size };
    if (copy != NULL && add_files_of_set(&r))
        answer_with_edits(&r);
    free_loaded_documents(&r);
}

void lsp_answer_prepare_rename(lsp_server *server)
{
    lsp_place at;
    ap_span place;
    const lsp_joint *joint = find_joint_of_request(server, &at, &place);
    if (joint == NULL)
        return;
    ap_json_put *put = lsp_begin_answer(server);
    ap_json_put_begin_object(put, "result");
    lsp_put_range(put, "range", lsp_find_range_of_span(at.index, server->encoding, place));
    ap_json_put_view(put, "placeholder", lsp_name_of_joint(at.index, joint));
    ap_json_put_end_object(put);
    lsp_finish_and_send_message(server);
}
