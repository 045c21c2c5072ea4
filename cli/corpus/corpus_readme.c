/* Writes README.md of a corpus, for readers who do not know this project. */
#include <inttypes.h>

#include "cli/corpus/corpus_folder.h"
#include "corpus/corpus_formats.h"

static const char beginning[] =
    "# A conformance corpus of animation files\n"
    "\n"
    "Each file tests one thing about a program that loads such files: does the program accept valid files "
    "and\n"
    "refuse invalid ones? An invalid file has exactly one fault, which its name describes.\n"
    "\n"
    "| name begins with | a loader |\n"
    "| --- | --- |\n"
    "| `y_` | must accept it: it is valid |\n"
    "| `n_` | must refuse it: it breaks the format, or the format's own reader refuses or misreads it |\n"
    "| `i_` | may differ: the format's own reader accepts it, but it is unusual, and other readers refuse it "
    "|\n"
    "\n"
    "| folder | format |\n"
    "| --- | --- |\n";

static const char rest[] =
    "\n"
    "Some faults are only visible together with the companion (`mesh-joint-*`, `group-not-in-obj` and "
    "others).\n"
    "A loader that does not read the companion accepts such files; `animproof conform` counts them as "
    "differing.\n"
    "\n"
    "## manifest.jsonl\n"
    "One JSON object per line, for each file:\n"
    "\n"
    "| key | meaning |\n"
    "| --- | --- |\n"
    "| `id`, `file`, `sha256` | name of the case, path and hash of the file |\n"
    "| `companion`, `companion_sha256` | path and hash of the companion, or null |\n"
    "| `format`, `version`, `layout` | format of the file (of the valid file that it was made from) |\n"
    "| `verdict` | what the loader must do: `accept`, `refuse`, or either (`differ`) |\n"
    "| `expected` | all findings of a strict reader: the rule, its severity, the offset and length in bytes, "
    "the\n"
    "  path of the field, and whether it is `in` the file or its companion |\n"
    "| `defect` | the change that was made to a valid file, or null |\n"
    "| `seed` | seed that the file was generated from |\n"
    "| `reason` | the fault in one line |\n"
    "| `source` | where the rule comes from |\n"
    "| `flags`, `notes` | what kind of trap it is (`count-wraps-32`, `cut`, `companion` and others), and "
    "what each "
    "does to a careless reader |\n"
    "| `cves` | known vulnerabilities of that kind |\n"
    "| `breaks` | known readers that fail on files that break the rule, and how; null if no rule is broken "
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
    "`corpus.json` is written last: a folder without it is an incomplete corpus.\n"
    "\n"
    "## Using it\n"
    "```\n"
    "animproof corpus verify .                                   # checks hashes and the findings of lint\n"
    "animproof conform --loader 'mine=./my-loader {}' .          # tests a loader: exit code 0 accepts, 1 "
    "refuses\n"
    "animproof explain md5anim/parent-order                      # what a rule means and which programs "
    "fail\n"
    "```\n"
    "Without the program: read the manifest, run the loader on each `file`, and compare with `verdict`. Give "
    "it a\n"
    "limit of time and of memory: some files are made to use up both.\n";

void cli_put_corpus_readme(FILE *stream, const ap_corpus_description *about)
{
    size_t count;
    const ap_corpus_format *const *formats = ap_corpus_formats(&count);
    fputs(beginning, stream);
    for (size_t i = 0; i < count; i++) {
        const ap_generator *generator = formats[i]->generator;
        fprintf(stream, "| `%s` | %s, %s |\n", generator->format->name, generator->format->title,
            generator->about);
    }
    fputs(rest, stream);
    fprintf(stream,
        "\n## This corpus\nMade by animproof %s: %zu file%s, size `%s`, seed %" PRIu64
        ". The same seed gives the same files.\n",
        about->animproof, about->files, cli_plural_s(about->files), about->size, about->seed);
}
