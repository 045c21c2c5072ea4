/* Parses an `.obj` in two passes: the first counts the vertices and other elements, since references may
   point forwards. */
#include <string.h>

#include "core/layout/io.h"
#include "validators/memg/obj/obj.h"
#include "validators/memg/obj/obj_index.h"
#include "validators/memg/obj/obj_lexer.h"
#include "validators/memg/obj/obj_number.h"
#include "validators/memg/obj/obj_statement.h"
#include "validators/memg/obj/obj_table.h"

static const char *const kind_names[AP_OBJ_KINDS] = { "vertex", "texture coordinate", "normal" };

enum { QUOTE_BYTES = 128 };

typedef struct obj_reader {
    ap_io io; /* for reporting */
    ap_obj_lexer lexer;
    ap_obj_gatherer gatherer;
    size_t totals[AP_OBJ_KINDS]; /* number of elements of each kind in the whole file */
    size_t so_far[AP_OBJ_KINDS];
    ap_span statement; /* the statement being read, from its keyword to the last word so far */
} obj_reader;

static ap_view text_of_span(ap_view input, ap_span word)
{
    return (ap_view){ input.bytes + word.offset, word.length };
}

/* First pass: counts the elements of each kind, and returns an upper limit for the number of corners of all faces. */
static size_t count_elements_and_most_corners(ap_view input, size_t totals[AP_OBJ_KINDS])
{
    ap_span keyword;
    size_t corners = 0;
    ap_obj_lexer lexer = ap_obj_lexer_of(input);
    while (ap_obj_has_more_statements(&lexer)) {
        if (!ap_obj_next_word(&lexer, &keyword))
            continue;
        const ap_obj_statement statement = ap_obj_statement_of(text_of_span(input, keyword));
        const size_t words = ap_obj_skip_words(&lexer);
        if (statement == AP_OBJ_F)
            corners += words;
        else if (statement < AP_OBJ_F)
            totals[statement]++;
    }
    return corners;
}

/* Reports a byte order mark, each NUL byte, and the first line end that is a CR without LF. */
static void check_invalid_bytes(obj_reader *reader)
{
    ap_io *io = &reader->io;
    const uint8_t *const start = io->input.bytes;
    const uint8_t *const end = start + io->input.size;
    if (reader->lexer.at > 0)
        ap_add_finding_at(io, AP_OBJ_RULE(BYTE_ORDER_MARK), (ap_span){ 0, reader->lexer.at }, NULL,
            ap_no_value(), ap_no_value(),
            "the file begins with a UTF-8 byte order mark; save it without the mark");
    for (const uint8_t *at = start; at < end && (at = memchr(at, '\0', (size_t)(end - at))) != NULL; at++)
        ap_add_finding_at(io, AP_OBJ_RULE(NUL), (ap_span){ (size_t)(at - start), 1 }, NULL, ap_no_value(),
            ap_no_value(), "the text has a NUL byte, which is read as a blank; save the file as plain text");
    for (const uint8_t *at = start; at < end && (at = memchr(at, '\r', (size_t)(end - at))) != NULL; at++) {
        if (at + 1 < end && at[1] == '\n')
            continue;
        ap_add_finding_at(io, AP_OBJ_RULE(LINE_ENDING), (ap_span){ (size_t)(at - start), 1 }, NULL,
            ap_text_value("LF or CR LF"), ap_text_value("CR"),
            "the line ends in CR without LF; it must end in LF or CR LF");
        return;
    }
}

/* Reads the next argument of the statement, and extends reader->statement to its end. Returns false if the statement has no
   further argument. */
static bool read_argument(obj_reader *reader, ap_span *word, ap_view *text)
{
    if (!ap_obj_next_word(&reader->lexer, word))
        return false;
    *text = text_of_span(reader->io.input, *word);
    reader->statement.length = word->offset + word->length - reader->statement.offset;
    return true;
}

/* Returns true and adds a finding if the statement just read ends in a backslash at the end of the file. */
static bool report_statement_if_cut_off(obj_reader *reader)
{
    if (reader->lexer.hanging)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(STATEMENT), reader->statement, NULL,
            ap_text_value("another line"), ap_text_value("the end of the file"),
            "the statement ends in a backslash, and the file ends without the line that should follow");
    return reader->lexer.hanging;
}

static void report_invalid_word(obj_reader *reader, ap_span word, const char *wanted)
{
    char quoted[QUOTE_BYTES];
    const ap_view text = text_of_span(reader->io.input, word);
    ap_quote(text, quoted, sizeof quoted);
    ap_add_finding_at(&reader->io, AP_OBJ_RULE(NUMBER), word, NULL, ap_text_value(wanted), ap_bytes(text),
        "%s must be %s", quoted, wanted);
}

/* Reads a v, vt or vn statement, and stores the first three numbers of a v in `position_of_v`. Returns true if the statement has
   no error. */
