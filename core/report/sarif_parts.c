#include "core/report/sarif_parts.h"

#include <string.h>

#include "core/base/uri_text.h"
#include "core/json/json_value.h"

/* Adds a period, which SARIF requires and our messages do not have, and a backslash before "](", since readers take "](" for a
   link. */
void ap_sarif_put_message(ap_batch *batch, const char *before, size_t offset, const char *message)
{
    ap_batch_text(batch, "{\"text\": \"");
    if (before != NULL) {
        ap_batch_text(batch, before);
        ap_batch_text(batch, " 0x");
        ap_batch_hex(batch, offset, 1);
        ap_batch_text(batch, ": ");
    }
    ap_batch_json_string_part(batch, message, AP_JSON_NO_LINKS);
    ap_batch_text(batch, ".\"}");
}

static void put_artifact(ap_batch *batch, const char *name)
{
    ap_batch_text(batch, "{\"uri\": \"");
    ap_batch_uri(batch, name);
    ap_batch_text(batch, "\"}");
}

void ap_sarif_put_artifact(ap_json_put *put, const char *name)
{
    put_artifact(ap_json_put_begin_raw(put, "artifactLocation"), name);
}

/* Writes a location up to its first number, the line or the byte offset. */
static void put_location_up_to_first_number(ap_batch *batch, const ap_sarif_location_options *places)
{
    ap_batch_text(batch, "\"physicalLocation\": {\"artifactLocation\": ");
    put_artifact(batch, places->file->name);
    ap_batch_text(batch, ", \"region\": {");
    if (!places->file->text && places->github)
        ap_batch_text(batch, "\"startLine\": 1, ");
    ap_batch_text(batch, places->file->text ? "\"startLine\": " : "\"byteOffset\": ");
}

typedef struct sarif_place {
    ap_span span;
    size_t line, character, end_character;
} sarif_place;

/* Writes a location in lines and columns for text, in bytes otherwise. The caller closes the two objects that stay open. */
static void put_place(ap_batch *batch, const ap_sarif_location_options *places, const sarif_place *at)
{
    put_location_up_to_first_number(batch, places);
    if (places->file->text) {
        ap_batch_number(batch, at->line);
        ap_batch_text_and_number(batch, ", \"startColumn\": ", at->character);
        if (at->end_character > at->character)
            ap_batch_text_and_number(batch, ", \"endColumn\": ", at->end_character);
    } else {
        ap_batch_number(batch, at->span.offset);
        ap_batch_text_and_number(batch, ", \"byteLength\": ", at->span.length);
    }
}

static void put_related(ap_batch *batch, const ap_sarif_location_options *places, const ap_finding *finding)
{
    size_t id = 0;
    for (const ap_related *related = finding->related; related != NULL; related = related->next) {
        const sarif_place at = { related->span, related->line, related->character, related->end_character };
        ap_batch_text_and_number(batch, id == 0 ? "[{\"id\": " : ", {\"id\": ", id + 1);
        ap_batch_text(batch, ", ");
        put_place(batch, places, &at);
        ap_batch_text(batch, "}}, \"message\": ");
        ap_sarif_put_message(batch, NULL, 0, related->label);
        ap_batch_byte(batch, '}');
        id++;
    }
    ap_batch_byte(batch, ']');
}

void ap_sarif_put_locations(
    ap_json_put *put, const ap_sarif_location_options *places, const ap_finding *finding)
{
    const sarif_place at = { finding->span, finding->line, finding->character, finding->end_character };
    ap_batch *batch = ap_json_put_begin_raw(put, "locations");
    ap_batch_text(batch, "[{");
    put_place(batch, places, &at);
    if (finding->path[0] != '\0') {
        ap_batch_text(batch, "}}, \"logicalLocations\": [{\"fullyQualifiedName\": ");
        ap_batch_json_string(batch, (ap_view){ (const uint8_t *)finding->path, strlen(finding->path) }, 0);
        ap_batch_text(batch, "}]}]");
    } else {
        ap_batch_text(batch, "}}}]");
    }
    if (finding->related != NULL)
        put_related(ap_json_put_begin_raw(put, "relatedLocations"), places, finding);
}
