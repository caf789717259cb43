#!/usr/bin/env python3
"""Compares what berthd serves with the models that AWS publishes with botocore.

usage: shape_audit.py BERTHD [SERVICE…]     BERTHD is the program, or a file that holds what `berthd --dump-shapes` printed.

Wrong (exit status 1): an operation or member that AWS does not have; a member of another type; one that travels elsewhere or
under another name; one that AWS requires and we do not, or the other way round (in requests). Told, not wrong: how many of AWS's
members we know.
"""
import json
import os
import subprocess
import sys

try:
    import botocore
    import botocore.session
    from botocore.exceptions import DataNotFoundError, UnknownServiceError
except ImportError:
    print("this Python has no botocore: nothing to compare with")
    sys.exit(0)

# Our kinds and the kinds of the model that they may stand for.
COMPATIBLE = {"string": {"string", "char"}, "boolean": {"boolean"}, "integer": {"integer"}, "long": {"long", "integer"},
              "double": {"double", "float"}, "timestamp": {"timestamp"}, "blob": {"blob"}, "stream": {"blob"},
              "document": {"structure", "map", "string"}, "list": {"list"}, "map": {"map"}, "structure": {"structure"}}
# Older models lack what AWS added since: against those, only what they have is compared.
NEW_ENOUGH = tuple(int(part) for part in botocore.__version__.split(".")[:2]) >= (1, 36)

# Known departures, and why each is right.
DEPARTURES = {
    "s3 GetBucketLocation (reply).ContentType": "the reply is one element with text and no members: written by hand",
    "s3 GetBucketLocation (reply).Document": "the same",
    "s3 DeleteObjects.Delete.Objects": "an absent list is an empty one, which the operation refuses with MalformedXML",
    "s3 DeleteObjects.ContentMD5": "older models have it, and older clients send it",
    "s3 ListObjects.ListType": "2 is ListObjectsV2; that another is given, the operation must see to refuse it",
    "s3 GetBucketAcl (reply).ContentType": "grantees tell their kind in an attribute: written by hand",
    "s3 GetBucketAcl (reply).Document": "the same",
    "s3 GetObjectAcl (reply).ContentType": "the same",
    "s3 GetObjectAcl (reply).Document": "the same",
    "s3 PutObject.Trailer": "of the wire's form of a checksum, which AWS's models leave out",
    "s3 UploadPart.Trailer": "the same",
    "s3 HeadObject (reply).Body": "its length becomes Content-Length; nothing of it is sent",
}


def upper_first(name):
    return name[:1].upper() + name[1:]


def lower_first(name):
    return name[:1].lower() + name[1:]


