#include <getopt.h>
#include <string.h>

#include "cli/mutate/mutate.h"
#include "cli/shared/option_values.h"
#include "cli/shared/reading_options.h"
#include "validators/registry.h"

static const char help[] =
    "usage: animproof mutate --defect NAME [OPTION]... FILE\n"
    "       animproof mutate --seed N [OPTION]... FILE\n"
    "       animproof mutate --list [--format NAME]\n"
    "Makes one change to FILE ('-': standard input), of which it is known what must be found then. A file "
    "with\n"
    "errors is refused, with its findings. Without --defect, chance makes a change that fits the format: "
    "FILE "
    "may\n"
    "have errors, and of the result nothing is known.\n"
    "\n"
    "  --defect NAME          the change: FORMAT/NAME as --list tells them, or NAME alone where one format "
    "has it\n"
    "  --list                 all of them: name, the rule that they show, what is wrong; a near miss breaks "
    "no\n"
    "                         rule, nothing must be found besides what was there before\n"
    "  --format NAME          with --list: of this format only\n"
    "  --seed N               picks the place where FILE has several (0); without --defect, what is done, "
    "too\n"
    "  --count N              without --defect: so many files (1); for several, -o is a directory, as for\n"
    "                         animproof generate: FORMAT-SEED-000001.EXT\n"
    "  --splice OTHER         without --defect: a file of the format to take records from\n"
    "  -o, --output OUT       the changed file ('-', the default: standard output), replaced only by a whole "
    "one\n"
    "  --expect OUT           what must be found, as JSON: rule, offset, length, path; for the changed file, "
    "and\n"
    "                         besides what is found of FILE\n"
    "  --obj SCENE            memg: the .obj that belongs to FILE. Defects that are in the .obj (obj/... "
    "and\n"
    "                         others, in the list with 'changes the .obj') write a changed .obj\n"
    "  --mesh MESH            md5anim: the .md5mesh that belongs to FILE, in the same way\n"
    "\n"
    "What must be found is told on standard error, too, one line each: expect RULE OFFSET LENGTH PATH; of a\n"
    "SCENE or MESH, expect-obj or expect-mesh.\n"
    "\n"
    "Reading\n" CLI_READING_HELP_OF("512M") "\n"
                                            "Exit: 0 done, 1 errors in FILE, SCENE or MESH, or no place for "
                                            "the defect in them, 2 usage, 3 "
                                            "something\n"
                                            "could not be read or written, 4 internal error or limit.\n";

/* Of a binary file each field is listed: 22 to 24 bytes for one of the file. */
enum { DEFAULT_MEMORY_BYTES = 512 << 20 };

void cli_put_mutate_help(FILE *stream)
{
    fputs(help, stream);
}

enum {
    OPTION_DEFECT = 0x100, /* above all letters */
    OPTION_LIST,
    OPTION_FORMAT,
    OPTION_SEED,
    OPTION_COUNT,
    OPTION_SPLICE,
    OPTION_EXPECT,
    OPTION_OBJ,
    OPTION_MESH,
};

