/* Tests memg/vertex-unmapped with random .obj files, in which groups are opened again and faces belong to several groups, against
   a literal count of the vertices that faces of a group use and no mapping entry of the group has. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"
#include "validators/companion_use.h"
#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"

enum { GROUPS = 3, SCENE_VERTICES = 130, MOST_MAPPED = 70, FACES = 20, TEXT_BYTES = 4096 };

typedef struct scene_model {
    char text[TEXT_BYTES];
    size_t used;
    bool uses[GROUPS][SCENE_VERTICES + 1]; /* true: a face of the group uses the vertex */
} scene_model;

static const char *const names[GROUPS] = { "a", "b", "c" };

static void append_scene_text(scene_model *scene, const char *text)
{
    const size_t length = strlen(text);
    cr_assert(scene->used + length < sizeof scene->text);
    memcpy(scene->text + scene->used, text, length + 1);
    scene->used += length;
}

static void add_face(choices *source, scene_model *scene, const bool open[GROUPS])
{
    append_scene_text(scene, "f");
    for (int corner = 0; corner < 5; corner++) {
        char word[16];
        const unsigned vertex = 1 + random_number_below(source, SCENE_VERTICES);
        const bool back = random_number_below(source, 2) == 0;
        snprintf(word, sizeof word, " %d", back ? (int)vertex - SCENE_VERTICES - 1 : (int)vertex);
        append_scene_text(scene, word);
        for (size_t group = 0; group < GROUPS; group++)
            scene->uses[group][vertex] = scene->uses[group][vertex] || open[group];
    }
    append_scene_text(scene, "\n");
}

static void generate_scene(choices *source, scene_model *scene)
{
    *scene = (scene_model){ .used = 0 };
    for (int vertex = 0; vertex < SCENE_VERTICES; vertex++)
        append_scene_text(scene, "v 0 0 0\n");
    append_scene_text(scene, "g a b c\n");
    bool open[GROUPS] = { true, true, true };
    for (int face = 0; face < FACES; face++) {
        if (face > 0 && random_number_below(source, 3) == 0)
            add_face(source, scene, open);
        const unsigned first = random_number_below(source, GROUPS),
                       second = random_number_below(source, GROUPS);
        append_scene_text(scene, "g ");
        append_scene_text(scene, names[first]);
        append_scene_text(scene, " ");
        append_scene_text(scene, names[second]);
        append_scene_text(scene, "\n");
        for (unsigned group = 0; group < GROUPS; group++)
            open[group] = group == first || group == second;
    }
    add_face(source, scene, open);
}

/* Returns true if a face of another group uses the vertex, and none of this group. */
static bool is_vertex_only_of_other_groups(const scene_model *scene, size_t group, int32_t vertex)
{
    bool used = false;
    for (size_t other = 0; other < GROUPS; other++)
        used = used || scene->uses[other][vertex];
    return used && !scene->uses[group][vertex];
}

static size_t count_unmapped_vertices(
    const scene_model *scene, size_t group, const bool mapped[SCENE_VERTICES + 1])
{
    size_t unmapped = 0;
    for (size_t vertex = 1; vertex <= SCENE_VERTICES; vertex++)
        unmapped += scene->uses[group][vertex] && !mapped[vertex];
    return unmapped;
}

/* Sets random entries; returns the number of those that are out of range, duplicate or foreign. */
static size_t set_random_mapping(choices *source, const scene_model *model, file_build *file, int group,
    int vertices, bool mapped[SCENE_VERTICES + 1])
{
    size_t faulty = 0;
    memset(mapped, 0, SCENE_VERTICES + 1);
    for (int i = 0; i < vertices; i++) {
        char path[FIELD_PATH_BYTES];
        const int32_t entry = (int32_t)random_number_below(source, SCENE_VERTICES + 3)
                              - 1; /* an entry from -1 to one above the last vertex */
        snprintf(path, sizeof path, "groups[%d].mapping[%d]", group, i);
        set_i32(file, path, entry);
        const bool in_range = entry >= 1 && entry <= SCENE_VERTICES;
        faulty += !in_range || mapped[entry] || is_vertex_only_of_other_groups(model, (size_t)group, entry);
        if (in_range)
            mapped[entry] = true;
    }
    return faulty;
}

static void check_scene_of_motion(choices *source, const scene_model *model, ap_companion_use *scene)
{
    AT_END(file_build_free) file_build file;
    AT_END(lint_end) lint_run run;
    size_t unmapped[GROUPS];
    const ap_lint_options options = { .companions = scene };
    memg_spec spec = { .frames = 1, .timesteps = 1, .big_endian = random_number_below(source, 2) == 0 };
    for (size_t group = 0; group < GROUPS; group++)
        spec.groups[group] = (memg_group_spec){
            .name = names[group], .vertices = 1 + (int)random_number_below(source, MOST_MAPPED), .modes = 1
        };
    memg_build(&file, &spec);
    for (size_t group = 0; group < GROUPS; group++) {
        bool mapped[SCENE_VERTICES + 1];
        const size_t faulty =
            set_random_mapping(source, model, &file, (int)group, spec.groups[group].vertices, mapped);
        unmapped[group] = count_unmapped_vertices(model, group, mapped);
        unmapped[group] = unmapped[group] > faulty ? unmapped[group] : 0;
    }
    lint_begin(&run, &ap_memg_format, file_build_view(&file), &options);
    size_t notes = 0;
    for (size_t group = 0; group < GROUPS; group++) {
        char path[FIELD_PATH_BYTES], says[64];
        snprintf(path, sizeof path, "groups[%zu].vertex_count", group);
        snprintf(says, sizeof says, "leaves out %zu vert", unmapped[group]);
        if (unmapped[group] > 0)
            check_message(&run.findings,
                (expected){ "memg/vertex-unmapped", offset_of_field(&file, path), 4, path, 0, 0 }, says,
                "a random .obj");
        notes += unmapped[group] > 0;
    }
    for (const ap_finding *finding = run.findings.first; finding != NULL; finding = finding->next)
        notes -= strcmp(finding->rule->id, "memg/vertex-unmapped") == 0;
    cr_assert_eq(notes, 0, "a group without unmapped vertices must have no finding");
}

Test(memg_scene_walk, unmapped_vertices_of_each_group_are_counted)
{
    choices source = { 31 };
    for (int round = 0; round < 40; round++) {
        scene_model model;
        AT_END(ap_arena_free) ap_arena arena;
        ap_findings findings;
        generate_scene(&source, &model);
        ap_arena_init(&arena, 0);
        ap_findings_init(&findings, &arena, NULL, 0, 0);
        ap_companion_use scene;
        cr_assert(
            ap_parse_companion_for_use(&scene, ap_memg_format.companion, text_view(model.text), &findings));
        check_findings(&findings, model.used, NULL, model.text);
        for (int motion = 0; motion < 3; motion++)
            check_scene_of_motion(&source, &model, &scene);
    }
}
