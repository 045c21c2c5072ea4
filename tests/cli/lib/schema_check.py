"""The part of JSON Schema (draft 2020-12) that the schemas in docs/ use; an unknown keyword is an error."""

import json
import re

from cli_case import text_of_tree

SILENT = {"$schema", "$id", "$defs", "title", "description"}
TYPES = {  # as Python's json reads them
    "object": {dict},
    "array": {list},
    "string": {str},
    "boolean": {bool},
    "null": {type(None)},
    "integer": {int},
    "number": {int, float},
}


class Compiled:
    """A schema: the Python types that a value may have, None for all; and (method, argument, schema) of other keywords."""

    def __init__(self):
        self.types = self.named = None
        self.steps = []


def place(path):
    """A path is () or (path, name or index): its text is made only where it is told."""
    return "$" if not path else place(path[0]) + ("[%d]" % path[1] if isinstance(path[1], int) else "." + path[1])


class Checker:
    """Of a schema; Checker.of("report") is that of docs/report.schema.json."""

    @classmethod
    def of(cls, name):
        return cls(json.loads(text_of_tree("docs/%s.schema.json" % name)))

    def __init__(self, schema):
        self.root = schema
        self.known = {}  # Compiled, of a schema, by its id: documents have a million values
        self.whole = self.compiled(schema)

    def find(self, reference):
        at = self.root
        assert reference.startswith("#/"), reference
        for part in reference[2:].split("/"):
            at = at[part]
        return at

    def compiled(self, schema):
        made = self.known.get(id(schema))
        if made is None:
            made = self.known[id(schema)] = Compiled()  # before what it holds, which may lead to it again
            for keyword, argument in schema.items():
                if keyword == "type":
                    made.named = argument
                    made.types = set().union(*(TYPES[name] for name in (argument if isinstance(argument, list) else [argument])))
                elif keyword not in SILENT:
                    made.steps.append((getattr(self, "check_" + keyword.lstrip("$")), self.prepared(keyword, argument), schema))
        return made

    def prepared(self, keyword, argument):
        """What the keyword's method takes: schemas compiled, patterns too."""
        if keyword == "$ref":
            return self.compiled(self.find(argument))
        if keyword == "items":
            return self.compiled(argument)
        if keyword == "oneOf":
            return [self.compiled(schema) for schema in argument]
        if keyword == "properties":
            return [(name, self.compiled(schema)) for name, schema in argument.items()]
        return re.compile(argument).search if keyword == "pattern" else argument

    def errors(self, value, schema=None):
        """A list of what is wrong with the value, empty when it is as the schema says: the whole one, or a part of it."""
        return self.wrong(value, self.whole if schema is None else self.compiled(schema), ())

    def wrong(self, value, compiled, path):
        found = []
        if compiled.types is not None and type(value) not in compiled.types:
            found.append("%s: is not of type %s: %r" % (place(path), compiled.named, value))
        for check, argument, schema in compiled.steps:
            found += check(value, argument, schema, path)
        return found

    def check_ref(self, value, compiled, _schema, path):
        return self.wrong(value, compiled, path)

    def check_const(self, value, wanted, _schema, path):
        return () if value == wanted else ["%s: is not %r" % (place(path), wanted)]

    def check_enum(self, value, wanted, _schema, path):
        return () if value in wanted else ["%s: %r is none of %r" % (place(path), value, wanted)]

    def check_minimum(self, value, least, _schema, path):
        return () if type(value) is not int or value >= least else ["%s: %r is below" % (place(path), value)]

    def check_pattern(self, value, search, _schema, path):
        return () if not isinstance(value, str) or search(value) else ["%s: %r" % (place(path), value)]

    def check_required(self, value, names, _schema, path):
        return ["%s: no %s" % (place(path), name) for name in names if name not in value] if isinstance(value, dict) else ()

    def check_properties(self, value, properties, _schema, path):
        found = []
        for name, compiled in properties if isinstance(value, dict) else ():
            if name in value and (compiled.steps or compiled.types is not None and type(value[name]) not in compiled.types):
                found += self.wrong(value[name], compiled, (path, name))
        return found

    def check_additionalProperties(self, value, allowed, schema, path):
        assert allowed is False
        known = schema.get("properties", {})
        return ["%s: unknown %s" % (place(path), name) for name in value if name not in known] if isinstance(value, dict) else ()

    def check_items(self, value, compiled, _schema, path):
        found = []
        for i, item in enumerate(value) if isinstance(value, list) else ():
            found += self.wrong(item, compiled, (path, i))
        return found

    def check_oneOf(self, value, alternatives, _schema, path):
        matches = [compiled for compiled in alternatives if not self.wrong(value, compiled, path)]
        return () if len(matches) == 1 else ["%s: matches %d of %d schemas" % (place(path), len(matches), len(alternatives))]
