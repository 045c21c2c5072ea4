#include "corpus/defect.h"

#include <string.h>

#include "corpus/defect_tables.h"
#include "validators/registry.h"

const ap_defect_table *const *ap_defect_tables(size_t *count)
{
    static const ap_defect_table *const tables[] = { &ap_mrtk_defects, &ap_memg_defects,
        &ap_md5anim_defects };
    *count = sizeof tables / sizeof *tables;
    return tables;
}

/* Whether `name` is the table's format, a slash, and something; that something, or NULL. */
static const char *name_within(const ap_defect_table *table, const char *name)
{
    const size_t length = strlen(table->format_name);
    return strncmp(name, table->format_name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

const ap_defect *ap_find_defect(const char *name)
{
    size_t count;
    const ap_defect_table *const *tables = ap_defect_tables(&count);
    for (size_t t = 0; t < count; t++) {
        const char *wanted = name_within(tables[t], name);
        for (size_t i = 0; wanted != NULL && i < tables[t]->count; i++) {
            if (strcmp(tables[t]->defects[i].name, wanted) == 0)
                return &tables[t]->defects[i];
        }
    }
    return NULL;
}

bool ap_break(ap_breaking *breaking, const ap_lint_options *options)
{
    breaking->edit_count = 0;
    breaking->expected_count = 0;
    return ap_list_fields(breaking->format, breaking->input, options, breaking->arena, &breaking->fields,
               &breaking->about)
           && breaking->defect->apply(breaking) && !breaking->arena->failed;
}

bool ap_write_broken(const ap_breaking *breaking, ap_writer *writer)
{
    size_t at = 0;
    for (size_t i = 0; i < breaking->edit_count; i++) {
        const ap_edit *edit = &breaking->edits[i];
        assert(edit->span.offset >= at && edit->span.offset + edit->span.length <= breaking->input.size);
        if (!ap_write(writer, breaking->input.bytes + at, edit->span.offset - at)
            || !ap_write(writer, edit->bytes.bytes, edit->bytes.size))
            return false;
        at = edit->span.offset + edit->span.length;
    }
    return ap_write(writer, breaking->input.bytes + at, breaking->input.size - at);
}

ap_verdict ap_verdict_of(const ap_defect *defect)
{
    const ap_rule *rule = ap_find_rule(defect->rule);
    assert(rule != NULL);
    if (rule->severity == AP_ERROR)
        return AP_VERDICT_REFUSE;
    return rule->severity == AP_WARNING ? AP_VERDICT_DIFFER : AP_VERDICT_ACCEPT;
}
