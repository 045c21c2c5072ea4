"""`cmin`: writes smaller corpora with the same coverage. `replay`: runs targets without an engine on files."""

import os
import shutil

import campaign_files
import children
import crash_signature
import series
import terminal
import tree

MERGE_SECONDS = 900  # seconds, time limit for merging one target's corpus
REPLAY_SECONDS = 600  # seconds, time limit of one program on all files together
SINGLE_SECONDS = 60  # seconds, time limit of one program on one file
# exit codes if a program did not run its files: 2 and 3 of fuzz/replay.c (usage, unreadable file), 126 and 127 of a shell
NOT_RUN = (2, 3, 126, 127)


def find_or_build_merging_program_or_none(campaign, target):
    """Returns the target's program built with libFuzzer; None if the target is a program without libFuzzer."""
    engine = campaign.engine_of_last_run()
    if target.command or (target.fixed_program and engine.startswith("afl")):
        return None
    engine = "libfuzzer" if engine.startswith("afl") else engine
    if not os.path.exists(target.program(engine)):
        tree.build_targets(engine, [target])
    return target.program(engine)


def merge_corpus_into_folder(campaign, target, program, fresh):
    """Writes to the folder `fresh` a subset of the target's corpus with the same coverage."""
    campaign_files.check_folder_if_exists(campaign.folder, fresh)
    shutil.rmtree(fresh, ignore_errors=True)
    os.makedirs(fresh)
    command = [program, "-merge=1", "-max_len=%d" % tree.MAX_LEN, "-timeout=10", "-rss_limit_mb=2048",
               "-artifact_prefix=" + campaign.ensure_folder("crashes", target.name) + "/", fresh,
               campaign.ensure_folder("corpus", target.name)]  # fmt: skip
    status, output = children.run_program(command, children.environment_of_program(False), MERGE_SECONDS)
    if status != 0:
        shutil.rmtree(fresh)
        raise tree.Failure("merging %s %s:\n%s" % (
            target.name, "took too long" if status is None else "ends with %d" % status, output[-2000:]))  # fmt: skip


def write_minimised_corpus_if_possible(campaign, target):
    """Writes the target's minimised corpus; returns (files before, files after), or None if no program can merge it."""
    program = find_or_build_merging_program_or_none(campaign, target)
    corpus = campaign.ensure_folder("corpus", target.name)
    if program is None:
        return None
    out = campaign.ensure_folder("minimised", target.name)
    fresh = out + ".new"
    merge_corpus_into_folder(campaign, target, program, fresh)
    shutil.rmtree(out)
    os.rename(fresh, out)
    return len(tree.files_in(corpus)), len(tree.files_in(out))


def minimised_or_whole_corpus(campaign, target):
    """Returns the path of the minimised corpus if it has inputs, else of the corpus."""
    minimised = os.path.join(campaign.folder, "minimised", target.name)
    if campaign.inputs("minimised", target.name):
        return minimised
    campaign.inputs("corpus", target.name)
    return os.path.join(campaign.folder, "corpus", target.name)


def command_cmin(options):
    campaign = series.Campaign(options.name)
    targets = campaign.targets(options.targets)
    for target in targets:
        campaign.inputs("corpus", target.name)
        campaign.inputs("minimised", target.name)
    for target in targets:
        counts = write_minimised_corpus_if_possible(campaign, target)
        if counts is None:
            tree.print_result("%-20s cannot be minimised: it is not built with libFuzzer" % target.name)
        else:
            tree.print_result("%-20s %6d files, %d minimised" % (target.name, *counts))
    return 0