class Audit:
    def __init__(self, dump, model):
        self.dump, self.model = dump, model
        self.protocol = dump["protocol"]
        self.problems, self.known, self.all = [], 0, 0

    def wrong(self, where, what):
        if f"{self.dump['service']} {where}" in DEPARTURES:
            return
        self.problems.append(f"{self.dump['service']} {where}: {what}")

    def run(self):
        if self.protocol != self.model.metadata["protocol"]:
            self.wrong("protocol", f"{self.protocol}, AWS's is {self.model.metadata['protocol']}")
        for operation in self.dump["operations"]:
            name = operation["name"]
            if name not in self.model.operation_names:
                self.wrong(name, "AWS has no such operation")
                continue
            known = self.model.operation_model(name)
            if self.protocol == "rest-xml":
                self.http(name, operation["http"], known)
            self.shape(name, operation["input"], known.input_shape, True, set())
            self.shape(name + " (reply)", operation["output"], known.output_shape, False, set())

    def http(self, where, ours, known):
        if ours["method"] != known.http["method"]:
            self.wrong(where, f"method {ours['method']}, AWS's is {known.http['method']}")
        path, _, query = known.http["requestUri"].partition("?")
        our_path, _, our_query = ours["path"].partition("?")
        if our_path != path:
            self.wrong(where, f"path {our_path}, AWS's is {path}")
        missing = {key for key in query.split("&") if key} - {key for key in our_query.split("&") if key}
        missing = {key for key in missing if not key.startswith("x-id=")}
        if missing:
            self.wrong(where, f"query markers {sorted(missing)} are absent")

    def shape(self, where, name, known, request, seen):
        members = self.dump["shapes"][name]["members"]
        if known is None:
            if members and NEW_ENOUGH:
                self.wrong(where, "AWS has no members here")
            return
        if (name, known.name, request) in seen:
            return
        seen.add((name, known.name, request))
        self.known += len(members)
        self.all += len(known.members)
        for member, ours in members.items():
            place = f"{where}.{member}"
            if ours.get("location") == "statusCode":
                continue
            if member not in known.members:
                if not NEW_ENOUGH:
                    continue
                self.wrong(place, "AWS has no such member")
                continue
            theirs = known.members[member]
            required = member in known.required_members
            # A payload is optional by its type here; operations ask for it themselves.
            if request and bool(ours.get("required")) != required and ours.get("location") != "payload" \
                    and NEW_ENOUGH:
                self.wrong(place, "AWS requires it" if required else "AWS does not require it")
            self.travels(place, member, ours, known, theirs, request)
            self.kind(place, ours, theirs, request, seen)
        if request and name != "Refused":  # of what is refused whatever it says, nothing is read
            for member in known.required_members:
                if member not in members:
                    self.wrong(f"{where}.{member}", "AWS requires it, and it is not described")

    def kind(self, place, ours, theirs, request, seen):
        # Headers and parameters are text: some are kept so, where AWS ignores what it cannot read instead of refusing it.
        text = ours["type"] == "string" and ours.get("location") in ("header", "querystring")
        if theirs.type_name not in COMPATIBLE[ours["type"]] and not text:
            self.wrong(place, f"{ours['type']}, AWS's is {theirs.type_name}")
        elif ours["type"] == "structure":
            self.shape(place, ours["shape"], theirs, request, seen)
        elif ours["type"] == "list":
            self.kind(place + "[]", ours["element"], theirs.member, request, seen)
        elif ours["type"] == "map":
            self.kind(place + "{}", ours["element"], theirs.value, request, seen)

    def travels(self, place, member, ours, known, theirs, request):
        location = theirs.serialization.get("location", "body")
        if known.serialization.get("payload") == member:
            location = "payload"
        if self.protocol != "rest-xml":
            location = "body"
        mine = ours.get("location", "body")
        if mine != location:
            return self.wrong(place, f"travels as {mine}, AWS's as {location}")
        if location == "payload":
            return None
        name, item = self.wire_name(member, ours), ours.get("item")
        wanted = theirs.serialization.get("name", member)
        if self.protocol == "ec2":
            name = upper_first(name) if request else (ours.get("name") or lower_first(member))
            if request:
                wanted = theirs.serialization.get("queryName") or upper_first(wanted)
        flat = bool(theirs.serialization.get("flattened"))
        if self.protocol in ("rest-xml", "query") and theirs.type_name == "list":
            if self.protocol == "rest-xml" and flat != bool(ours.get("flattened")):
                return self.wrong(place, "AWS's list is flat" if flat else "AWS's list is not flat")
            their_item = theirs.member.serialization.get("name", "member")
            if not flat and location == "body" and (item or "member") != their_item:
                self.wrong(place, f"items are named {item or 'member'}, AWS's {their_item}")
        same = name.lower() == wanted.lower() if location in ("header", "headers") else name == wanted
        if not same:
            self.wrong(place, f"is called {name} on the wire, AWS calls it {wanted}")
        return None

    @staticmethod
    def wire_name(member, ours):
        return ours.get("name") or member


def services_of(source):
    if os.access(source, os.X_OK) and not source.endswith(".json"):
        text = subprocess.run([source, "--dump-shapes"], check=True, stdout=subprocess.PIPE, text=True).stdout
    else:
        with open(source, encoding="utf-8") as file:
            text = file.read()
    dump = json.loads(text)
    if isinstance(dump, dict):
        dump = dump.get("services", [dump])
    return dump


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    session, problems = botocore.session.get_session(), 0
    print("models of botocore", botocore.__version__)
    for dump in services_of(sys.argv[1]):
        if sys.argv[2:] and dump["service"] not in sys.argv[2:]:
            continue
        try:
            model = session.get_service_model(dump["service"], dump["version"])
        except (DataNotFoundError, UnknownServiceError):
            print(f"{dump['service']} {dump['version']}: botocore has no such model")
            problems += 1
            continue
        audit = Audit(dump, model)
        audit.run()
        print(f"{dump['service']}: {len(dump['operations'])} operations, {audit.known} of AWS's {audit.all} members, "
              f"{len(audit.problems)} wrong")
        for problem in audit.problems:
            print("  " + problem)
        problems += len(audit.problems)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
