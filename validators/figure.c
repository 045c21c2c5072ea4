#include "validators/figure.h"

#include <string.h>

#include "validators/registry.h"

const ap_figure *ap_find_figure(const ap_format *format, const char *name)
{
    const ap_figure_table *figures = format->figures;
    for (size_t i = 0; i < figures->count; i++) {
        if (strcmp(figures->rows[i].name, name) == 0)
            return &figures->rows[i];
    }
    return NULL;
}

size_t ap_figure_names(const char *names[AP_MOST_FIGURE_NAMES])
{
    size_t formats, count = 0;
    const ap_format *const *all = ap_formats(&formats);
    for (size_t f = 0; f < formats; f++) {
        const ap_figure_table *figures = all[f]->figures;
        for (size_t i = 0; i < figures->count; i++) {
            size_t known = 0;
            while (known < count && strcmp(names[known], figures->rows[i].name) != 0)
                known++;
            if (known == count)
                names[count++] = figures->rows[i].name;
        }
    }
    return count;
}