static bool read_v_vt_or_vn(obj_reader *reader, ap_obj_statement kind, double position_of_v[3])
{
    static const struct {
        const char *keyword, *counts;
        unsigned allowed; /* bit i is set if i arguments are permitted */
    } shapes[AP_OBJ_KINDS] = {
        { "v", "3, 4, 6 or 7", 1U << 3 | 1U << 4 | 1U << 6 | 1U << 7 },
        { "vt", "1 to 3", 1U << 1 | 1U << 2 | 1U << 3 },
        { "vn", "3", 1U << 3 },
    };
    ap_span word;
    ap_view text;
    size_t count = 0;
    bool valid = true;
    for (; read_argument(reader, &word, &text); count++) {
        const bool is_number = ap_obj_is_number(text);
        if (!is_number)
            report_invalid_word(reader, word, "a finite decimal number");
        else if (kind == AP_OBJ_V && count < 3)
            position_of_v[count] = ap_obj_parse_number(text);
        valid = valid && is_number;
    }
    reader->so_far[kind]++;
    if (report_statement_if_cut_off(reader))
        return false;
    if (count <= 7 && (shapes[kind].allowed >> count & 1) != 0)
        return valid;
    ap_add_finding_at(&reader->io, AP_OBJ_RULE(STATEMENT), reader->statement, NULL,
        ap_value_with_prefix("numbers:", ap_text_value(shapes[kind].counts)),
        ap_value_with_prefix("numbers:", ap_size(count)), "%s has %zu %s and must have %s",
        shapes[kind].keyword, count, count == 1 ? "number" : "numbers", shapes[kind].counts);
    return false;
}

static void report_invalid_index(obj_reader *reader, ap_span word, unsigned kind, const ap_obj_index *index)
{
    char quoted[QUOTE_BYTES];
    const ap_view text = text_of_span(reader->io.input, word);
    const ap_span place = { word.offset + index->at, index->bytes };
    const size_t so_far = reader->so_far[kind];
    const size_t total = reader->totals[kind];
    const char *name = kind_names[kind];
    ap_quote(text, quoted, sizeof quoted);
    if (index->magnitude == 0)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(INDEX_RANGE), place, NULL,
            ap_value_with_prefix("at least", ap_integer(1)), ap_bytes(text),
            "the %s index of %s is 0; indices count from 1", name, quoted);
    else if (index->negative)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(INDEX_RANGE), place, NULL,
            ap_value_with_prefix("back at most", ap_size(so_far)), ap_bytes(text),
            "the %s index of %s goes back too far: only %zu are defined before the face", name, quoted,
            so_far);
    else if (index->magnitude > total)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(INDEX_RANGE), place, NULL,
            ap_value_with_prefix("at most", ap_size(total)), ap_bytes(text),
            "the %s index of %s does not exist: the file has only %zu", name, quoted, total);
    else
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(FORWARD_REFERENCE), place, NULL,
            ap_value_with_prefix("at most", ap_size(so_far)), ap_bytes(text),
            "the %s index of %s is defined only after this face; %zu are defined before it", name, quoted,
            so_far);
}

/* Returns the 1-based number of the referenced element; 0 if the file has no such element. Reports an index that is invalid or
   refers to an element defined later. */
static size_t check_and_resolve_index(
    obj_reader *reader, ap_span word, unsigned kind, const ap_obj_index *index)
{
    const size_t so_far = reader->so_far[kind];
    if (index->magnitude == 0 || index->magnitude > so_far)
        report_invalid_index(reader, word, kind, index);
    if (index->negative)
        return index->magnitude > 0 && index->magnitude <= so_far ? so_far - (size_t)index->magnitude + 1 : 0;
    return index->magnitude <= reader->totals[kind] ? (size_t)index->magnitude : 0;
}

/* Adds the corner of a reference with a valid vertex index. Returns false if an index of the reference is invalid. */
static bool read_corner(obj_reader *reader, ap_span word, const ap_obj_reference *reference)
{
    bool valid = true;
    for (unsigned kind = AP_OBJ_VERTEX; kind < AP_OBJ_KINDS; kind++) {
        if ((reference->form >> kind & 1) == 0)
            continue;
        const size_t number = check_and_resolve_index(reader, word, kind, &reference->indices[kind]);
        if (kind == AP_OBJ_VERTEX && number > 0)
            ap_obj_add_corner(&reader->gatherer, number);
        valid = valid && number > 0;
    }
    return valid;
}

/* Returns true if the face has at least three references, all of one form; otherwise reports the face. */
static bool check_face(obj_reader *reader, size_t count, bool mixed)
{
    if (count < 3)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(STATEMENT), reader->statement, NULL,
            ap_value_with_prefix("at least", ap_integer(3)), ap_size(count),
            "the face has %zu %s and must have at least 3", count, count == 1 ? "reference" : "references");
    else if (mixed)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(STATEMENT), reader->statement, NULL,
            ap_text_value("one form of reference in a face"), ap_no_value(),
            "the face has references of different forms (v, v/vt, v//vn, v/vt/vn) and must have one form");
    return count >= 3 && !mixed;
}

