#include "cli/options/rule_word.h"

#include "validators/registry.h"

bool cli_rule_word(size_t index, cli_choice *choice)
{
    size_t count;
    const ap_rule_table *tables = ap_rule_tables(&count);
    for (size_t t = 0; t < count; t++) {
        if (index < tables[t].count) {
            *choice = (cli_choice){ .name = tables[t].rules[index].id };
            return true;
        }
        index -= tables[t].count;
    }
    return false;
}
