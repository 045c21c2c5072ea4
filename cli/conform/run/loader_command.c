/* Commands of loaders: cut into words without a shell, so that nothing in a file's name means anything. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"
#include "core/finding/finding.h"

static const char place_of_file[] = "{}";
static const char place_of_companion[] = "{companion}";
static const char place_of_times[] = "{times}";
static const char place_of_values[] = "{values}";

/* Copies one word to `to`, and a terminator. Returns what stands behind it, NULL where a quote is not
   closed. */
static const char *take_word(const char *at, char *to)
{
    char quote = '\0';
    for (; *at != '\0' && (quote != '\0' || (*at != ' ' && *at != '\t')); at++) {
        if (quote == '\0' && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (quote != '\0' && *at == quote)
            quote = '\0';
        else if (quote == '\0' && *at == '\\' && at[1] != '\0')
            *to++ = *++at;
        else
            *to++ = *at;
    }
    *to = '\0';
    return quote == '\0' ? at : NULL;
}

static bool names(const cli_loader *loader, const char *place)
{
    for (size_t i = 0; i < loader->word_count; i++) {
        if (strstr(loader->words[i], place) != NULL)
            return true;
    }
    return false;
}

static bool has_place(const cli_loader *loader)
{
    return names(loader, place_of_file) || names(loader, place_of_companion) || names(loader, place_of_times)
           || names(loader, place_of_values);
}

bool cli_split_command(const char *text, ap_arena *arena, cli_loader *loader, const char **problem)
{
    const size_t length = strlen(text);
    char *letters = ap_alloc(arena, 2 * length + 2); /* words and their terminators */
    loader->words = ap_alloc_array(arena, length + 2, sizeof *loader->words);
    loader->word_count = 0;
    *problem = NULL;
    if (letters == NULL || loader->words == NULL)
        return false;
    for (const char *at = text + strspn(text, " \t"); *at != '\0'; at += strspn(at, " \t")) {
        loader->words[loader->word_count++] = letters;
        at = take_word(at, letters);
        letters += strlen(letters) + 1;
        if (at == NULL) {
            *problem = "a quote is not closed";
            return false;
        }
    }
    if (loader->word_count == 0)
        *problem = "there is no command";
    else if (loader->batch && has_place(loader))
        *problem = "files are named on its standard input: nothing is put into the command";
    else if (!loader->batch && !names(loader, place_of_file))
        *problem = "{} says where the file's name belongs; there is none";
    loader->given_companion = names(loader, place_of_companion);
    loader->given_values = names(loader, place_of_values);
    return *problem == NULL;
}

/* What stands at a place of the word, and how long the place is; NULL where it is no place. */
static const char *replacement(const char *at, const cli_places *places, size_t *length)
{
    const struct {
        const char *place, *text;
    } known[] = { { place_of_file, places->file }, { place_of_companion, places->companion },
        { place_of_times, places->times }, { place_of_values, places->values } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        *length = strlen(known[i].place);
        if (strncmp(at, known[i].place, *length) == 0)
            return known[i].text;
    }
    return NULL;
}

static size_t longest_of(const cli_places *places)
{
    const char *const texts[] = { places->file, places->companion, places->times, places->values };
    size_t longest = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    return longest;
}

static char *expand_word(const char *word, const cli_places *places, ap_arena *arena)
{
    char *expanded = ap_alloc_array(arena, strlen(word) + 1, longest_of(places) + 1);
    char *to = expanded;
    while (to != NULL && *word != '\0') {
        size_t length;
        const char *in_place = replacement(word, places, &length);
        if (in_place != NULL) {
            to = stpcpy(to, in_place);
            word += length;
        } else {
            *to++ = *word++;
        }
    }
    return expanded;
}

char **cli_expand_command(const cli_loader *loader, const cli_places *places, ap_arena *arena)
{
    char **words = ap_alloc_array(arena, loader->word_count + 1, sizeof *words);
    for (size_t i = 0; words != NULL && i < loader->word_count; i++) {
        words[i] = expand_word(loader->words[i], places, arena);
        if (words[i] == NULL)
            return NULL;
    }
    return words;
}

bool cli_places_of(worker_pool *pool, size_t job, cli_places *places)
{
    const ap_manifest_case *entry = cli_case_of(pool, job);
    *places = (cli_places){ .file = cli_case_path(pool->rating, entry->file, &pool->scratch),
        .companion =
            entry->companion == NULL ? "" : cli_case_path(pool->rating, entry->companion, &pool->scratch),
        .times = cli_values_times(cli_values_of(pool, job), &pool->scratch),
        .values = "/dev/fd/3" };
    return places->file != NULL && places->companion != NULL && places->times != NULL;
}

/* Whether a program of that name is in a folder of PATH. */
static bool in_path(const char *name)
{
    const char *folders = getenv("PATH");
    bool found = false;
    for (const char *at = folders == NULL ? "/bin:/usr/bin" : folders; at != NULL && !found;) {
        const size_t length = strcspn(at, ":");
        char *path;
        if (asprintf(&path, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "", name) < 0)
            return true; /* starting it will tell */
        found = access(path, X_OK) == 0;
        free(path);
        at = at[length] == ':' ? at + length + 1 : NULL;
    }
    return found;
}

cli_exit cli_check_loader(const cli_loader *loader)
{
    const char *program = loader->words[0];
    if (strchr(program, '{') != NULL) /* the file itself is the program, perhaps */
        return CLI_CLEAN;
    errno = ENOENT;
    if (strchr(program, '/') != NULL ? access(program, X_OK) == 0 : in_path(program))
        return CLI_CLEAN;
    return cli_fail(CLI_UNREADABLE, NULL, "loader %s cannot be started: %s: %s", loader->name, program,
        strchr(program, '/') != NULL ? strerror(errno) : "not found in PATH");
}
