#include "cli/corpus/corpus_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/base64_text.h"
#include "core/base/terminal_text.h"
#include "core/base/version.h"
#include "core/files/text_stream.h"

static cli_exit report_errno(const char *path)
{
    return cli_fail_errno(path, errno);
}

static char *join_path(const char *folder, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

static bool folder_has_file(const char *path, const char *name)
{
    char *file = join_path(path, name);
    const bool there = file != NULL && access(file, F_OK) == 0;
    free(file);
    return there;
}

/* Reports that the folder is not empty; says so if it has an unfinished corpus: a manifest but no corpus.json. */
static cli_exit report_not_empty(const char *path)
{
    const bool begun = folder_has_file(path, AP_MANIFEST_FILE);
    if (begun && folder_has_file(path, AP_CORPUS_FILE))
        cli_error_about(path, "already contains a corpus; remove the folder or choose another");
    else if (begun)
        cli_error_about(path, "contains an unfinished corpus; remove the folder or choose another");
    else
        cli_error_about(path, "is not empty; a corpus needs an empty folder");
    return CLI_UNREADABLE;
}

static cli_exit check_folder_is_empty(const char *path)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    bool empty = true;
    if (directory == NULL)
        return report_errno(path);
    errno = 0; /* readdir returns NULL both at the end and after an error */
    while (empty && (entry = readdir(directory)) != NULL)
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    const cli_exit read = empty && errno != 0 ? report_errno(path) : CLI_CLEAN;
    closedir(directory);
    return empty ? read : report_not_empty(path);
}

static cli_exit write_new_file(const char *path, ap_view view)
{
    ap_writer writer;
    ap_descriptor_writer descriptor;
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return report_errno(path);
    ap_descriptor_writer_init(&descriptor, &writer, file);
    const bool complete = ap_write(&writer, view.bytes, view.size) && ap_writer_flush(&writer);
    errno = descriptor.error;
    cli_exit written = complete ? CLI_CLEAN : report_errno(path);
    if (close(file) != 0 && written == CLI_CLEAN)
        written = report_errno(path);
    if (written != CLI_CLEAN) /* the incomplete file must be removed */
        unlink(path);
    return written;
}

static cli_exit write_new_file_in(const char *folder, const char *name, ap_view view)
{
    char *path = join_path(folder, name);
    if (path == NULL)
        return cli_fail_no_memory();
    const cli_exit result = write_new_file(path, view);
    free(path);
    return result;
}

/* Makes the folder unless it exists. Sets *made to true if this call has made it. */
static cli_exit make_folder_or_use_existing(const char *path, bool *made)
{
    *made = mkdir(path, 0777) == 0;
    return *made || errno == EEXIST ? CLI_CLEAN : report_errno(path);
}

static cli_exit create_file_in(const cli_corpus_folder *folder, const char *name, FILE **stream)
{
    char *path = join_path(folder->path, name);
    if (path == NULL)
        return cli_fail_no_memory();
    *stream = fopen(path, "w+xe");
    const cli_exit result = *stream == NULL ? report_errno(path) : CLI_CLEAN;
    free(path);
    return result;
}

static cli_exit open_manifest_and_values(cli_corpus_folder *folder, size_t max_memory_bytes)
{
    folder->values_path = join_path(folder->path, AP_VALUES_FILE);
    cli_exit result = folder->values_path == NULL
                          ? cli_fail_no_memory()
                          : create_file_in(folder, AP_MANIFEST_FILE, &folder->manifest);
    if (result == CLI_CLEAN)
        result = create_file_in(folder, AP_VALUES_FILE, &folder->values_file);
    if (result != CLI_CLEAN)
        return result;
    ap_descriptor_writer_init(&folder->descriptor, &folder->writer, fileno(folder->manifest));
    cli_values_writer_begin(&folder->values, folder->values_file, max_memory_bytes);
    return CLI_CLEAN;
}

static cli_exit make_empty_folder(const char *path, bool *made)
{
    const cli_exit result = make_folder_or_use_existing(path, made);
    return result == CLI_CLEAN ? check_folder_is_empty(path) : result;
}

cli_exit cli_corpus_folder_open(cli_corpus_folder *folder, const char *path, const char *originals,
    size_t max_memory_bytes, cli_corpus_progress *progress)
{
    *folder = (cli_corpus_folder){
        .path = path, .originals = originals, .about = { .animproof = AP_VERSION }, .progress = progress
    };
    cli_corpus_progress_begin(progress);
    cli_exit result = make_empty_folder(path, &folder->made);
    if (result == CLI_CLEAN && originals != NULL)
        result = make_empty_folder(originals, &folder->made_originals);
    return result == CLI_CLEAN ? open_manifest_and_values(folder, max_memory_bytes) : result;
}

