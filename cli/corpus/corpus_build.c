/* animproof corpus build: makes the cases one after the other, and keeps none in memory. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/corpus/corpus.h"
#include "cli/corpus/corpus_folder.h"
#include "cli/shared/option_values.h"
#include "validators/registry.h"

static const char help[] =
    "usage: animproof corpus build DIR [OPTION]...\n"
    "Makes a conformance corpus in DIR, which must be new or empty: valid files, files with one fault each, "
    "and\n"
    "strange ones, with a manifest that says of each what must be found in it, and why.\n"
    "\n"
    "  --format NAME          only files of mrtk, memg or md5anim\n"
    "  --seed N               another seed, other files (1)\n"
    "  --size NAME            small: each shape of valid file, one defect and one near miss a rule; "
    "standard\n"
    "                         (default): every defect, in as many rounds as give 1000 files; huge: 20 "
    "rounds\n"
    "  --count N              just so many files, of as many rounds as that takes\n"
    "  --tar FILE             besides, DIR as one archive, the same bytes for the same corpus\n"
    "  --max-memory BYTES     for what is known of one file (2G; may end in K, M, G, T)\n"
    "\n"
    "Exit: 0 done, 2 usage, 3 something could not be written, 4 internal error or limit.\n";

enum { STANDARD_FILES = 1000, HUGE_ROUNDS = 20 };

typedef enum corpus_size { SIZE_SMALL, SIZE_STANDARD, SIZE_HUGE, SIZE_COUNTED } corpus_size;

static const cli_choice sizes[] = { { "small", SIZE_SMALL }, { "standard", SIZE_STANDARD },
    { "huge", SIZE_HUGE }, { NULL, 0 } };

typedef struct build_run {
    bool help;
    const char *path, *tar;
    const ap_format *only;
    size_t seed, count;
    int size;
    size_t max_memory_bytes;
    cli_corpus_folder folder;
    ap_case_maker maker;
    ap_case_plan plan;
    size_t last_round;
} build_run;

/* Whether the corpus ends in front of the planned case. */
static bool is_complete(const build_run *run, const ap_planned_case *planned)
{
    const size_t files = run->folder.about.files;
    switch (run->size) {
    case SIZE_SMALL:
        return planned->round >= 1;
    case SIZE_STANDARD: /* whole rounds, so that no defect is there once more than another */
        return planned->round > run->last_round && files >= STANDARD_FILES;
    case SIZE_HUGE:
        return planned->round >= HUGE_ROUNDS;
    default:
        return files >= run->count;
    }
}

/* A defect that has a place in none of many files is a fault of the program, which a test would have
   shown. */
static cli_exit make_one(build_run *run, const ap_planned_case *planned)
{
    ap_made_case made;
    switch (ap_make_case(&run->maker, planned, &made)) {
    case AP_CASE_MADE:
        return cli_corpus_folder_add(&run->folder, &made);
    case AP_CASE_NO_PLACE:
        cli_error("%s: no file that was made has a place for it", planned->name);
        return CLI_INTERNAL;
    default:
        cli_error("%s: memory ran out (--max-memory)", planned->name);
        return CLI_INTERNAL;
    }
}

static cli_exit make_all(build_run *run)
{
    ap_planned_case planned;
    ap_case_plan_init(&run->plan, run->only, run->size == SIZE_SMALL);
    for (ap_case_plan_next(&run->plan, &planned); !is_complete(run, &planned);
         ap_case_plan_next(&run->plan, &planned)) {
        run->last_round = planned.round;
        const cli_exit one = make_one(run, &planned);
        if (one != CLI_CLEAN) /* nor would the next one be; a count of files might never be reached */
            return one;
    }
    return CLI_CLEAN;
}

extern char **environ;

