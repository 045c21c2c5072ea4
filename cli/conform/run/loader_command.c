/* Commands of loaders: cut into words without a shell, so that nothing in a file's name means anything. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/run/loader_pool.h"
#include "core/finding/finding.h"

/* The places in the words of a command. */
typedef enum word_place { PLACE_FILE, PLACE_COMPANION, PLACE_TIMES, PLACE_VALUES, PLACES } word_place;

static const char *const place_names[PLACES] = {
    [PLACE_FILE] = "{}",
    [PLACE_COMPANION] = "{companion}", /* "": none */
    [PLACE_TIMES] = "{times}",         /* "": no values are asked for */
    [PLACE_VALUES] = "{values}",       /* the file that values are written to */
};

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

static bool names(const cli_loader *loader, word_place place)
{
    for (size_t i = 0; i < loader->word_count; i++) {
        if (strstr(loader->words[i], place_names[place]) != NULL)
            return true;
    }
    return false;
}

static bool names_any(const cli_loader *loader)
{
    word_place place = 0;
    while (place < PLACES && !names(loader, place))
        place++;
    return place < PLACES;
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
    else if (loader->batch && names_any(loader))
        *problem = "files are named on its standard input: nothing is put into the command";
    else if (!loader->batch && !names(loader, PLACE_FILE))
        *problem = "{} says where the file's name belongs; there is none";
    loader->given_companion = names(loader, PLACE_COMPANION);
    loader->given_values = names(loader, PLACE_VALUES);
    return *problem == NULL;
}

/* The word with each place replaced. NULL when memory has run out. */
static char *expand_word(const char *word, const char *const texts[PLACES], ap_arena *arena)
{
    size_t longest = 0;
    for (size_t i = 0; i < PLACES; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    char *expanded = ap_alloc_array(arena, strlen(word) + 1, longest + 1);
    char *to = expanded;
    while (to != NULL && *word != '\0') {
        size_t i = 0;
        while (i < PLACES && strncmp(word, place_names[i], strlen(place_names[i])) != 0)
            i++;
        if (i < PLACES) {
            to = stpcpy(to, texts[i]);
            word += strlen(place_names[i]);
        } else {
            *to++ = *word++;
        }
    }
    return expanded;
}

/* Expands words, one after the other, for a job. */
static bool expand(worker_pool *pool, size_t job, const char *const *words, size_t count, char **expanded)
{
    const ap_manifest_case *entry = cli_case_of(pool, job);
    ap_arena *arena = &pool->scratch;
    const char *const texts[PLACES] = {
        [PLACE_FILE] = cli_case_path(pool->rating, entry->file, arena),
        [PLACE_COMPANION] =
            entry->companion == NULL ? "" : cli_case_path(pool->rating, entry->companion, arena),
        [PLACE_TIMES] = cli_values_times(cli_values_of(pool, job), arena),
        [PLACE_VALUES] = "/dev/fd/3",
    };
    for (size_t i = 0; i < count && !arena->failed; i++)
        expanded[i] = expand_word(words[i], texts, arena);
    return !arena->failed;
}

char **cli_words_of(worker_pool *pool, size_t job)
{
    const cli_loader *loader = cli_loader_of(pool, job);
    char **words = ap_alloc_array(&pool->scratch, loader->word_count + 1, sizeof *words);
    const bool made =
        words != NULL && expand(pool, job, (const char *const *)loader->words, loader->word_count, words);
    return made ? words : NULL;
}

char *cli_line_of(worker_pool *pool, size_t job)
{
    static const char *const line = "{}\t{companion}\t{times}\n";
    char *expanded;
    return expand(pool, job, &line, 1, &expanded) ? expanded : NULL;
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