static cli_exit make_format_folder(const char *folder, const char *format)
{
    char *path = join_path(folder, format);
    if (path == NULL)
        return cli_fail_no_memory();
    bool made;
    const cli_exit result = make_folder_or_use_existing(path, &made);
    free(path);
    return result;
}

static cli_exit report_manifest_write_error(const cli_corpus_folder *folder)
{
    if (folder->descriptor.error == 0)
        return cli_fail_no_memory();
    return cli_fail_errno(AP_MANIFEST_FILE, folder->descriptor.error);
}

static cli_exit write_original_of_case(const cli_corpus_folder *folder, const ap_generated_case *made)
{
    const cli_exit result = make_format_folder(folder->originals, made->entry.format);
    return result == CLI_CLEAN ? write_new_file_in(folder->originals, made->entry.file, made->original)
                               : result;
}

/* Makes the folder of the case's format unless the case before was of that format. */
static cli_exit make_format_folder_if_changed(cli_corpus_folder *folder, const char *format)
{
    const ap_corpus_format *before = folder->last_format;
    folder->last_format = ap_find_corpus_format(format);
    return folder->last_format == before ? CLI_CLEAN : make_format_folder(folder->path, format);
}

/* Writes the file and records its name, so that the file can be removed if the run is interrupted. */
static cli_exit write_and_record_file(cli_corpus_folder *folder, const char *name, ap_view view)
{
    char *copy = strdup(name);
    if (copy != NULL && cli_string_list_add(&folder->written, copy))
        return write_new_file_in(folder->path, name, view);
    free(copy);
    return cli_fail_no_memory();
}

enum {
    CASE_BYTES =
        64 << 10 /* most bytes of a file, or of a companion, that are written; a larger one becomes null */
};

static void put_base64_or_null(ap_json_put *put, const char *key, ap_view bytes)
{
    if (bytes.bytes == NULL || bytes.size > CASE_BYTES) {
        ap_json_put_null(put, key);
        return;
    }
    ap_batch *batch = ap_json_put_begin_raw(put, key);
    ap_batch_byte(batch, '"');
    ap_put_base64(ap_json_put_stream(put), bytes);
    ap_batch_byte(batch, '"');
}

/* Writes a case with its hashes and bytes as one line of JSON. The caller checks the stream for errors. */
static void put_case_as_json_line(FILE *stream, const ap_generated_case *made)
{
    const ap_manifest_case *entry = &made->entry;
    ap_json_put put;
    ap_json_put_init(&put, stream, 0);
    put.compact = true;
    ap_json_put_begin_object(&put, NULL);
    ap_put_manifest_members(&put, entry);
    put_base64_or_null(&put, "bytes", made->file);
    put_base64_or_null(&put, "companion_bytes", made->companion);
    ap_json_put_end_object(&put);
    fputc('\n', stream);
}

cli_exit cli_corpus_folder_add_case(cli_corpus_folder *folder, ap_generated_case *made)
{
    char hash[AP_SHA256_TEXT], companion_hash[AP_SHA256_TEXT];
    ap_manifest_case *entry = &made->entry;
    ap_compute_sha256(made->file, hash);
    entry->sha256 = hash;
    cli_exit result = make_format_folder_if_changed(folder, entry->format);
    if (result == CLI_CLEAN)
        result = write_and_record_file(folder, entry->file, made->file);
    if (result == CLI_CLEAN && entry->companion != NULL) {
        ap_compute_sha256(made->companion, companion_hash);
        entry->companion_sha256 = companion_hash;
        result = write_and_record_file(folder, entry->companion, made->companion);
    }
    if (result == CLI_CLEAN && folder->originals != NULL && made->original.bytes != NULL)
        result = write_original_of_case(folder, made);
    if (result == CLI_CLEAN && !ap_put_manifest_case(&folder->writer, entry))
        result = report_manifest_write_error(folder);
    if (result == CLI_CLEAN && folder->lines != NULL)
        put_case_as_json_line(folder->lines, made);
    if (result == CLI_CLEAN && !cli_values_writer_add_case_unless_no_memory(&folder->values, made))
        result = cli_fail_no_memory();
    folder->about.files++;
    if (result == CLI_CLEAN && !cli_corpus_progress_count_file(folder->progress))
        return CLI_UNREADABLE;
    return result;
}

static cli_exit hash_written_manifest(cli_corpus_folder *folder)
{
    if (!ap_writer_flush(&folder->writer))
        return report_manifest_write_error(folder);
    rewind(folder->manifest);
    return ap_compute_sha256_of_stream(folder->manifest, folder->about.manifest_sha256)
               ? CLI_CLEAN
               : report_errno(AP_MANIFEST_FILE);
}

