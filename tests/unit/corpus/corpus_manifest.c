/* corpus/cases/manifest.h: a written manifest is read back, and its lines have the documented form. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "core/files/sink.h"
#include "corpus/cases/manifest.h"
#include "tests/unit/support/test_arena.h"

enum { BUFFER_BYTES = 64 * 1024 };

static const ap_manifest_finding found[] = {
    { .rule = "md5anim/parent-order",
        .severity = AP_ERROR,
        .span = { 301, 2 },
        .path = "hierarchy[3].parent" },
    { .companion = true,
        .rule = "obj/count",
        .severity = AP_NOTE,
        .span = { (size_t)1 << 40, 0 },
        .path = "" },
};

static const ap_manifest_case entries[] = {
    { .id = "n_md5anim_parent-order_forward",
        .file = "md5anim/n_md5anim_parent-order_forward.md5anim",
        .sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        .format = "md5anim",
        .version = "10",
        .answer = AP_ANSWER_REFUSE,
        .expected = found,
        .expected_count = 2,
        .defect = "parent-order_forward",
        .seed = INT64_MAX,
        .reason = "a parent that follows: \"\xc3\xa9\"\n",
        .source = "the page" },
    { .id = "y_memg_1",
        .file = "memg/y_memg_1.bin",
        .companion = "memg/y_memg_1.obj",
        .companion_sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        .sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        .format = "memg",
        .variant = "big-endian",
        .answer = AP_ANSWER_ACCEPT,
        .reason = "nothing is wrong" },
    { .id = "i_mrtk_1",
        .file = "i_mrtk_1.bin",
        .sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        .format = "mrtk",
        .answer = AP_ANSWER_DIFFER,
        .reason = "" },
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static ap_view write_to_buffer(bool (*put)(ap_writer *, const void *), const void *what, uint8_t *bytes)
{
    static ap_writer writer; /* static, because a writer is too large for the stack */
    ap_fixed_buffer keeper;
    ap_fixed_buffer_init(&keeper, &writer, bytes, BUFFER_BYTES);
    cr_assert(put(&writer, what) && ap_writer_flush(&writer));
    return (ap_view){ bytes, keeper.size };
}

static bool put_all_manifest_cases(ap_writer *writer, const void *what)
{
    const ap_manifest_case *all = what;
    for (size_t i = 0; i < ENTRIES; i++) {
        if (!ap_put_manifest_case(writer, &all[i]))
            return false;
    }
    return true;
}

static bool put_corpus_description(ap_writer *writer, const void *what)
{
    return ap_put_corpus_description(writer, what);
}

static char folder[] = "/tmp/corpus-manifest-XXXXXX";
static ap_manifest_reader manifest;
static ap_manifest_case entry;

static const char *path_in_test_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, ap_view bytes)
{
    FILE *stream = fopen(path_in_test_folder(name), "w");
    cr_assert(stream != NULL && fwrite(bytes.bytes, 1, bytes.size, stream) == bytes.size);
    fclose(stream);
}

/* Writes the manifest of `entries` and the description of a corpus into the folder, without the files of the cases. */
static void write_manifest_and_description(void)
{
    static uint8_t bytes[BUFFER_BYTES];
    ap_corpus_description about = { .animproof = "0.1.0", .seed = 7, .size = "small", .files = ENTRIES };
    const ap_view lines = write_to_buffer(put_all_manifest_cases, entries, bytes);
    ap_compute_sha256(lines, about.manifest_sha256);
    write_file(AP_MANIFEST_FILE, lines);
    write_file(AP_CORPUS_FILE, write_to_buffer(put_corpus_description, &about, bytes));
}

static void set_up(void)
{
    arena_begin();
    cr_assert_not_null(mkdtemp(folder));
    write_manifest_and_description();
}

static void tear_down(void)
{
    arena_end();
    (void)remove(path_in_test_folder(AP_MANIFEST_FILE));
    (void)remove(path_in_test_folder(AP_CORPUS_FILE));
    rmdir(folder);
}

TestSuite(corpus_manifest, .init = set_up, .fini = tear_down);

static void expect_same_text(const char *one, const char *other)
{
    cr_assert((one == NULL) == (other == NULL));
    cr_assert(one == NULL || strcmp(one, other) == 0, "got %s, expected %s", one, other);
}

static void expect_same_case(const ap_manifest_case *one, const ap_manifest_case *other)
{
    expect_same_text(one->id, other->id);
    expect_same_text(one->file, other->file);
    expect_same_text(one->companion, other->companion);
    expect_same_text(one->sha256, other->sha256);
    expect_same_text(one->companion_sha256, other->companion_sha256);
    expect_same_text(one->format, other->format);
    expect_same_text(one->version, other->version);
    expect_same_text(one->variant, other->variant);
    expect_same_text(one->defect, other->defect);
    expect_same_text(one->reason, other->reason);
    expect_same_text(one->source, other->source);
    cr_assert_eq(one->answer, other->answer);
    cr_assert_eq(one->seed, other->seed);
    cr_assert_eq(one->expected_count, other->expected_count);
    for (size_t i = 0; i < one->expected_count; i++) {
        expect_same_text(one->expected[i].rule, other->expected[i].rule);
        expect_same_text(one->expected[i].path, other->expected[i].path);
        cr_assert_eq(one->expected[i].companion, other->expected[i].companion);
        cr_assert_eq(one->expected[i].severity, other->expected[i].severity);
        cr_assert_eq(one->expected[i].span.offset, other->expected[i].span.offset);
        cr_assert_eq(one->expected[i].span.length, other->expected[i].span.length);
    }
}

