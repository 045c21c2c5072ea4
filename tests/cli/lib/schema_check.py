"""Checks JSON by the schemas in docs/, with python3-fastjsonschema."""

import functools
import json

import fastjsonschema

from cli_case import read_text_in_tree


def referenced_schema(name):
    return json.loads(read_text_in_tree("docs/" + name))


class Checker:
    """Checks values by docs/NAME.schema.json."""

    def __init__(self, name):
        self.root = json.loads(read_text_in_tree("docs/%s.schema.json" % name))

    @functools.lru_cache(None)
    def validator_of(self, part):
        # fastjsonschema knows draft 7, which has every keyword that these schemas use.
        schema = self.root if part == "#" else {"$ref": part, "$defs": self.root["$defs"]}
        return fastjsonschema.compile({**schema, "$schema": "http://json-schema.org/draft-07/schema#"}, handlers={"": referenced_schema})

    def list_first_error(self, value, part="#"):
        """Returns a list with the first fault of the value, empty if the value is valid. `part` is a part of the schema, such as
        "#/$defs/line"."""
        try:
            self.validator_of(part)(value)
        except fastjsonschema.JsonSchemaValueException as fault:
            return [str(fault)[:500]]
        return []
