"""CloudWatch Logs: groups, streams, events in order, patterns, paging tokens."""
import time

from support.case import SdkCase, account, region, unique


def milliseconds():
    return int(time.time() * 1000)


class Groups(SdkCase):
    def test_a_group_is_described_with_both_arns(self):
        name = self.log_group()
        group = self.client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"][0]
        self.assertEqual(group["logGroupName"], name)
        self.assertEqual(group["arn"], f"arn:aws:logs:{region}:{account}:log-group:{name}:*")
        self.assertLess(abs(group["creationTime"] - milliseconds()), 300_000)
        self.assertEqual(group["metricFilterCount"], 0)
        self.assertEqual(group["storedBytes"], 0)
        self.assertNotIn("retentionInDays", group)

    def test_a_name_is_taken_once_and_checked(self):
        logs, name = self.client("logs"), self.log_group()
        with self.refused("ResourceAlreadyExistsException", 400, "The specified log group already exists"):
            logs.create_log_group(logGroupName=name)
        with self.refused("InvalidParameterException"):
            logs.create_log_group(logGroupName="no spaces")

    def test_what_is_not_there_is_an_error_everywhere(self):
        logs, no = self.client("logs"), "/test/nosuch"
        event = [{"timestamp": milliseconds(), "message": "x"}]
        for name, call in (
                ("delete group", lambda: logs.delete_log_group(logGroupName=no)),
                ("create stream", lambda: logs.create_log_stream(logGroupName=no, logStreamName="s")),
                ("delete stream", lambda: logs.delete_log_stream(logGroupName=no, logStreamName="s")),
                ("describe streams", lambda: logs.describe_log_streams(logGroupName=no)),
                ("put", lambda: logs.put_log_events(logGroupName=no, logStreamName="s", logEvents=event)),
                ("get", lambda: logs.get_log_events(logGroupName=no, logStreamName="s")),
                ("filter", lambda: logs.filter_log_events(logGroupName=no)),
                ("retention", lambda: logs.put_retention_policy(logGroupName=no, retentionInDays=7))):
            with self.subTest(name), self.refused("ResourceNotFoundException", 400,
                                                  "The specified log group does not exist"):
                call()
        group = self.log_group()
        for name, call in (
                ("put", lambda: logs.put_log_events(logGroupName=group, logStreamName="no", logEvents=event)),
                ("get", lambda: logs.get_log_events(logGroupName=group, logStreamName="no")),
                ("delete", lambda: logs.delete_log_stream(logGroupName=group, logStreamName="no"))):
            with self.subTest(name), self.refused("ResourceNotFoundException", 400,
                                                  "The specified log stream does not exist"):
                call()
        self.assertEqual(logs.describe_log_groups(logGroupNamePrefix=no)["logGroups"], [])

    def test_retention_takes_only_the_days_that_there_are(self):
        logs, name = self.client("logs"), self.log_group()
        logs.put_retention_policy(logGroupName=name, retentionInDays=14)
        self.assertEqual(logs.describe_log_groups(logGroupNamePrefix=name)["logGroups"][0]["retentionInDays"], 14)
        with self.refused("InvalidParameterException"):
            logs.put_retention_policy(logGroupName=name, retentionInDays=8)

    def test_groups_are_listed_in_pages_and_in_order(self):
        logs, prefix = self.client("logs"), "/pages/" + unique()
        names = [f"{prefix}/{i}" for i in range(5)]
        for name in names:
            logs.create_log_group(logGroupName=name)
            self.addCleanup(logs.delete_log_group, logGroupName=name)
        pages = logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=prefix,
                                                                   PaginationConfig={"PageSize": 2})
        self.assertEqual([g["logGroupName"] for p in pages for g in p["logGroups"]], names)
        with self.refused("InvalidParameterException"):
            logs.describe_log_groups(limit=51)

    def test_a_deleted_group_takes_its_streams_along(self):
        logs, name = self.client("logs"), "/test/" + unique()
        logs.create_log_group(logGroupName=name)
        logs.create_log_stream(logGroupName=name, logStreamName="s")
        logs.delete_log_group(logGroupName=name)
        logs.create_log_group(logGroupName=name)
        self.addCleanup(logs.delete_log_group, logGroupName=name)
        self.assertEqual(logs.describe_log_streams(logGroupName=name)["logStreams"], [])


