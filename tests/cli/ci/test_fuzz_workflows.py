"""The workflows that fuzz with ClusterFuzzLite: their structure, what they pass on, and the script of the step that pulls the image."""

import glob
import os

import commands
import pytest
import yaml
from cli_case import ROOT, read_text_in_tree, write

CALLED = ".github/workflows/fuzz.yml"
CALLERS = sorted(glob.glob(".github/workflows/cflite_*.yml", root_dir=ROOT))
# Inputs of ClusterFuzzLite's actions, from their action.yml.
ACTIONS = {
    "google/clusterfuzzlite/actions/build_fuzzers@v1": {"language", "sanitizer", "github-token"},
    "google/clusterfuzzlite/actions/run_fuzzers@v1": {"language", "sanitizer", "github-token", "mode", "fuzz-seconds"},
}


def load_yaml(path):
    found = yaml.safe_load(read_text_in_tree(path))
    found["on"] = found.pop(True)  # YAML 1.1 reads the key `on` as true
    return found


def steps_of_called():
    return load_yaml(CALLED)["jobs"]["fuzz"]["steps"]


def test_each_mode_has_a_workflow_with_all_inputs_of_the_called_one():
    inputs, modes = load_yaml(CALLED)["on"]["workflow_call"]["inputs"], {}
    for path in CALLERS:
        (job,) = load_yaml(path)["jobs"].values()
        assert job["uses"] == "./" + CALLED and set(job["with"]) == set(inputs), path
        assert isinstance(job["with"]["seconds"], int), path
        modes[job["with"]["mode"]] = sorted(yaml.safe_load(job["with"]["sanitizers"]))
    assert modes == {"code-change": ["address", "undefined"], "batch": ["address", "undefined"], "prune": ["address"],
                     "coverage": ["coverage"]}  # fmt: skip


def test_pull_requests_start_one_workflow_and_the_clock_or_a_person_the_others():
    starts = {os.path.basename(path): load_yaml(path)["on"] for path in CALLERS}
    assert list(starts.pop("cflite_pr.yml")) == ["pull_request"]
    assert all(set(start) == {"schedule", "workflow_dispatch"} for start in starts.values()), starts
    times = [one["cron"] for start in starts.values() for one in start["schedule"]]
    assert all(len(time.split()) == 5 for time in times) and len(set(times)) == 3, times


def test_no_workflow_may_write_to_the_repository():
    assert {load_yaml(path)["permissions"] for path in CALLERS} == {"read-all"}


def test_the_targets_are_built_then_run_with_the_language_of_the_project():
    used = [step for step in steps_of_called() if "uses" in step]
    assert {step["uses"]: set(step["with"]) for step in used} == ACTIONS
    assert [step["uses"].split("/")[3] for step in used] == ["build_fuzzers@v1", "run_fuzzers@v1"]
    language = yaml.safe_load(read_text_in_tree(".clusterfuzzlite/project.yaml"))["language"]
    assert all(step["with"]["language"] == language for step in used)


@pytest.fixture
def run_pull_step(animproof):
    """Runs the script of the first step with a `docker` that prints its arguments. Returns the result."""
    write("bin/docker", '#!/bin/sh\necho "$@"\n')
    os.chmod("bin/docker", 0o755)
    step = steps_of_called()[0]

    def run(image):
        environment = dict(os.environ, PATH=os.path.abspath("bin") + ":" + os.environ["PATH"], **{name: image for name in step["env"]})
        return commands.run(["bash", "-e", "-c", step["run"]], env=environment, stdout=commands.PIPE, stderr=commands.PIPE)
    return run


def test_the_image_gets_the_name_that_the_dockerfile_begins_from(run_pull_step):
    assert run_pull_step("host/a image").stdout == b"pull host/a image\ntag host/a image base-builder\n"
    assert "ARG BASE_BUILDER=base-builder\nFROM ${BASE_BUILDER}" in read_text_in_tree(".clusterfuzzlite/Dockerfile")


def test_a_missing_image_is_an_error_that_says_what_to_set(run_pull_step):
    result = run_pull_step("")
    assert result.returncode != 0 and result.stdout == b"" and b"variable BASE_BUILDER" in result.stderr