static cli_exit write_readme(const cli_corpus_folder *folder)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = ap_open_text_stream(&text, &size);
    if (stream == NULL)
        return cli_fail_no_memory();
    cli_put_corpus_readme(stream, &folder->about);
    const cli_exit result = ap_close_text_stream(stream, &text) ? write_new_file_in(
                                folder->path, "README.md", (ap_view){ (const uint8_t *)text, size })
                                                                : cli_fail_no_memory();
    free(text);
    return result;
}

/* Writes corpus.json under another name and renames it, so that an incomplete file is never visible. */
static cli_exit write_corpus_json(cli_corpus_folder *folder)
{
    ap_buffer store;
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &folder->writer); /* the manifest is complete, so its writer is free */
    char *path = join_path(folder->path, AP_CORPUS_FILE),
         *made = join_path(folder->path, AP_CORPUS_FILE ".new");
    cli_exit result =
        path != NULL && made != NULL && ap_put_corpus_description(&folder->writer, &folder->about)
                && ap_writer_flush(&folder->writer)
            ? write_new_file_in(folder->path, AP_CORPUS_FILE ".new", (ap_view){ store.bytes, store.size })
            : cli_fail_no_memory();
    if (result == CLI_CLEAN && rename(made, path) != 0) {
        result = report_errno(path);
        unlink(made);
    }
    free(made);
    free(path);
    ap_buffer_free(&store);
    return result;
}

cli_exit cli_corpus_folder_finish(cli_corpus_folder *folder)
{
    cli_progress_line_hide(&folder->progress->line);
    cli_exit result = hash_written_manifest(folder);
    if (result == CLI_CLEAN && !cli_values_writer_finish(&folder->values, folder->about.values_sha256))
        result = report_errno(AP_VALUES_FILE);
    if (result == CLI_CLEAN) {
        free(folder->values_path);
        folder->values_path = NULL;
        result = write_readme(folder);
    }
    return result == CLI_CLEAN ? write_corpus_json(folder) : result;
}

void cli_corpus_folder_print_count(const cli_corpus_folder *folder, const char *path)
{
    ap_put_file_name(stdout, path);
    printf(": %zu file%s\n", folder->about.files, cli_plural_s(folder->about.files));
}

static bool remove_from_folder(const char *folder, const char *name, int (*remove_path)(const char *path))
{
    char *path = join_path(folder, name);
    const bool removed = path != NULL && (remove_path(path) == 0 || errno == ENOENT);
    free(path);
    return removed;
}

/* Removes the files that were written into the folder, then the empty folders. */
static bool remove_written_files(const cli_corpus_folder *folder, const char *path, bool made)
{
    static const char *const lists[] = { AP_MANIFEST_FILE, AP_VALUES_FILE };
    size_t count;
    bool removed = true;
    const ap_corpus_format *const *corpus_formats = ap_corpus_formats(&count);
    for (size_t i = 0; i < folder->written.count; i++)
        removed &= remove_from_folder(path, folder->written.items[i], unlink);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && path == folder->path; i++)
        removed &= remove_from_folder(path, lists[i], unlink);
    for (size_t i = 0; i < count; i++)
        removed &= remove_from_folder(path, corpus_formats[i]->generator->format->name, rmdir);
    return removed & (!made || rmdir(path) == 0);
}

static void remove_interrupted_corpus(const cli_corpus_folder *folder)
{
    bool removed = remove_written_files(folder, folder->path, folder->made);
    if (folder->originals != NULL)
        removed &= remove_written_files(folder, folder->originals, folder->made_originals);
    cli_error_about(folder->path, "interrupted after %zu file%s; the files written so far %s",
        folder->about.files, cli_plural_s(folder->about.files),
        removed ? "were removed" : "could not all be removed");
}

static void free_names(cli_corpus_folder *folder)
{
    for (size_t i = 0; i < folder->written.count; i++)
        free(folder->written.items[i]);
    cli_string_list_free(&folder->written);
}

void cli_corpus_folder_close_and_remove_if_interrupted(cli_corpus_folder *folder)
{
    cli_progress_line_hide(&folder->progress->line);
    if (folder->manifest != NULL)
        fclose(folder->manifest);
    if (folder->values_file != NULL) {
        fclose(folder->values_file);
        ap_arena_free(&folder->values.arena);
        if (folder->values_path != NULL)
            unlink(folder->values_path);
    }
    free(folder->values_path);
    folder->values_path = NULL;
    folder->manifest = folder->values_file = NULL;
    if (folder->progress->interrupted != 0)
        remove_interrupted_corpus(folder);
    free_names(folder);
}
