#include "cli/conform/run/loader_sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the number of the user's tasks, because the system's limit on processes applies to all tasks of a user
   together. */
static size_t count_user_tasks(void)
{
    char path[sizeof "/proc//task" + 256];
    struct stat about;
    size_t count = 0;
    DIR *processes = opendir("/proc");
    for (const struct dirent *one = NULL; processes != NULL && (one = readdir(processes)) != NULL;) {
        if (one->d_name[0] < '0' || one->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%s/task", one->d_name);
        if (stat(path, &about) == 0 && about.st_uid == getuid())
            count += about.st_nlink > 2 ? about.st_nlink - 2 : 1;
    }
    if (processes != NULL)
        closedir(processes);
    return count;
}

/* If a word of the command is the path of a program or script, allows reading and running the files in its folder,
   because programs load other files from there. */
static void allow_program_folder(cli_sandbox *rules, const char *word)
{
    char *real = strchr(word, '/') == NULL ? NULL : realpath(word, NULL);
    struct stat about;
    char *slash =
        real == NULL || stat(real, &about) != 0 || !S_ISREG(about.st_mode) ? NULL : strrchr(real, '/');
    if (slash != NULL && slash != real) {
        *slash = '\0';
        cli_sandbox_allow_run(rules, real);
    }
    free(real);
}

static void allow_loader_program(cli_sandbox *rules, const cli_loader *loader)
{
    for (size_t i = 0; i < loader->word_count; i++)
        allow_program_folder(rules, loader->words[i]);
}

static void allow_system_folders(cli_sandbox *rules)
{
    static const char *const programs[] = { "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr", "/opt",
        "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/proc", "/sys/devices/system/cpu" };
    static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random",
        "/dev/urandom" };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        cli_sandbox_allow_run(rules, programs[i]);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        cli_sandbox_allow_all_access(rules, devices[i]);
}

char *cli_make_temp_folder(const char *command)
{
    const char *folder = getenv("TMPDIR");
    char *path = NULL;
    if (asprintf(
            &path, "%s/animproof-%s-XXXXXX", folder != NULL && folder[0] == '/' ? folder : "/tmp", command)
        < 0) {
        cli_error("no memory");
        errno = ENOMEM;
        return NULL;
    }
    if (mkdtemp(path) != NULL)
        return path;
    const int error = errno;
    cli_error_about(path, "%s", strerror(error));
    free(path);
    errno = error;
    return NULL;
}

cli_exit cli_remove_temp_folder(char *folder)
{
    int error = cli_empty_folder(folder);
    if (error == 0 && rmdir(folder) != 0)
        error = errno;
    const cli_exit result = error == 0 ? CLI_CLEAN : cli_fail_errno(folder, error);
    free(folder);
    return result;
}

bool cli_confinement_open(
    cli_confinement *confinement, const cli_rating *rating, const cli_run_options *running)
{
    *confinement = (cli_confinement){ .rules = { .ruleset = -1 } };
    confinement->scratch = cli_make_temp_folder("conform");
    if (confinement->scratch == NULL)
        return false;
    cli_sandbox_begin_child(&confinement->rules);
    allow_system_folders(&confinement->rules);
    for (size_t i = 0; i < rating->loader_count; i++)
        allow_loader_program(&confinement->rules, &rating->loaders[i]);
    for (size_t i = 0; i < running->sandbox_reads.count; i++)
        cli_sandbox_allow_run(&confinement->rules, running->sandbox_reads.items[i]);
    cli_sandbox_allow_run(&confinement->rules, rating->corpus);
    cli_sandbox_allow_all_access(&confinement->rules, confinement->scratch);
    confinement->restrictions.files = confinement->rules.ruleset >= 0;
    confinement->restrictions.network = cli_can_filter_system_calls();
    confinement->restrictions.processes =
        getuid() == 0 ? 0 : count_user_tasks() + CLI_SANDBOX_PROCESSES + running->jobs;
    confinement->seconds = (size_t)(rating->timeout_ms / 1000) + 1;
    return true;
}

static bool lower_resource_limit(unsigned resource, size_t limit)
{
    struct rlimit both;
    if (getrlimit(resource, &both) != 0)
        return false;
    both.rlim_cur = both.rlim_max = both.rlim_max < limit ? both.rlim_max : limit;
    return setrlimit(resource, &both) == 0;
}

bool cli_confine_this_process(const cli_confinement *confinement, bool limits_time)
{
    return setenv("TMPDIR", confinement->scratch, 1) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && lower_resource_limit(RLIMIT_FSIZE, (size_t)CLI_SANDBOX_FILE_MIB << 20)
           && lower_resource_limit(RLIMIT_NOFILE, CLI_SANDBOX_OPEN_FILES)
           && (!limits_time || lower_resource_limit(RLIMIT_CPU, confinement->seconds))
           && (confinement->restrictions.processes == 0
               || lower_resource_limit(RLIMIT_NPROC, confinement->restrictions.processes))
           && cli_sandbox_enter_child(&confinement->rules)
           && (!confinement->restrictions.network || cli_install_system_call_filter());
}

bool cli_confinement_empty_folder(const cli_confinement *confinement)
{
    const int error = cli_empty_folder(confinement->scratch);
    if (error != 0)
        cli_error_about(
            confinement->scratch, "cannot empty the folder that loaders write to: %s", strerror(error));
    return error == 0;
}

bool cli_confinement_close(cli_confinement *confinement)
{
    const bool clean = cli_confinement_empty_folder(confinement);
    const bool removed = clean && rmdir(confinement->scratch) == 0;
    if (clean && !removed)
        cli_error_about(confinement->scratch, "%s", strerror(errno));
    free(confinement->scratch);
    if (confinement->rules.ruleset >= 0)
        close(confinement->rules.ruleset);
    return removed;
}

void cli_report_confinement(const cli_confinement *confinement)
{
    char processes[64] = "any number of processes (root has no limit)";
    if (confinement->restrictions.processes > 0)
        snprintf(processes, sizeof processes, "%d processes", CLI_SANDBOX_PROCESSES);
    cli_error("loaders are sandboxed: files %s, %s, %s, %d MiB a file, %d open files",
        confinement->restrictions.files
            ? "by Landlock"
            : "not confined (the kernel has no Landlock, or ANIMPROOF_NO_SANDBOX is set)",
        confinement->restrictions.network
            ? "system calls for network, file attributes, System V IPC and others refused by seccomp"
            : "no system calls refused (the kernel has no seccomp)",
        processes, CLI_SANDBOX_FILE_MIB, CLI_SANDBOX_OPEN_FILES);
}
