"""A repository of git in the folder of a test."""

import os
import shutil

import commands
import pytest


class Repository:
    """A folder `game` with an empty repository, which becomes the current folder. No settings of this machine's git apply."""

    def __init__(self, animproof):
        if shutil.which("git") is None:
            pytest.skip("git is missing")
        self.animproof = animproof
        home = os.getcwd()
        self.environment = {"HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": home,
                            **{"GIT_%s_%s" % (who, what): "t@t.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}}
        os.mkdir("game")
        os.chdir("game")
        self.git("init", "-q")

    def git(self, *words, check=True):
        return commands.run(["git", *words], check=check, env={**os.environ, **self.environment}, stdout=commands.PIPE, stderr=commands.PIPE).stdout.decode()

    def commit(self, message="one"):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