static const struct option long_options[] = {
    CLI_READING_OPTIONS,
    { "defect", required_argument, NULL, OPTION_DEFECT },
    { "list", no_argument, NULL, OPTION_LIST },
    { "format", required_argument, NULL, OPTION_FORMAT },
    { "seed", required_argument, NULL, OPTION_SEED },
    { "count", required_argument, NULL, OPTION_COUNT },
    { "splice", required_argument, NULL, OPTION_SPLICE },
    { "output", required_argument, NULL, 'o' },
    { "expect", required_argument, NULL, OPTION_EXPECT },
    { "obj", required_argument, NULL, OPTION_OBJ },
    { "mesh", required_argument, NULL, OPTION_MESH },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

/* A defect of the kit with that name, with or without the format in front. */
static const ap_defect *find_in(const ap_kit *kit, const char *name)
{
    const char *rest = ap_name_in_kit(kit, name);
    return ap_find_kit_defect(kit, rest != NULL ? rest : name);
}

static bool set_defect(cli_mutation *wanted, const char *name)
{
    size_t count;
    const ap_kit *const *kits = ap_kits(&count);
    wanted->defect = NULL;
    for (size_t k = 0; k < count; k++) {
        const ap_defect *defect = find_in(kits[k], name);
        const char *format_name = kits[k]->maker->format->name;
        if (defect != NULL && wanted->defect != NULL) {
            cli_usage("mutate", "--defect: '%s' is one of %s and one of %s: name the format", name,
                wanted->defect_format, format_name);
            return false;
        }
        if (defect == NULL)
            continue;
        wanted->defect = defect;
        wanted->defect_format = format_name;
    }
    if (wanted->defect == NULL)
        cli_usage("mutate", "--defect: there is no '%s' (animproof mutate --list)", name);
    return wanted->defect != NULL;
}

static bool set_format(cli_mutation *wanted, const char *name)
{
    wanted->format = ap_find_format(name);
    if (wanted->format == NULL)
        cli_usage("mutate", "--format: no format is named '%s'", name);
    return wanted->format != NULL;
}

static bool set_number(size_t *number, const char *option, const char *text)
{
    if (cli_read_count(text, number))
        return true;
    cli_usage("mutate", "--%s: '%s' is not a number", option, text);
    return false;
}

static bool set(cli_mutate_run *run, int option, const char *text)
{
    switch (option) {
    case 'h':
        return run->options.help = true;
    case 'o':
        run->wanted.out = text;
        return true;
    case OPTION_DEFECT:
        return set_defect(&run->wanted, text);
    case OPTION_LIST:
        return run->wanted.list = true;
    case OPTION_FORMAT:
        return set_format(&run->wanted, text);
    case OPTION_SEED:
        run->wanted.seeded = true;
        return set_number(&run->wanted.seed, "seed", text);
    case OPTION_COUNT:
        return set_number(&run->wanted.count, "count", text);
    case OPTION_SPLICE:
        run->wanted.splice = text;
        return true;
    case OPTION_EXPECT:
        run->wanted.expect = text;
        return true;
    case OPTION_OBJ:
        run->options.obj_path = text;
        return true;
    case OPTION_MESH:
        run->options.mesh_path = text;
        return true;
    default:
        return cli_set_reading(&run->options, "mutate", option, text);
    }
}

static cli_exit check_random(const cli_reading *options, const cli_mutation *wanted)
{
    if (wanted->expect != NULL || options->obj_path != NULL || options->mesh_path != NULL)
        return cli_usage("mutate", "--expect, --obj and --mesh belong to --defect");
    if (wanted->count == 0)
        return cli_usage("mutate", "--count: there is no such number of files");
    if (wanted->count > 1 && strcmp(wanted->out, "-") == 0)
        return cli_usage("mutate", "several files need a directory: -o DIR");
    return CLI_CLEAN;
}

static cli_exit check(const cli_reading *options, const cli_mutation *wanted)
{
    if (wanted->list)
        return options->path_count == 0 && wanted->defect == NULL
                   ? CLI_CLEAN
                   : cli_usage("mutate", "--list takes no file and no defect");
    if (wanted->defect == NULL && !wanted->seeded)
        return cli_usage("mutate", "no change given: --defect NAME, --seed N for any, or --list");
    if (wanted->format != NULL)
        return cli_usage("mutate", "--format belongs to --list; --input-format says how FILE is read");
    if (options->path_count != 1)
        return cli_usage("mutate", options->path_count == 0 ? "no file given" : "one file at a time");
    if (wanted->defect == NULL)
        return check_random(options, wanted);
    if (wanted->count != 1 || wanted->splice != NULL)
        return cli_usage("mutate", "--count and --splice go without --defect");
    if (options->obj_path != NULL && options->mesh_path != NULL)
        return cli_usage("mutate", "--obj is for memg, --mesh for md5anim: one of them");
    if (wanted->expect != NULL && strcmp(wanted->expect, "-") == 0 && strcmp(wanted->out, "-") == 0)
        return cli_usage("mutate", "the file and the expectations cannot both go to standard output");
    return CLI_CLEAN;
}

cli_exit cli_read_mutation(cli_mutate_run *run, int argc, char **argv)
{
    int option;
    cli_default_reading(&run->options);
    run->options.max_memory_bytes = DEFAULT_MEMORY_BYTES;
    run->wanted = (cli_mutation){ .out = "-", .count = 1 };
    optind = 0;
    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:h", long_options, NULL)) != -1) {
        if (option == '?' || option == ':')
            return cli_bad_option("mutate", option, argv, long_options);
        if (!set(run, option, optarg))
            return CLI_USAGE;
    }
    run->options.paths = argv + optind;
    run->options.path_count = (size_t)(argc - optind);
    return run->options.help ? CLI_CLEAN : check(&run->options, &run->wanted);
}
