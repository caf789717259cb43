"""`berth ps`, `logs`, `stop` and `wait` with the flags that people know from other tools."""
import json
import os
import re
import subprocess
import time

from support.berth import BerthCase
from support.case import bin_dir, unique


class Ps(BerthCase):
    def test_ids_alone_are_what_other_commands_take(self):
        family = self.family("sleep 60")
        tasks = [self.good("run", family).strip() for _ in range(2)]
        self.assertEqual(sorted(self.good("ps", "-q").split()), sorted(tasks))
        self.good("stop", "--wait", *self.good("ps", "-q").split())
        self.assertEqual(self.good("ps", "-q"), "")
        self.assertEqual(sorted(self.good("ps", "-qa").split()), sorted(tasks))

    def test_filters(self):
        well, ill = self.family("true"), self.family("exit 7")
        self.good("run", well, "--wait")
        self.assertEqual(self.berth("run", ill, "--wait")[0], 3)
        shown = self.good("ps", "--filter", "exit=7")
        self.assertIn(ill, shown)
        self.assertNotIn(well, shown)
        self.assertIn(well, self.good("ps", "--filter", "status=stopped", "--filter", f"definition={well.split(':')[0]}"))
        self.assertEqual(len(self.good("ps", "--filter", "status=running").splitlines()), 1)
        self.bad(1, "ps", "--filter", "stats=RUNNING", holds="did you mean 'status'")

    def test_watch_through_a_pipe_prints_what_changes(self):
        family = self.family("true")
        done = self.family("true")
        self.good("run", done, "--wait")
        watch = subprocess.Popen([os.path.join(bin_dir, "berth"), "ps", "-w", "--json"], env=self.environment(),
                                 stdout=subprocess.PIPE, text=True)
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.kill)
        task = self.good("run", family, "--wait").strip()
        for line in watch.stdout:
            row = json.loads(line)
            self.assertEqual(row["taskArn"].rsplit("/", 1)[1], task, "what had stopped before is no news")
            if row["lastStatus"] == "STOPPED":
                break
        watch.send_signal(2)
        self.assertEqual(watch.wait(timeout=10), 0, "who ends it has what was wanted")

    def test_watch_on_a_terminal_redraws_until_q(self):
        task = self.good("run", self.family("sleep 60")).strip()
        code, shown = self.on_terminal(80, "ps", "-w", answers=[(task[:12] + ".*RUNNING", (30, 100)), (task[:12], "q")])
        self.assertEqual(code, 0, shown)
        self.assertIn("\x1b[?1049h", shown)
        self.assertTrue(shown.rstrip().endswith("\x1b[?1049l"), "the terminal is as it was")


class StopAndWait(BerthCase):
    def test_wait_says_how_tasks_ended(self):
        well, ill = self.family("sleep 0.3"), self.family("exit 7")
        one, two = self.good("run", well).strip(), self.good("run", ill).strip()
        self.good("wait", one, holds=f"^{one}  0\n$")
        out = self.bad(3, "wait", one[:8], two[:8], holds=f"{two[:12]}.*exited with 7")
        self.assertEqual(sorted(out.splitlines()), sorted([f"{one}  0", f"{two}  7"]))
        slow = self.good("run", self.family("sleep 60")).strip()
        began = time.monotonic()
        self.bad(2, "wait", slow, "--timeout", "1s", holds=f"{slow[:12]} is RUNNING.*berth explain")
        self.assertLess(time.monotonic() - began, 10)
        self.bad(1, "wait", slow, "--timeout", "soon", holds="90s, 10m")

    def test_stop_takes_several_and_all_or_none(self):
        family = self.family("trap 'exit 0' TERM; while :; do sleep 0.1; done")
        tasks = [self.good("run", family).strip() for _ in range(3)]
        self.bad(1, "stop", tasks[0], "0" * 32, holds="not found")
        self.assertEqual(len(self.good("ps", "-q").split()), 3, "none was stopped")
        out = self.good("stop", "--wait", "--reason", "enough", *(t[:10] for t in tasks))
        self.assertEqual(sorted(out.split()), sorted(tasks))
        self.assertEqual(self.good("ps", "-q"), "")
        self.assertEqual(self.good("ps", "-a").count("enough"), 3)


