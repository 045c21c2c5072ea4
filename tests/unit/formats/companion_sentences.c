/* Tests the sentence about the choice of a companion, the visit of candidates with the wanted identity, and the stems of names. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "validators/companion_name.h"
#include "validators/registry.h"
#include "validators/services/companions/companion_choice.h"

static const struct {
    ap_pairing pairing;
    ap_tree_answer tree_answer;
    const char *text;
} sentences[] = {
    { AP_PAIR_NO_CANDIDATE, AP_TREE_NOT_SEARCHED, "its folder has no .md5mesh file" },
    { AP_PAIR_NO_CANDIDATE, AP_TREE_TOO_LARGE,
        "its folder has no .md5mesh file; other folders are not searched: they have too many .md5mesh "
        "files" },
    { AP_PAIR_SEVERAL_MATCH, AP_TREE_TOO_LARGE,
        "2 .md5mesh files in its folder have the same joint names, and none has the same name" },
    { AP_PAIR_UNREAD, AP_TREE_NOT_SEARCHED, "" },
};

Test(companion_sentences, a_sentence_is_cut_to_its_room)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const ap_companion_choice choice = { .companion = ap_find_format("md5anim")->companion,
            .pairing = sentences[i].pairing,
            .tree_answer = sentences[i].tree_answer,
            .matches = 2 };
        for (size_t room = 1; room <= 120; room++) {
            char text[120], wanted[120];
            ap_describe_companion_choice(&choice, text, room);
            snprintf(wanted, room, "%s", sentences[i].text);
            cr_expect_str_eq(text, wanted, "case %zu, room %zu", i, room);
        }
    }
}

static const char *const paths[] = { "a/1", "b/2", "b/c/3", "b/d", "c/4" };

static const char *path_at(const void *context, size_t index)
{
    (void)context;
    return paths[index];
}

static ap_identity_match all_but_d_match(void *context, size_t index)
{
    (void)context;
    return strcmp(paths[index], "b/d") == 0 ? AP_IDENTITY_DIFFERS : AP_IDENTITY_EQUAL;
}

static void append_path(void *context, const char *path)
{
    strcat(context, path);
    strcat(context, " ");
}

Test(companion_sentences, the_matches_of_a_folder_are_visited)
{
    const ap_candidate_list list = {
        .count = sizeof paths / sizeof *paths, .path = path_at, .match = all_but_d_match
    };
    static const struct {
        size_t folder_bytes; /* length of the part of b/c/walk that the visited paths begin with */
        const char *visited;
    } cases[] = { { 0, "a/1 b/2 b/c/3 c/4 " }, { 2, "b/2 b/c/3 " }, { 4, "b/c/3 " } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char visited[100] = "";
        ap_visit_matches(&list, "b/c/walk", cases[i].folder_bytes, append_path, visited);
        cr_expect_str_eq(visited, cases[i].visited);
    }
}

Test(companion_sentences, the_stem_of_an_animation_begins_with_that_of_its_mesh)
{
    static const struct {
        const char *companion, *path;
        bool begins;
    } cases[] = {
        { "a/hero.md5mesh", "b/hero_run.md5anim", true },
        { "a/Hero.md5mesh", "b/hERO.md5anim", true },
        { "a/hero.md5mesh", "b/here.md5anim", false },
        { "a/hero.md5mesh", "b/her.md5anim", false },
        { "a/h\xc3\xa9ro.md5mesh", "b/h\xc3\x89ro.md5anim", false },
        { "a/h\xc3\xa9ro.md5mesh", "b/h\xc3\xa9ro.md5anim", true },
        { "a/hero", "b/hero.md5anim", true },
        { "a/.md5mesh", "b/.md5mesh", true },
        { "a/.md5mesh", "b/x.md5anim", false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(ap_stem_begins_with_companion_stem(cases[i].companion, cases[i].path), cases[i].begins,
            "case %zu", i);
}