static void read_face(obj_reader *reader)
{
    ap_span word;
    ap_view text;
    ap_obj_reference reference;
    size_t count = 0;
    unsigned form = 0; /* form of the first valid reference */
    bool mixed = false, valid = true;
    if (!ap_obj_begin_face(&reader->gatherer))
        return;
    for (; read_argument(reader, &word, &text); count++) {
        if (!ap_obj_read_reference(text, &reference)) {
            report_invalid_word(reader, word, "a reference (v, v/vt, v//vn or v/vt/vn)");
            valid = false;
            continue;
        }
        valid = read_corner(reader, word, &reference) && valid;
        mixed = mixed || (form != 0 && reference.form != form);
        form = form == 0 ? reference.form : form;
    }
    valid = !report_statement_if_cut_off(reader) && check_face(reader, count, mixed) && valid;
    ap_obj_end_face_and_mark_faulty(&reader->gatherer, reader->statement, valid);
}

static void read_g_statement(obj_reader *reader)
{
    ap_span word;
    ap_view name;
    bool named = false;
    bool stored = true;
    ap_obj_begin_g_statement(&reader->gatherer);
    for (; stored && read_argument(reader, &word, &name); named = true)
        stored = ap_obj_add_group_name(&reader->gatherer, name);
    if (!stored || (!named && !ap_obj_add_group_name(&reader->gatherer, ap_obj_default_group_name())))
        return;
    ap_obj_end_g_statement(&reader->gatherer, reader->statement);
    report_statement_if_cut_off(reader);
}

/* Reads a statement that is neither v, vt, vn, f nor g. Reports an include (`call`) and an unknown
   keyword. */
static void skip_statement_and_report_call_or_unknown(obj_reader *reader, ap_obj_statement statement)
{
    char quoted[QUOTE_BYTES];
    ap_span word;
    ap_view text;
    const ap_view keyword = text_of_span(reader->io.input, reader->statement);
    while (read_argument(reader, &word, &text))
        continue;
    if (statement == AP_OBJ_CALL)
        ap_add_finding_at(&reader->io, AP_OBJ_RULE(CALL), reader->statement, NULL, ap_no_value(),
            ap_no_value(),
            "the statement includes another file here, which is not read: its vertices, groups and faces are "
            "missing");
    if (statement != AP_OBJ_UNKNOWN) {
        report_statement_if_cut_off(reader);
        return;
    }
    ap_quote(keyword, quoted, sizeof quoted);
    ap_add_finding_at(&reader->io, AP_OBJ_RULE(STATEMENT), reader->statement, NULL,
        ap_text_value("a statement of the .obj format"), ap_bytes(keyword),
        "%s is not a statement of an .obj", quoted);
}

static void read_statement(obj_reader *reader, ap_span keyword)
{
    const ap_obj_statement statement = ap_obj_statement_of(text_of_span(reader->io.input, keyword));
    reader->statement = keyword;
    if (statement < AP_OBJ_F) {
        double position[3];
        const bool valid = read_v_vt_or_vn(reader, statement, position);
        if (statement == AP_OBJ_V)
            ap_obj_add_vertex(&reader->gatherer, valid ? position : NULL);
    } else if (statement == AP_OBJ_F)
        read_face(reader);
    else if (statement == AP_OBJ_G)
        read_g_statement(reader);
    else
        skip_statement_and_report_call_or_unknown(reader, statement);
}

/* Second pass. Stops early when out of memory. */
static void read_statements(obj_reader *reader)
{
    ap_span keyword;
    while (ap_obj_has_more_statements(&reader->lexer) && !reader->io.arena->failed) {
        if (ap_obj_next_word(&reader->lexer, &keyword)) {
            read_statement(reader, keyword);
            continue;
        }
        /* The statement is empty. If a backslash at the end of the file joins a missing line, report that backslash. */
        reader->statement = (ap_span){ reader->io.input.size - 1, 1 };
        report_statement_if_cut_off(reader);
    }
}

ap_obj_scene *ap_obj_parse(ap_view input, ap_findings *findings)
{
    obj_reader reader = { .lexer = ap_obj_lexer_of(input) };
    ap_obj_scene *scene = ap_alloc(findings->arena, sizeof *scene);
    if (scene == NULL)
        return NULL;
    ap_io_init(&reader.io, input, findings, findings->arena, NULL);
    check_invalid_bytes(&reader);
    const size_t corners = count_elements_and_most_corners(input, reader.totals);
    if (!ap_obj_gatherer_init(
            &reader.gatherer, scene, findings->arena, reader.totals[AP_OBJ_VERTEX], corners))
        return NULL;
    read_statements(&reader);
    scene->vertex_count = reader.totals[AP_OBJ_VERTEX];
    return findings->arena->failed ? NULL : scene;
}