/* Order, owner and time are fixed: the archive depends on the files alone. */
static cli_exit write_tar(const build_run *run)
{
    const char *const arguments[] = { "tar", "--create", "--format=ustar", "--sort=name", "--owner=0",
        "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--mtime=@0", "--file", run->tar, "--directory",
        run->path, ".", NULL };
    pid_t child;
    int status = 0;
    const int error = posix_spawnp(&child, "tar", NULL, NULL, (char *const *)(uintptr_t)arguments, environ);
    if (error != 0) {
        cli_error_about("tar", "%s", strerror(error));
        return CLI_UNREADABLE;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return CLI_CLEAN;
    cli_error_about(run->tar, "the archive could not be written");
    return CLI_UNREADABLE;
}

static cli_exit build(build_run *run)
{
    static const char *const size_names[] = { "small", "standard", "huge", "counted" };
    ap_case_maker_init(&run->maker, run->seed, run->max_memory_bytes);
    cli_exit result = cli_corpus_folder_open(&run->folder, run->path);
    run->folder.about.seed = run->seed;
    run->folder.about.size = size_names[run->size];
    if (result == CLI_CLEAN)
        result = make_all(run);
    if (result == CLI_CLEAN)
        result = cli_corpus_folder_finish(&run->folder);
    if (result == CLI_CLEAN && run->tar != NULL)
        result = write_tar(run);
    if (result == CLI_CLEAN)
        printf("%s: %zu files\n", run->path, run->folder.about.files);
    cli_corpus_folder_close(&run->folder);
    ap_case_maker_free(&run->maker);
    return result;
}

static const char options[] = ":h";

static const struct option long_options[] = { { "format", required_argument, NULL, 'f' },
    { "seed", required_argument, NULL, 's' }, { "size", required_argument, NULL, 'z' },
    { "count", required_argument, NULL, 'c' }, { "tar", required_argument, NULL, 't' },
    { "max-memory", required_argument, NULL, 'm' }, { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 } };

static cli_exit number(const char *option, const char *text, size_t *value, bool bytes)
{
    if (bytes ? cli_read_bytes(text, value) : cli_read_count(text, value))
        return CLI_CLEAN;
    return cli_usage("corpus build", "--%s: '%s' is not a number", option, text);
}

static cli_exit set(build_run *run, int option, const char *text)
{
    switch (option) {
    case 'f':
        run->only = ap_find_format(text);
        return run->only != NULL ? CLI_CLEAN : cli_usage("corpus build", "--format: there is no '%s'", text);
    case 's':
        return number("seed", text, &run->seed, false);
    case 'z':
        return cli_read_choice("corpus build", "size", text, sizes, &run->size) ? CLI_CLEAN : CLI_USAGE;
    case 'c':
        run->size = SIZE_COUNTED;
        return number("count", text, &run->count, false);
    case 't':
        run->tar = text;
        return CLI_CLEAN;
    case 'm':
        return number("max-memory", text, &run->max_memory_bytes, true);
    default:
        run->help = true;
        return CLI_CLEAN;
    }
}

static cli_exit read_options(build_run *run, int argc, char **argv)
{
    int option;
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, options, long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("corpus build", option, argv, long_options);
        const cli_exit result = set(run, option, optarg);
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->help)
        return CLI_CLEAN;
    if (argc - optind != 1)
        return cli_usage("corpus build", argc == optind ? "no folder given" : "one folder at a time");
    if (run->seed > INT64_MAX)
        return cli_usage("corpus build", "--seed: at most %" PRId64, INT64_MAX);
    run->path = argv[optind];
    return CLI_CLEAN;
}

cli_exit cli_corpus_build(int argc, char **argv)
{
    build_run *run = calloc(1, sizeof *run); /* buffers and tables: large for a stack */
    if (run == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    run->seed = 1;
    run->size = SIZE_STANDARD;
    run->max_memory_bytes = (size_t)2 << 30;
    cli_exit result = read_options(run, argc, argv);
    if (result == CLI_CLEAN && run->help)
        fputs(help, stdout);
    else if (result == CLI_CLEAN)
        result = build(run);
    free(run);
    return result;
}