def files_below(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for place, folders, names in os.walk(path):
            folders.sort()
            for name in sorted(names):
                if not name.startswith(".") and not name.endswith(".log"):
                    yield os.path.join(place, name)


def check_program_ran(program, status, output):
    """Fails if the program could not start or could not read its files; a crash is not a failure here."""
    if status in NOT_RUN and crash_signature.signature_of_crash_or_none(output, status) is None:
        raise tree.Failure("%s ends with %d: %s" % (
            terminal.escape_name(os.path.relpath(program)), status, output.strip().rpartition("\n")[2] or "no output"))  # fmt: skip


def list_crashes_one_by_one(program, paths):
    """Runs a program on each file; returns [(path, signature)] of the files that crash it."""
    crashed = []
    for path in files_below(paths):
        status, output = children.run_program([program, path], children.environment_of_program(False), SINGLE_SECONDS)
        check_program_ran(program, status, output)
        signature = crash_signature.signature_of_crash_or_none(output, status)
        if status is None:
            signature = crash_signature.Signature("timeout", "", [])
        if status != 0:
            crashed.append((path, signature or "exit %d" % status))
    return crashed


def replay_inputs(target, config, paths):
    """Runs the target's program once on all files. If the program fails, runs it on each file. Returns the number of files
    on which it fails; 1 if it fails only on all files together.
    """
    program = target.program(config)
    status, output = children.run_program([program, *paths], children.environment_of_program(False), REPLAY_SECONDS)
    if status == 0:
        tree.print_result("%-20s %s" % (target.name, output.strip().rpartition("\n")[2]))
        return 0
    check_program_ran(program, status, output)
    crashed = list_crashes_one_by_one(program, paths)
    tree.print_result("%-20s %d files crash" % (target.name, len(crashed)))
    for path, signature in crashed:
        tree.print_result("  %s: %s" % (terminal.escape_name(os.path.relpath(path)), terminal.escape_line(str(signature))))
    if not crashed:
        tree.print_result("  no file crashes the program by itself; output for all files together:\n%s" % output[-2000:])
    return max(1, len(crashed))


def replays_of_campaign(name, targets):
    """Returns (target, [folder of its corpus, folder of its crashes]) of the targets of a campaign that are not commands."""
    campaign = series.Campaign(name)
    found = []
    for target in campaign.targets(targets):
        for what in ("corpus", "crashes") if target.command is None else ():
            campaign.inputs(what, target.name)
        if target.command is None:
            found.append((target, [campaign.ensure_folder(what, target.name) for what in ("corpus", "crashes")]))
    return found


def check_readable(paths):
    """Fails if a path does not exist, is not a regular file (reading a fifo would block), or may not be read."""
    for path in files_below(paths):
        if not os.path.exists(path):
            raise tree.Failure("there is no %s" % terminal.escape_name(path))
        if not os.path.isfile(path):
            raise tree.Failure("%s: it is not a regular file" % terminal.escape_name(path))
        if not os.access(path, os.R_OK):
            raise tree.Failure("%s: the permission to read it is missing" % terminal.escape_name(path))


def list_replays(options):
    """Returns a list of (target, paths of inputs), from the campaign of --name or from the command line."""
    if options.name is not None:
        return replays_of_campaign(options.name, options.targets)
    if not options.paths:
        raise tree.Failure("replay needs files and the targets that read them (--targets NAME,... PATH...), "
                             "or a campaign (--name NAME)", 2)
    if not options.targets:
        raise tree.Failure("replay needs the targets that read %s: --targets NAME,...; `animproof fuzz list` lists "
                             "them" % terminal.escape_name(options.paths[0]), 2)
    check_readable(options.paths)
    return [(target, [os.path.abspath(path) for path in options.paths])
            for target in tree.choose_targets(options.targets)]


def command_replay(options):
    if options.config in tree.ENGINES:
        raise tree.Failure("replay --config needs a build without an engine, such as asan, check or release", 2)
    campaign_files.check_name("a build", options.config)
    wanted = list_replays(options)
    tree.build_targets(options.config, [target for target, _ in wanted])
    crashed = 0
    for target, paths in wanted:
        paths = [path for path in paths if not os.path.isdir(path) or list(files_below([path]))]
        crashed += replay_inputs(target, options.config, paths) if paths else 0
    return 1 if crashed else 0