Test(corpus_manifest, a_written_manifest_is_read_back)
{
    cr_assert_eq(ap_manifest_open(&manifest, folder, &arena), AP_MANIFEST_OK);
    cr_assert_eq(manifest.about.seed, 7);
    cr_assert_eq(manifest.about.files, ENTRIES);
    expect_same_text(manifest.about.animproof, "0.1.0");
    expect_same_text(manifest.about.size, "small");
    for (size_t i = 0; i < ENTRIES; i++) {
        cr_assert_eq(ap_manifest_next(&manifest, &arena, &entry), AP_MANIFEST_OK);
        expect_same_case(&entries[i], &entry);
    }
    cr_assert_eq(ap_manifest_next(&manifest, &arena, &entry), AP_MANIFEST_END);
    ap_manifest_close(&manifest);
}

/* Makes each allocation fail once: the status must be AP_MANIFEST_NO_MEMORY, without leaks (which sanitizers detect). */
Test(corpus_manifest, missing_memory_is_reported)
{
    ap_manifest_status status = AP_MANIFEST_NO_MEMORY;
    for (size_t fail_at = 1; status == AP_MANIFEST_NO_MEMORY; fail_at++) {
        arena_replace();
        arena.fail_at = fail_at;
        status = ap_manifest_open(&manifest, folder, &arena);
        while (status == AP_MANIFEST_OK)
            status = ap_manifest_next(&manifest, &arena, &entry);
        cr_assert_eq(status == AP_MANIFEST_END, !arena.failed);
        ap_manifest_close(&manifest);
    }
    cr_assert_eq(status, AP_MANIFEST_END);
}

Test(corpus_manifest, members_have_the_documented_order)
{
    static const char wanted[] =
        "{\"id\":\"y_memg_1\",\"file\":\"memg/y_memg_1.bin\",\"companion\":\"memg/y_memg_1.obj\",\"sha256\":"
        "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\",\"companion_sha256\":"
        "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\",\"format\":\"memg\","
        "\"version\":"
        "null,\"layout\":\"big-endian\",\"verdict\":\"accept\",\"expected\":[],\"defect\":null,\"seed\":0,"
        "\"reason\":\"nothing is wrong\",\"source\":null,\"flags\":[\"companion\"],\"notes\":{\"companion\":"
        "\"the case has a companion file: a reader that reads both files is rated on "
        "both\"},\"cves\":[],\"breaks\":null}\n";
    static uint8_t bytes[BUFFER_BYTES];
    ap_view all = write_to_buffer(put_all_manifest_cases, entries, bytes);
    const uint8_t *first_end = memchr(all.bytes, '\n', all.size);
    cr_assert(first_end != NULL && (size_t)(all.bytes + all.size - first_end) > sizeof wanted);
    cr_assert_arr_eq(first_end + 1, wanted, sizeof wanted - 1);
}

/* Replaces or removes corpus.json and manifest.jsonl, and expects the reason why the folder is not a valid corpus. */
Test(corpus_manifest, the_reason_why_a_folder_is_not_a_corpus_is_reported)
{
    static const struct {
        const char *about,
            *manifest; /* text of corpus.json and manifest.jsonl; "=": unchanged; NULL: removed */
        ap_manifest_status status;
        const char *why;
    } cases[] = {
        { "=", "=", AP_MANIFEST_OK, "" },
        { NULL, NULL, AP_MANIFEST_INCOMPLETE, "not a corpus: neither corpus.json nor manifest.jsonl exists" },
        { NULL, "=", AP_MANIFEST_INCOMPLETE,
            "incomplete corpus: corpus.json, which is written last, is missing" },
        { "=", NULL, AP_MANIFEST_INCOMPLETE, "incomplete corpus: manifest.jsonl is missing" },
        { "=", "{}\n", AP_MANIFEST_INCOMPLETE,
            "incomplete corpus: the hash of manifest.jsonl is not the one in corpus.json" },
        { "", "=", AP_MANIFEST_MALFORMED,
            "corpus.json: line 1, column 1: the text ends where a value is needed" },
        { "{}", "=", AP_MANIFEST_MALFORMED, "corpus.json: \"manifest_sha256\" is missing or invalid" },
        { "[]", "=", AP_MANIFEST_MALFORMED, "corpus.json: \"manifest_sha256\" is missing or invalid" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_manifest_and_description();
        for (int which = 0; which < 2; which++) {
            const char *text = which == 0 ? cases[i].about : cases[i].manifest;
            const char *name = which == 0 ? AP_CORPUS_FILE : AP_MANIFEST_FILE;
            if (text == NULL)
                unlink(path_in_test_folder(name));
            else if (strcmp(text, "=") != 0)
                write_file(name, (ap_view){ (const uint8_t *)text, strlen(text) });
        }
        cr_expect_eq(
            ap_manifest_open(&manifest, folder, &arena), cases[i].status, "case %zu: wrong status", i);
        cr_expect_str_eq(manifest.error, cases[i].why, "case %zu: wrong error '%s'", i, manifest.error);
        ap_manifest_close(&manifest);
    }
    cr_expect_eq(ap_manifest_open(&manifest, "/no/such/folder", &arena), AP_MANIFEST_CANNOT_READ);
    cr_expect_str_eq(manifest.error, "No such file or directory");
    ap_manifest_close(&manifest);
}