class Streams(SdkCase):
    def test_streams_are_listed_by_name_and_by_last_event(self):
        logs, group, now = self.client("logs"), self.log_group(), milliseconds()
        for name in ("p/a", "p/b", "q/c"):
            logs.create_log_stream(logGroupName=group, logStreamName=name)
        logs.put_log_events(logGroupName=group, logStreamName="p/a", logEvents=[{"timestamp": now, "message": "late"}])
        logs.put_log_events(logGroupName=group, logStreamName="p/b",
                            logEvents=[{"timestamp": now - 1000, "message": "early"}])

        def names(**arguments):
            return [s["logStreamName"] for s in logs.describe_log_streams(logGroupName=group,
                                                                          **arguments)["logStreams"]]
        self.assertEqual(names(), ["p/a", "p/b", "q/c"])
        self.assertEqual(names(descending=True), ["q/c", "p/b", "p/a"])
        self.assertEqual(names(logStreamNamePrefix="p/"), ["p/a", "p/b"])
        self.assertEqual(names(orderBy="LastEventTime", descending=True)[:2], ["p/a", "p/b"])
        with self.refused("InvalidParameterException"):
            names(orderBy="LastEventTime", logStreamNamePrefix="p/")
        stream = logs.describe_log_streams(logGroupName=group, logStreamNamePrefix="p/a")["logStreams"][0]
        self.assertEqual((stream["firstEventTimestamp"], stream["lastEventTimestamp"]), (now, now))
        self.assertEqual(stream["arn"], f"arn:aws:logs:{region}:{account}:log-group:{group}:log-stream:p/a")
        pages = logs.get_paginator("describe_log_streams").paginate(logGroupName=group,
                                                                    PaginationConfig={"PageSize": 1})
        self.assertEqual([s["logStreamName"] for p in pages for s in p["logStreams"]], ["p/a", "p/b", "q/c"])

    def test_a_stream_name_is_taken_once_and_has_no_colon_or_star(self):
        logs, group = self.client("logs"), self.log_group()
        logs.create_log_stream(logGroupName=group, logStreamName="s")
        with self.refused("ResourceAlreadyExistsException", 400, "The specified log stream already exists"):
            logs.create_log_stream(logGroupName=group, logStreamName="s")
        for wrong in ("a:b", "a*b"):
            with self.subTest(wrong), self.refused("InvalidParameterException"):
                logs.create_log_stream(logGroupName=group, logStreamName=wrong)
        logs.delete_log_stream(logGroupName=group, logStreamName="s")
        self.assertEqual(logs.describe_log_streams(logGroupName=group)["logStreams"], [])


