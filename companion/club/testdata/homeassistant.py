"""Renders templates as Home Assistant does.

It reads a JSON list of {"template", "value_json", "attributes"} from the standard input, and
writes the list of the rendered texts. attributes maps an entity to its attributes.

Home Assistant renders templates in Jinja's immutable sandbox (homeassistant/helpers/template).
Of its own functions, the templates of the box and of the manual use:

    state_attr(entity, name)    an attribute of an entity, None if there is none

All else is Jinja's own: the filters count, join, map and tojson, and the tests defined and none.
A name that is defined neither here nor by Jinja fails, where Home Assistant only logs a warning.
"""

import json
import sys

from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment


home = ImmutableSandboxedEnvironment(undefined=StrictUndefined)


def rendered(case):
    attributes = case.get("attributes") or {}
    names = {"state_attr": lambda entity, name: attributes.get(entity, {}).get(name)}
    if "value_json" in case:
        names["value_json"] = case["value_json"]
    return home.from_string(case["template"]).render(names).strip()


json.dump([rendered(case) for case in json.load(sys.stdin)], sys.stdout)