class Logs(BerthCase):
    def test_parts_of_a_log(self):
        group = self.log_group()
        task = self.good("run", self.family("seq 1 500", group=group), "--wait").strip()
        numbers = [str(n) for n in range(1, 501)]
        self.assertEqual(self.good("logs", task).split(), numbers)
        self.assertEqual(self.good("logs", "--tail", "3", task).split(), ["498", "499", "500"])
        self.assertEqual(self.good("logs", "-n", "0", task), "")
        self.assertEqual(self.good("logs", "--tail", "all", task).split(), numbers)
        self.assertEqual(self.good("logs", "--filter", "%^4.0$%", task).split(), [f"4{n}0" for n in range(10)])
        self.assertEqual(self.good("logs", "--filter", "%^4.0$%", "--tail", "2", task).split(), ["480", "490"])
        self.assertEqual(self.good("logs", "--since", "1h", task).split(), numbers)
        self.assertEqual(self.good("logs", "--until", "2020-01-01", task), "")
        self.assertEqual(len(self.good("logs", "--tail", "5", group).splitlines()), 5)
        stamped = self.good("logs", "-t", "--tail", "1", task)
        self.assertRegex(stamped, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z  500\n$")
        moment = stamped.split()[0]
        self.assertEqual(self.good("logs", "--since", moment, task).split()[-1], "500")
        self.bad(1, "logs", "--since", "yesterday", task, holds="--since 'yesterday'.*10m")
        self.bad(1, "logs", "--tail", "many", task, holds="--tail 'many'")
        self.bad(1, "logs", "--since", "1m", "--until", "2m", task, holds="not before")
        self.bad(1, "logs", "-f", holds="whose log")
        self.bad(1, "logs", group[:-1] + "~", holds=f"did you mean '{group}'")
        line = json.loads(self.good("logs", "--tail", "1", "--json", task))
        self.assertEqual((line["message"], line["logGroupName"]), ("500", group))

    def test_several_tasks_stand_side_by_side_and_are_followed_to_their_ends(self):
        group = self.log_group()
        family = self.family("for i in 1 2 3; do echo $WHO $i; sleep 0.4; done", group=group)
        tasks = {who: self.good("run", family, "-e", f"WHO={who}").strip() for who in ("me", "you")}
        out = self.good("logs", "-f", *tasks.values(), seconds=30)
        for who, task in tasks.items():
            self.assertEqual(re.findall(rf"^{task[:12]} \| {who} (\d)$", out, re.MULTILINE), ["1", "2", "3"])
        again = self.good("logs", *tasks.values())
        order = [line.split()[-1] for line in again.splitlines()]
        self.assertNotEqual(order, ["1", "2", "3", "1", "2", "3"], "by time, not one after the other")

    def test_a_group_is_followed_from_now_on(self):
        group = self.log_group()
        self.good("run", self.family("echo old", group=group), "--wait")
        follow = subprocess.Popen([os.path.join(bin_dir, "berth"), "logs", "-f", "--tail", "0", group],
                                  env=self.environment(), stdout=subprocess.PIPE, text=True)
        self.addCleanup(follow.stdout.close)
        self.addCleanup(follow.kill)
        time.sleep(1)
        task = self.good("run", self.family("echo new", group=group), "--wait").strip()
        self.assertEqual(follow.stdout.readline(), f"main/{task[:12]} | new\n")
        follow.send_signal(2)
        self.assertEqual(follow.wait(timeout=10), 130)

    def test_a_mistyped_group_is_answered_with_the_one_that_there_is(self):
        name = unique("/app/train")
        self.client("logs").create_log_group(logGroupName=name)
        self.bad(1, "logs", name.replace("train", "trian"), holds=f"did you mean '{name}'")