class Events(SdkCase):
    def setUp(self):
        super().setUp()
        self.logs, self.group, self.now = self.client("logs"), self.log_group(), milliseconds()
        self.logs.create_log_stream(logGroupName=self.group, logStreamName="s")

    def put(self, *messages, stream="s", at=None):
        at = at or self.now
        return self.logs.put_log_events(logGroupName=self.group, logStreamName=stream, logEvents=[
            {"timestamp": at + i, "message": m} for i, m in enumerate(messages)])

    def get(self, **arguments):
        return self.logs.get_log_events(logGroupName=self.group, logStreamName="s", **arguments)

    def messages(self, **arguments):
        return [e["message"] for e in self.get(**arguments)["events"]]

    def filtered(self, **arguments):
        pages = self.logs.get_paginator("filter_log_events").paginate(logGroupName=self.group, **arguments)
        return [e["message"] for page in pages for e in page["events"]]

    def test_events_come_back_whole_and_in_order(self):
        put = self.put("one", "zwei ü 日本 \U0001F680", "three\twith tab")
        self.assertNotIn("rejectedLogEventsInfo", put)
        answer = self.get(startFromHead=True)
        self.assertEqual([e["message"] for e in answer["events"]], ["one", "zwei ü 日本 \U0001F680", "three\twith tab"])
        self.assertEqual([e["timestamp"] for e in answer["events"]], [self.now, self.now + 1, self.now + 2])
        for event in answer["events"]:
            self.assertLess(abs(event["ingestionTime"] - milliseconds()), 300_000)

    def test_tokens_walk_both_ways_and_repeat_at_the_ends(self):
        self.put(*[str(i) for i in range(10)])
        first = self.get(startFromHead=True, limit=4)
        self.assertEqual([e["message"] for e in first["events"]], ["0", "1", "2", "3"])
        self.assertRegex(first["nextForwardToken"], "^f/")
        self.assertRegex(first["nextBackwardToken"], "^b/")
        second = self.get(nextToken=first["nextForwardToken"], limit=4)
        self.assertEqual([e["message"] for e in second["events"]], ["4", "5", "6", "7"])
        back = self.get(nextToken=second["nextBackwardToken"], limit=4)
        self.assertEqual([e["message"] for e in back["events"]], ["0", "1", "2", "3"])
        last = self.get(nextToken=second["nextForwardToken"])
        self.assertEqual([e["message"] for e in last["events"]], ["8", "9"])
        end = self.get(nextToken=last["nextForwardToken"])
        self.assertEqual((end["events"], end["nextForwardToken"]), ([], last["nextForwardToken"]))
        self.put("late", at=self.now + 100)
        again = self.get(nextToken=end["nextForwardToken"])
        self.assertEqual([e["message"] for e in again["events"]], ["late"], "the token of the end goes on from there")

    def test_without_a_direction_the_latest_come(self):
        self.put(*[str(i) for i in range(10)])
        self.assertEqual(self.messages(limit=3), ["7", "8", "9"])
        with self.refused("InvalidParameterException"):
            self.get(nextToken="nonsense")

    def test_times_include_the_start_and_exclude_the_end(self):
        self.put("a", "b", "c")
        self.assertEqual(self.messages(startFromHead=True, startTime=self.now + 1), ["b", "c"])
        self.assertEqual(self.messages(startFromHead=True, endTime=self.now + 1), ["a"])

    def test_a_batch_must_be_in_order_and_not_empty(self):
        with self.refused("InvalidParameterException", 400, "chronological order"):
            self.logs.put_log_events(logGroupName=self.group, logStreamName="s", logEvents=[
                {"timestamp": self.now, "message": "b"}, {"timestamp": self.now - 5000, "message": "a"}])
        self.assertEqual(self.messages(startFromHead=True), [], "nothing of a refused batch is kept")

    def test_what_is_too_old_or_too_new_is_left_out_and_told(self):
        hour, day = 3_600_000, 86_400_000
        old = self.logs.put_log_events(logGroupName=self.group, logStreamName="s", logEvents=[
            {"timestamp": self.now - 15 * day, "message": "old"},
            {"timestamp": self.now - 15 * day + 1, "message": "old"}])
        self.assertEqual(old["rejectedLogEventsInfo"]["tooOldLogEventEndIndex"], 2)
        new = self.logs.put_log_events(logGroupName=self.group, logStreamName="s", logEvents=[
            {"timestamp": self.now, "message": "good"}, {"timestamp": self.now + 3 * hour, "message": "new"}])
        self.assertEqual(new["rejectedLogEventsInfo"]["tooNewLogEventStartIndex"], 1)
        self.assertEqual(self.messages(startFromHead=True), ["good"])

    def test_filter_joins_streams_and_gives_ids_that_stay(self):
        self.logs.create_log_stream(logGroupName=self.group, logStreamName="t")
        self.put("a", "c")
        self.put("b", stream="t", at=self.now)
        events = self.logs.filter_log_events(logGroupName=self.group, interleaved=True)["events"]
        self.assertEqual({(e["logStreamName"], e["message"]) for e in events}, {("s", "a"), ("s", "c"), ("t", "b")})
        self.assertEqual([e["timestamp"] for e in events], sorted(e["timestamp"] for e in events))
        ids = [e["eventId"] for e in events]
        self.assertEqual(len(set(ids)), 3)
        again = self.logs.filter_log_events(logGroupName=self.group, interleaved=True)
        self.assertEqual([e["eventId"] for e in again["events"]], ids)
        self.assertNotIn("nextToken", again)
        self.assertEqual(self.filtered(logStreamNames=["t"]), ["b"])
        self.assertEqual(self.filtered(logStreamNamePrefix="s"), ["a", "c"])
        self.assertEqual(self.filtered(startTime=self.now + 1), ["c"])
        with self.refused("InvalidParameterException"):
            self.logs.filter_log_events(logGroupName=self.group, logStreamNames=["t"], logStreamNamePrefix="s")
        with self.refused("ResourceNotFoundException", 400, "The specified log stream does not exist"):
            self.logs.filter_log_events(logGroupName=self.group, logStreamNames=["nosuch"])

    def test_filter_patterns(self):
        self.put("ERROR disk full", "error lower", "WARN disk slow", '{"level": "ERROR", "code": 5}',
                 "[x] ERROR 404 done")
        for pattern, wanted in (
                ("ERROR", ["ERROR disk full", '{"level": "ERROR", "code": 5}', "[x] ERROR 404 done"]),
                ("disk full", ["ERROR disk full"]),
                ('"disk slow"', ["WARN disk slow"]),
                ("disk -full", ["WARN disk slow"]),
                ("?full ?slow", ["ERROR disk full", "WARN disk slow"]),
                ('{ $.level = "ERROR" }', ['{"level": "ERROR", "code": 5}']),
                ("{ $.code > 4 }", ['{"level": "ERROR", "code": 5}']),
                ("{ $.code > 5 }", []),
                ("nothing", [])):
            with self.subTest(pattern):
                self.assertEqual(self.filtered(filterPattern=pattern), wanted)

    def test_filter_pages_carry_on_where_they_stopped(self):
        self.put(*[f"line {i}" for i in range(25)])
        wanted = [f"line {i}" for i in range(25)]
        self.assertEqual(self.filtered(PaginationConfig={"PageSize": 7}), wanted)

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("UnknownOperationException"):
            self.logs.describe_queries()
