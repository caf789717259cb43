#!/usr/bin/env python3
"""Makes docs/reference of the program's own tables.

usage: reference.py BERTHD            writes the pages; BERTHD is the program, or a file that holds what `berthd --dump-reference` printed
       reference.py --check BERTHD    compares them with the pages that are there, and says what to do (exit status 1) if they differ

Everything comes from berthd but the codes of a service's errors, which are read from its sources, where each stands once.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "docs", "reference")
MADE = "<!-- Made by scripts/reference.py of the program's own tables. Do not edit: change the tables and run it again. -->\n"
TITLES = {"autoscaling": "Auto Scaling", "cloudformation": "CloudFormation", "ec2": "EC2", "ecr": "ECR", "ecs": "ECS", "iam": "IAM",
          "logs": "CloudWatch Logs", "s3": "S3", "ssm": "Systems Manager", "sts": "STS"}


def title_of(service):
    return TITLES.get(service, service)


def table(head, rows):
    cells = lambda row: "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    return "\n".join([cells(head), "|" + "---|" * len(head)] + [cells(row) for row in rows]) + "\n"


def code(text):
    return f"`{text}`" if text else ""


def kind(member):
    if member["type"] == "structure":
        return member["shape"]
    if member["type"] in ("list", "map"):
        return f"{member['type']} of {kind(member['element'])}"
    return member["type"]


def members(shape):
    """The members of a shape in one paragraph; required ones are bold."""
    found = []
    for name, member in shape["members"].items():
        where = member.get("location")
        place = {"header": "header", "headers": "headers", "querystring": "parameter", "uri": "path", "payload": "body",
                 "statusCode": "status"}.get(where)
        place = f", {place} `{member['name']}`" if place in ("header", "headers", "parameter") and member.get("name") else \
            f", {place}" if place else ""
        found.append(f"{'**' if member.get('required') else ''}{code(name)}{'**' if member.get('required') else ''} ({kind(member)}{place})")
    return ", ".join(found) if found else "none"


def shapes_below(shapes, roots):
    """Names of the structures that the shapes hold, in order, without the roots."""
    seen, open_ = set(roots), list(roots)
    found = []
    while open_:
        for member in shapes[open_.pop(0)]["members"].values():
            while "element" in member:
                member = member["element"]
            name = member.get("shape")
            if name and name not in seen:
                seen.add(name)
                found.append(name)
                open_.append(name)
    return sorted(found)


def errors_of(service):
    """{code: statuses} of the errors that a service's sources make."""
    folder = os.path.join(ROOT, "src", "berth", "services", service)
    found = {}
    for at, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each not in ("tests", "resources")]
        for file in files:
            if not file.endswith((".cpp", ".hpp")):
                continue
            with open(os.path.join(at, file), encoding="utf-8") as stream:
                text = stream.read()
            if "ServiceError" not in text and "errors.hpp" not in text:
                continue
            for match in re.finditer(r"(?:return|ServiceError)\s*[{(]\s*\"([A-Z][A-Za-z]*(?:\.[A-Z][A-Za-z]*)*)\",([^;]*);", text):
                rest = re.sub(r"\"(?:\\.|[^\"\\])*\"", "", match.group(2))
                if not rest.rstrip().endswith(("}", ")")):
                    continue
                status = re.findall(r",\s*([345]\d\d)\b", rest)
                found.setdefault(match.group(1), set()).add(int(status[0]) if status else 400)
    return found


def error_rows(errors):
    return [(code(name), ", ".join(str(status) for status in sorted(statuses))) for name, statuses in sorted(errors.items())]


def service_page(service):
    shapes = service["shapes"]
    operations = sorted(service["operations"], key=lambda each: each["name"])
    rest = service["protocol"] == "rest-xml"
    out = [f"# {title_of(service['service'])}\n", MADE,
           f"{len(operations)} operations of version {service['version']}, protocol {service['protocol']}. "
           "How to read this page: [README](README.md).\n"]
    head = ["operation", "IAM action", "on"] + (["request"] if rest else [])
    rows = []
    for each in operations:
        action = each["action"]
        row = [f"[{each['name']}](#{each['name'].lower()})", code(action) if action and action != "*" else "none: every caller may" if action else "root only",
               code(each["resource"])]
        if rest:
            row.append(code(f"{each['http']['method']} {each['http']['path']}"))
        rows.append(row)
    out.append(table(head, rows))
    for each in operations:
        out.append(f"## {each['name']}\n")
        out.append(f"Takes {members(shapes[each['input']])}.\n")
        if each["not_acted_on"]:
            known = [name for name in each["not_acted_on"] if name.split(".")[0] in shapes[each["input"]]["members"]]
            if known:
                out.append(f"Without effect: {', '.join(code(name) for name in known)}.\n")
        out.append(f"Answers {members(shapes[each['output']])}.\n")
    roots = [each[side] for each in operations for side in ("input", "output")]
    below = shapes_below(shapes, roots)
    if below:
        out.append("## Structures\n")
        out.append("\n".join(f"- `{name}`: {members(shapes[name])}" for name in below) + "\n")
    out.append("## Errors\n")
    own = errors_of(service["service"])
    common = {each["code"]: {each["status"]} for each in service["common_errors"]}
    if own:
        out.append("The service's own, each from the operations that it concerns:\n")
        out.append(table(["code", "status"], error_rows(own)))
    out.append("Of any operation, before it begins or when it fails:\n")
    out.append(table(["code", "status"], error_rows(common)))
    return "\n".join(out)


