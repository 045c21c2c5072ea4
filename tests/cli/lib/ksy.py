"""Translates descriptions for Kaitai Struct to the types that hexpat.Reader runs: the part that docs/formats/spec/ uses.

`make test-spec` tests readers made by Kaitai's own compiler. An unknown key or type is an error.
"""

import re

import yaml
from hexpat import Struct, InvalidPattern

NUMBERS = {"u1": "u8", "s4": "s32", "f4": "float", "f8": "double"}
LENGTH = "length_of_name"  # type of a length in groups of 7 bits


def check_known_keys(where, keys, *allowed):
    if not set(keys) <= set(allowed):
        raise InvalidPattern("%s: %s" % (where, sorted(set(keys) - set(allowed))))


def compile_expression(text):
    """Compiles a condition, a length or an argument to code for hexpat.Reader."""
    text = re.sub(r"(.+) \? (.+) : (.+)", r"(\2) if (\1) else (\3)", str(text))
    text = re.sub(r"\b(?!(?:and|or|if|else)\b)[A-Za-z_][\w.]*",
                  lambda match: "value_of(%r)%s" % (re.sub(r"^_root\.|\.value$", "", match.group(0)),
                                                    " & 0xffffffff" * match.group(0).endswith(".value")), text)
    return compile(text, "description", "eval")


class Description:
    """The types and the root of a description, as hexpat.Reader needs them."""

    def __init__(self, text):
        description = yaml.safe_load(text)
        check_known_keys("the file", description, "meta", "doc", "doc-ref", "seq", "types", "enums")
        self.enums, self.types, self.bodies = description.get("enums", {}), {}, {}
        self.add_types(description["types"])
        self.root = Struct([], self.statements_of_seq(description["seq"]))

    def add_types(self, types):
        for name, body in types.items():
            self.add_types(body.get("types", {}))
            if name == LENGTH:
                self.length_groups = int(re.search(r"groups.size == (\d+)", body["seq"][0]["repeat-until"]).group(1))
            else:
                check_known_keys(name, body, "params", "seq", "meta", "types")
                self.types[name] = Struct([one["id"] for one in body.get("params", [])], [])
                self.bodies[name] = body
        for name in types:
            if name != LENGTH:
                self.types[name].members = self.statements_of_seq(self.bodies[name]["seq"])

    def statements_of_seq(self, seq):
        return [statement for item in seq for statement in self.statements_of_item(item)]

    def statements_of_item(self, item):
        check_known_keys(item["id"], item, "id", "type", "doc", "if", "repeat", "repeat-expr", "size", "size-eos", "contents", "valid", "enum")
        if item.get("type") == "body":  # the fields after the byte order mark
            body = self.bodies["body"]
            order = body["meta"]["endian"]
            mark = next(value for value, name in order["cases"].items() if name == "be")
            return [("if", compile_expression("%s == %d" % (order["switch-on"], mark)), [("big",)]), *self.statements_of_seq(body["seq"])]
        if item.get("size-eos"):
            return [("assert", compile("eof()", "description", "eval"), item["doc"])]
        statements = [self.translate_field(item), *self.translate_limits(item)]
        return [("if", compile_expression(item["if"]), statements)] if "if" in item else statements

    def translate_field(self, item):
        name, (kind, arguments) = item["id"], re.fullmatch(r"(\w+)(?:\((.*)\))?", item.get("type", "bytes")).groups()
        order = "le" if kind.endswith("le") else None
        kind = re.sub("le$", "", kind)
        if kind not in self.types and kind not in NUMBERS and kind not in (LENGTH, "bytes") or item.get("enum", None) not in (
                None, *self.enums):
            raise InvalidPattern("%s: %s" % (name, item))
        if "contents" in item:
            return ("member", "le", "u64", [], name, None)
        if kind == "bytes":
            return ("member", None, "char", [], name, ("count", compile_expression(item["size"])))
        size = {"expr": lambda: ("count", compile_expression(item["repeat-expr"])), None: lambda: None,
                "eos": lambda: ("while", compile("not eof()", "description", "eval"))}[item.get("repeat")]()
        return ("member", order, {**NUMBERS, LENGTH: "type::uLEB128"}.get(kind, kind),
                [compile_expression(one) for one in arguments.split(", ")] if arguments else [], name, size)

    def translate_limits(self, item):
        name, valid = item["id"], item.get("valid", {})
        check_known_keys(name, valid, "min", "any-of")
        tests = ["value_of(%r) >= %d" % (name, valid["min"])] if "min" in valid else []
        tests += ["value_of(%r) in %r" % (name, valid["any-of"])] if "any-of" in valid else []
        tests += ["value_of(%r) == %d" % (name, int.from_bytes(item["contents"], "little"))] if "contents" in item else []
        tests += ["size_of(%r) <= %d" % (name, self.length_groups)] if item.get("type") == LENGTH else []
        return [("assert", compile(test, "description", "eval"), test) for test in tests]
