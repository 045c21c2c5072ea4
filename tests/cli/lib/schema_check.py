"""The part of JSON Schema (draft 2020-12) that the schemas in docs/ use; an unknown keyword is an error."""

import re

SILENT = {"$schema", "$id", "$defs", "title", "description"}
TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
}


def has_type(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Checker:
    def __init__(self, schema):
        self.root = schema

    def find(self, reference):
        at = self.root
        assert reference.startswith("#/"), reference
        for part in reference[2:].split("/"):
            at = at[part]
        return at

    def errors(self, value, schema=None, path="$"):
        """A list of what is wrong with the value, empty when it is as the schema says."""
        schema = self.root if schema is None else schema
        found = []
        for keyword, argument in schema.items():
            if keyword in SILENT:
                continue
            found += getattr(self, "check_" + keyword.lstrip("$"))(value, argument, schema, path)
        return found

    def check_ref(self, value, reference, _schema, path):
        return self.errors(value, self.find(reference), path)

    def check_type(self, value, names, _schema, path):
        names = names if isinstance(names, list) else [names]
        return [] if any(has_type(value, name) for name in names) else ["%s: is no %s: %r" % (path, names, value)]

    def check_const(self, value, wanted, _schema, path):
        return [] if value == wanted else ["%s: is not %r" % (path, wanted)]

    def check_enum(self, value, wanted, _schema, path):
        return [] if value in wanted else ["%s: %r is none of %r" % (path, value, wanted)]

    def check_minimum(self, value, least, _schema, path):
        return [] if not has_type(value, "integer") or value >= least else ["%s: %r is below" % (path, value)]

    def check_pattern(self, value, pattern, _schema, path):
        return [] if not isinstance(value, str) or re.search(pattern, value) else ["%s: %r" % (path, value)]

    def check_required(self, value, names, _schema, path):
        return ["%s: no %s" % (path, name) for name in names if isinstance(value, dict) and name not in value]

    def check_properties(self, value, properties, _schema, path):
        found = []
        for name, schema in properties.items():
            if isinstance(value, dict) and name in value:
                found += self.errors(value[name], schema, "%s.%s" % (path, name))
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
