"""`berth top`, and how shells complete berth's words."""
import json
import os
import re
import subprocess
import urllib.error
import urllib.request

from support.berth import BerthCase
from support.case import bin_dir, unique
from support.scenario import root


class Top(BerthCase):
    def test_one_table_says_what_tasks_use(self):
        busy = self.good("run", self.family("while :; do :; done"), "--gpus", "1").strip()
        idle = self.good("run", self.family("sleep 60")).strip()
        self.wait_for_status(busy, "RUNNING")
        self.wait_for_status(idle, "RUNNING")
        text = self.good("top", holds=r"GPUs 1 of 2 held \(A10G, simulated\)")
        rows = [line.split() for line in text.splitlines() if line.startswith((busy[:12], idle[:12]))]
        self.assertEqual([row[0] for row in rows], [busy[:12], idle[:12]], "the busiest first")
        self.assertGreater(float(rows[0][3]), 5)
        document = json.loads(self.good("top", "--json"))
        tasks = {t["taskArn"].rsplit("/", 1)[1]: t for t in document["tasks"]}
        self.assertGreater(tasks[busy]["cpuPercent"], tasks[idle]["cpuPercent"])
        self.assertGreater(tasks[busy]["memoryBytes"], 100_000)
        self.assertGreater(tasks[busy]["processes"], 0)
        self.assertEqual((tasks[busy]["gpus"], tasks[idle]["gpus"]), (1, 0))
        self.assertIn("while", tasks[busy]["command"])
        self.assertGreater(document["machine"]["memoryTotalBytes"], document["machine"]["memoryBytes"])
        self.good("stop", "--wait", busy, idle)
        self.good("top", "--once", holds="no task runs")

    def test_on_a_terminal_it_goes_on_until_q_or_ctrl_c(self):
        task = self.good("run", self.family("sleep 60")).strip()
        for columns in (80, 140):
            code, shown = self.on_terminal(columns, "top", "-d", "0.3",
                                           answers=[(task[:6], (30, 60)), (task[:6], (30, columns)), (task[:6], "q")])
            self.assertEqual(code, 0, shown)
            self.assertGreaterEqual(shown.count(task[:6]), 3)
            self.assertTrue(shown.rstrip().endswith("\x1b[?1049l"), "the terminal is as it was")
        code, shown = self.on_terminal(80, "top", "-d", "0.3", interrupt_after=task[:12])
        self.assertEqual(code, 0, shown)
        self.bad(1, "top", "-d", "0", holds="delay")

    def test_usage_is_for_root_only(self):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(self.endpoint + "/_berth/usage", timeout=10)
        self.assertEqual(refused.exception.code, 403)


class Completion(BerthCase):
    def complete(self, line):
        """What bash's own function of the completion puts into COMPREPLY."""
        script = ('source <(berth completion bash); COMP_LINE=$1; COMP_POINT=${#1}; _berth; '
                  '[ ${#COMPREPLY[@]} = 0 ] || printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", line], capture_output=True, text=True, timeout=60,
                              env={**self.environment(), "PATH": f"{bin_dir}:{os.environ['PATH']}"}, cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_bash_completes_words_and_names(self):
        self.assertEqual(self.complete("berth sta"), ["status", "stack"])
        self.assertEqual(self.complete("berth stack lau"), ["launch"])
        self.assertEqual(self.complete("berth ps --wa"), ["--watch"])
        family, group = self.family("sleep 60"), self.log_group()
        self.assertEqual(self.complete("berth run " + family[:8]), [family.split(":")[0]])
        task = self.good("run", family).strip()
        self.assertEqual(self.complete("berth stop " + task[:5]), [task[:12]])
        self.assertEqual(self.complete("berth logs -f " + group[:-2]), [group])
        self.assertEqual(self.complete("berth ps --cluster de"), ["default"])
        stack = unique("stack")
        self.good("stack", "launch", self.file("t.json", json.dumps({"Resources": {"Results": {"Type": "AWS::S3::Bucket"}},
                  "Outputs": {"Bucket": {"Value": {"Ref": "Results"}}}})), stack)
        self.assertEqual(self.complete("berth stack delete " + stack[:-1]), [stack])
        self.assertEqual(self.complete(f"berth stack outputs {stack} "), ["Bucket"])
        bucket = self.good("stack", "outputs", stack, "Bucket").strip()
        self.assertEqual(self.complete("berth s3 ls s3://" + bucket[:-3]), [f"//{bucket}/"], "bash cuts words at ':'")
        self.assertEqual(self.complete("berth stack launch t."), ["t.json"])

    def test_fathom_is_completed_as_its_help_has_it(self):
        if not os.path.exists(os.path.join(bin_dir, "fathom")):
            self.skipTest("fathom is not built")
        page = (root / "packaging/completions/fathom.bash").read_text()
        for words in ([], ["split"], ["evaluate"], ["inspect"]):
            text = subprocess.run([os.path.join(bin_dir, "fathom"), *words, "--help"], capture_output=True, text=True).stdout
            for name in re.findall(r"^  (?:(?:-\w,)?(--[\w-]+)|(\w+)  )", text[text.index("Options:"):], re.MULTILINE):
                if "".join(name) not in ("input", "file", "--version"):
                    self.assertRegex(page, r"[ \"]" + "".join(name))
        script = 'source "$1"; COMP_WORDS=(fathom split --fr); COMP_CWORD=2; _fathom; echo "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script, "bash", str(root / "packaging/completions/fathom.bash")],
                              capture_output=True, text=True, timeout=10)
        self.assertEqual((done.stdout, done.stderr), ("--fraction\n", ""))

    def test_without_a_daemon_words_are_completed_still(self):
        self.daemon.kill()
        self.assertEqual(self.complete("berth stack lau"), ["launch"])
        self.assertEqual(self.complete("berth stop 0"), [])
        self.daemon.start()
