"""Checks JSON by the part of JSON Schema (draft 2020-12) that the schemas in docs/ use; an unknown keyword is an error.

python3-jsonschema takes four times as long for the dumps of tests/cli/commands/dump.py, which have a million values.
"""

import functools
import json
import re

from cli_case import text_of_tree

UNTESTED = {"$schema", "$id", "$defs", "title", "deprecated", "description", "type"}
TYPES = {"object": {dict}, "array": {list}, "string": {str}, "boolean": {bool}, "null": {type(None)}, "integer": {int},
         "number": {int, float}}  # as Python's json reads them
# Tests of simple keywords. A value of a type that the keyword does not apply to passes.
KEYWORD_TESTS = {
    "const": lambda value, wanted: value == wanted,
    "enum": lambda value, wanted: value in wanted,
    "minimum": lambda value, least: type(value) is not int or value >= least,
    "pattern": lambda value, pattern: not isinstance(value, str) or pattern.search(value),
    "required": lambda value, names: not isinstance(value, dict) or all(map(value.__contains__, names)),
}


def path_text(path):
    """Returns the text of a path, which is () or (path, name or index). It is made only for an error message."""
    return "$" if not path else path_text(path[0]) + ("[%d]" % path[1] if isinstance(path[1], int) else "." + path[1])


def types_of(schema):
    named = schema.get("type", list(TYPES))
    return set().union(*(TYPES[name] for name in (named if isinstance(named, list) else [named])))


class Checker:
    """Checks values by docs/NAME.schema.json."""

    def __init__(self, name):
        self.root = json.loads(text_of_tree("docs/%s.schema.json" % name))
        self.known = {}  # compiled checks by the id() of their schema

    def errors(self, value, part="#"):
        """Returns a list of faults of the value, by the whole schema or by a part such as "#/$defs/line"."""
        return self.compiled(part)(value, ())

    def compiled(self, schema):
        """Returns a function of a value and its path that returns a list of faults. The schema may be a reference."""
        if isinstance(schema, str):
            schema = functools.reduce(dict.__getitem__, schema.split("/")[1:], self.root)
        if id(schema) in self.known:
            return self.known[id(schema)]
        types, steps = types_of(schema), []

        def wrong(value, path):
            if type(value) not in types:
                return ["%s: is not of type %s: %r" % (path_text(path), schema["type"], value)]
            found = []
            for step in steps:
                found += step(value, path)
            return found

        self.known[id(schema)] = wrong  # stored before its subschemas are compiled, since a schema may refer to itself
        steps += [self.step(keyword, argument, schema) for keyword, argument in schema.items() if keyword not in UNTESTED]
        return wrong

    def step(self, keyword, argument, schema):
        if keyword not in KEYWORD_TESTS:
            return getattr(self, "step_" + keyword.lstrip("$"))(argument, schema)
        holds, argument = KEYWORD_TESTS[keyword], re.compile(argument) if keyword == "pattern" else argument
        return lambda value, path: () if holds(value, argument) else ["%s: %s of %r: %r" % (path_text(path), keyword, argument, value)]

    def step_ref(self, reference, _schema):
        return self.compiled(reference)

    def step_properties(self, properties, _schema):
        checks = [(name, types_of(schema) if schema.keys() <= UNTESTED else (), self.compiled(schema)) for name, schema in properties.items()]
        return lambda value, path: [error for name, fine, check in checks if name in value and type(value[name]) not in fine
                                    for error in check(value[name], (path, name))] if isinstance(value, dict) else ()

    def step_additionalProperties(self, allowed, schema):
        assert allowed is False
        known = schema["properties"].keys()
        return lambda value, path: () if not isinstance(value, dict) or value.keys() <= known else ["%s: unknown %s" % (
            path_text(path), ", ".join(value.keys() - known))]

    def step_items(self, schema, _schema):
        check = self.compiled(schema)
        return lambda value, path: [error for i, item in enumerate(value if isinstance(value, list) else ())
                                    for error in check(item, (path, i))]

    def step_oneOf(self, schemas, _schema):
        checks = [self.compiled(schema) for schema in schemas]
        return lambda value, path: () if sum(not check(value, path) for check in checks) == 1 else ["%s: not one of its schemas: %r" % (
            path_text(path), value)]