def task_definition_part(lines):
    rows = [(code(each["member"]), each["treatment"], each["note"], code(each["attribute"])) for each in lines]
    return ("\n## What a task definition asks for\n\n"
            "A member that is not here is honoured. Every definition that AWS takes is registered; one with a *refused* member requires an "
            "attribute that no instance has, so that RunTask answers with the failure ATTRIBUTE. Rows of the same member are of its several "
            "values.\n\n" + table(["member", "standing", "note", "attribute required of the instance"], rows))


def resource_types_page(types):
    out = ["# Resource types\n", MADE,
           "*Honoured* does what it does on AWS; *emulated* something of the same use on one machine, as the note says; *ignored* is "
           "accepted and kept where it is shown, without effect; *refused* fails the resource. What stands below a property goes with "
           "it unless it has a row of its own. A property without a row is unknown and fails the resource.\n",
           table(["type", "properties", "GetAtt"],
                 [(f"[{each['name']}](#{re.sub(r'[^a-z0-9-]', '', each['name'].lower())})", len(each["properties"]),
                   ", ".join(code(name) for name in each["attributes"])) for each in sorted(types, key=lambda each: each["name"])])]
    for each in sorted(types, key=lambda each: each["name"]):
        out.append(f"## {each['name']}\n")
        named = f"Ref is the value of `{each['named_by']}`, or a name made of the stack's. " if each["named_by"] else ""
        out.append(f"{named}Made with {code(each['create']) or 'no action of its own'}, removed with "
                   f"{code(each['remove']) or 'no action of its own'}, as the stack's caller.\n")
        out.append(table(["property", "standing", "change", "note"],
                         [(code(row["path"]), row["standing"], row["change"], row["note"]) for row in each["properties"]]))
    return "\n".join(out)


def settings_page(lines):
    rows = [(code("--" + each["name"]), code(each["name"]), code(each["default"]) if each["default"] else "off" if each["flag"] else "",
             each["help"]) for each in lines]
    return "\n".join(["# Settings of berthd\n", MADE,
                      "Each is a flag and a key of the TOML file that `--config` names; flags win over the file, and a key that is not here "
                      "is an error. Flags without a value are booleans in the file.\n",
                      table(["flag", "key", "default", "what it is"], rows)])


def index_page(services):
    rows = [(f"[{title_of(each['service'])}]({each['service']}.md)", len(each["operations"])) for each in sorted(services, key=lambda each: each["service"])]
    return "\n".join(["# Reference\n", MADE, table(["service", "operations"], rows),
                      "Besides: [resource types of templates](resource-types.md), [settings of berthd](settings.md).\n",
                      "How to read a service's page:\n",
                      "- *on* is the resource that a policy must allow the action on; a member's name in braces stands for its value, "
                      "`*` for any resource. Operations may ask for more on the way, as `iam:PassRole`.",
                      "- **Bold** members are required. A member is sent under its own name in the body unless it says otherwise.",
                      "- Members *without effect* are accepted and kept where they are shown. Whoever sends one finds it in the answer's header "
                      "`x-berth-not-acted-on`, and the daemon logs it.",
                      "- A member that is not on the page is one that AWS added since, or that nobody needed yet. It is accepted as AWS accepts "
                      "unknown members, has no effect, and is named in the same header and log. Parameters and headers `x-amz-…` of S3 that "
                      "are not on the page are treated alike; sub-resources that are not are answered with NotImplemented.",
                      "- An operation that is not on the page is refused with the code that the protocol has for unknown operations.",
                      "- A required member that is absent, a value of the wrong type and a body that cannot be read are answered with the "
                      "protocol's own codes: SerializationException and InvalidParameterException in JSON, ValidationError in query, "
                      "MissingParameter and InvalidParameterValue in EC2, MalformedXML, InvalidArgument and InvalidRequest in S3.", ""])


def pages(all_):
    made = {"README.md": index_page(all_["services"]), "resource-types.md": resource_types_page(all_["resource_types"]),
            "settings.md": settings_page(all_["settings"])}
    for service in all_["services"]:
        page = service_page(service)
        if service["service"] == "ecs":
            page += task_definition_part(all_["task_definition"])
        made[service["service"] + ".md"] = page
    return {name: text.rstrip("\n") + "\n" for name, text in made.items()}


def main(arguments):
    check = arguments[:1] == ["--check"]
    if len(arguments) != (2 if check else 1):
        print(__doc__, file=sys.stderr)
        return 2
    source = arguments[-1]
    if source.endswith(".json"):
        with open(source, encoding="utf-8") as stream:
            text = stream.read()
    else:
        text = subprocess.run([source, "--dump-reference"], check=True, capture_output=True, text=True).stdout
    made = pages(json.loads(text))
    there = {name for name in os.listdir(FOLDER) if name.endswith(".md")} if os.path.isdir(FOLDER) else set()
    if not check:
        os.makedirs(FOLDER, exist_ok=True)
        for name in there - set(made):
            os.remove(os.path.join(FOLDER, name))
        for name, page in made.items():
            with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as stream:
                stream.write(page)
        return 0
    different = sorted(there ^ set(made))
    for name in sorted(there & set(made)):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as stream:
            if stream.read() != made[name]:
                different.append(name)
    if different:
        print(f"docs/reference is not what the program says ({', '.join(different)}): run scripts/reference.py {source}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
