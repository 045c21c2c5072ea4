"""The part of JSON Schema (draft 2020-12) that the schemas in docs/ use; an unknown keyword is an error."""

import re

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


class Checker:
    def __init__(self, schema):
        self.root = schema
        self.steps = {}  # of a schema, by its id: (method, argument) of each keyword; documents have a million values

    def find(self, reference):
        at = self.root
        assert reference.startswith("#/"), reference
        for part in reference[2:].split("/"):
            at = at[part]
        return at

    def errors(self, value, schema=None, path="$"):
        """A list of what is wrong with the value, empty when it is as the schema says."""
        schema = self.root if schema is None else schema
        steps = self.steps.get(id(schema))
        if steps is None:
            steps = self.steps[id(schema)] = [self.step(*pair) for pair in schema.items() if pair[0] not in SILENT]
        found = []
        for check, argument in steps:
            wrong = check(value, argument, schema, path)
            if wrong:
                found += wrong
        return found

    def step(self, keyword, argument):
        if keyword == "$ref":
            argument = self.find(argument)
        elif keyword == "type":
            argument = set().union(*(TYPES[name] for name in (argument if isinstance(argument, list) else [argument])))
        return getattr(self, "check_" + keyword.lstrip("$")), argument

    def check_ref(self, value, schema, _schema, path):
        return self.errors(value, schema, path)

    def check_type(self, value, types, schema, path):
        return None if type(value) in types else ["%s: is not of type %s: %r" % (path, schema["type"], value)]

    def check_const(self, value, wanted, _schema, path):
        return [] if value == wanted else ["%s: is not %r" % (path, wanted)]

    def check_enum(self, value, wanted, _schema, path):
        return [] if value in wanted else ["%s: %r is none of %r" % (path, value, wanted)]

    def check_minimum(self, value, least, _schema, path):
        return [] if type(value) is not int or value >= least else ["%s: %r is below" % (path, value)]

    def check_pattern(self, value, pattern, _schema, path):
        return [] if not isinstance(value, str) or re.search(pattern, value) else ["%s: %r" % (path, value)]

    def check_required(self, value, names, _schema, path):
        return ["%s: no %s" % (path, name) for name in names if isinstance(value, dict) and name not in value]

    def check_properties(self, value, properties, _schema, path):
        found = []
        for name, schema in properties.items() if isinstance(value, dict) else ():
            if name in value:
                found += self.errors(value[name], schema, path + "." + name)
        return found

    def check_additionalProperties(self, value, allowed, schema, path):
        assert allowed is False
        known = schema.get("properties", {})
        return ["%s: unknown %s" % (path, name) for name in value if name not in known] if isinstance(value, dict) else []

    def check_items(self, value, schema, _schema, path):
        if not isinstance(value, list):
            return []
        return [e for i, item in enumerate(value) for e in self.errors(item, schema, "%s[%d]" % (path, i))]

    def check_oneOf(self, value, schemas, _schema, path):
        matches = [s for s in schemas if not self.errors(value, s, path)]
        return [] if len(matches) == 1 else ["%s: matches %d of %d schemas" % (path, len(matches), len(schemas))]
