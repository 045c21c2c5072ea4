/* Writes README.md of a corpus, for readers who do not know this project. */
#include <inttypes.h>

#include "cli/corpus/corpus_folder.h"
#include "corpus/corpus_formats.h"

static const char beginning[] =
    "# A conformance corpus of animation files\n"
    "\n"
    "Each file is one question to a program that loads such files: does it accept what it must accept, and "
    "refuse\n"
    "what it must refuse? A file with a fault has exactly one, and its name says which.\n"
    "\n"
    "| name begins with | a loader |\n"
    "| --- | --- |\n"
    "| `y_` | must accept it: it is valid |\n"
    "| `n_` | must refuse it: it breaks the format, or the format's own reader refuses or misreads it |\n"
    "| `i_` | may differ: the format's own reader accepts it, but it is strange, and other readers do not |\n"
    "\n"
    "| folder | format |\n"
    "| --- | --- |\n";

static const char rest[] =
    "\n"
    "What only a file together with its companion breaks (`mesh-joint-*`, `group-not-in-obj` and others) a\n"
    "loader that never looks at the companion cannot refuse; `animproof conform` counts that as differing.\n"
    "\n"
    "## manifest.jsonl\n"
    "One line of JSON a file:\n"
    "\n"
    "| key | meaning |\n"
    "| --- | --- |\n"
    "| `id`, `file`, `sha256` | its name, its place, its hash |\n"
    "| `companion`, `companion_sha256` | the file that belongs with it, or null |\n"
    "| `format`, `version`, `layout` | what it is (of the valid file that it was made from) |\n"
    "| `verdict` | `accept`, `refuse` or `differ`, as above |\n"
    "| `expected` | all that a strict reader finds: the rule, its severity, the offset and length in bytes, "
    "the\n"
    "  path of the field, and whether it is `in` the file or its companion |\n"
    "| `defect` | the change that was made to a valid file, or null |\n"
    "| `seed` | the file is made anew from it |\n"
    "| `reason` | what is wrong, in a line |\n"
    "| `source` | where the rule comes from |\n"
    "| `flags`, `notes` | what kind of trap it is (`count-wraps-32`, `cut`, `companion` and others), and "
    "what each "
    "does to a careless reader |\n"
    "| `cves` | known vulnerabilities of that kind |\n"
    "| `breaks` | known readers that fail on files that break the rule, and how; null where none is broken "
    "|\n"
    "\n"
    "## values.json\n"
    "What a loader computes from valid files: positions of joints (md5anim, seconds), values of curves "
    "(mrtk, "
    "seconds)\n"
    "and positions of vertices (memg, timesteps), each at `times`, and how far a number may be off "
    "(`tolerance`).\n"
    "`null` is what the format does not define. `animproof conform --values` compares.\n"
    "\n"
    "`id` in `corpus.json` is made of the manifest's hash, which has the hashes of all files: the same id, "
    "the "
    "same\n"
    "bytes.\n"
    "\n"
    "`corpus.json` was written last: a folder without it is half a corpus.\n"
    "\n"
    "## Using it\n"
    "```\n"
    "animproof corpus verify .                                   # hashes, and what the linter finds\n"
    "animproof conform --loader 'mine=./my-loader {}' .          # a loader: exit 0 accepts, 1 refuses\n"
    "animproof explain md5anim/parent-order                      # what a rule means, and who breaks on it\n"
    "```\n"
    "Without the program: read the manifest, run the loader on each `file`, and compare with `verdict`. Give "
    "it a\n"
    "limit of time and of memory: some files are made to use up both.\n";

void cli_put_corpus_readme(FILE *stream, const ap_corpus_about *about)
{
    size_t count;
    const ap_corpus_format *const *kits = ap_corpus_formats(&count);
    fputs(beginning, stream);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = kits[i]->generator;
        fprintf(stream, "| `%s` | %s, %s |\n", generator->format->name, generator->format->title,
            generator->about);
    }
    fputs(rest, stream);
    fprintf(stream,
        "\n## This one\nMade by animproof %s: %zu files, size `%s`, seed %" PRIu64
        ". The same seed gives the same files.\n",
        about->animproof, about->files, about->size, about->seed);
}
