"""The walkthrough: from a template to recommendations, on a small data set, by `berth` and the AWS CLI."""
import json
import pathlib
import random
import re
import tempfile

from support.case import unique
from support.scenario import Scenario, needs_engine, root

CONFIG = {
    "Version": 0.7, "Name": "AE", "Kind": "FeedForward", "ShuffleIndices": True, "Denoising": {"p": 0.3},
    "Layers": [
        {"Name": "Input", "Kind": "Input", "N": "auto", "DataSet": "gl_input", "Sparse": True},
        {"Name": "Hidden", "Kind": "Hidden", "Type": "FullyConnected", "N": 16, "Activation": "Tanh"},
        {"Name": "Output", "Kind": "Output", "Type": "FullyConnected", "DataSet": "gl_output", "N": "auto",
         "Activation": "Sigmoid", "Sparse": True}],
    "ErrorFunction": "CrossEntropy", "Fathom": {"Optimizer": "Adam", "Alpha": 0.02}}

# What the classic command of such task definitions says, word for word.
CLASSIC = ("curl -Lo data $DATAURL && $GENERATEINPUTCMD && $GENERATEOUTPUTCMD && curl -Lo config $TRAININGCONFIGURL && "
           "$TRAINCMD && $PREDICTCMD && aws s3 cp results s3://$S3BUCKETRESULTS/results.$HOSTNAME.$DATE")


def samples(people=200, items=60):
    """People like either the even or the odd items."""
    chance = random.Random(3)
    lines = []
    for person in range(people):
        liked = sorted(chance.sample(range(person % 2, items, 2), 8))
        lines.append(f"person{person}\t" + ":".join(f"item{i}" for i in liked))
    return "\n".join(lines) + "\n"


@needs_engine()
class Walkthrough(Scenario):
    def test_from_template_to_recommendations(self):
        with tempfile.TemporaryDirectory(prefix="berth-test-") as name:
            self.walk(pathlib.Path(name))

    def walk(self, folder):
        (folder / "data").write_text(samples())
        (folder / "config.json").write_text(json.dumps(CONFIG))
        self.good("s3", "mb", "s3://walk-data")
        for file in ("data", "config.json"):
            self.good("s3", "cp", folder / file, "s3://walk-data/")
        stack = unique("recommender")
        out = self.good("stack", "launch", root / "templates/recommender.yaml", stack,
                        "-p", "DataURL=" + self.good("s3", "presign", "s3://walk-data/data").strip(),
                        "-p", "TrainingConfigURL=" + self.good("s3", "presign", "s3://walk-data/config.json").strip())
        self.assertIn("CREATE_COMPLETE", out)
        outputs = json.loads(self.good("stack", "outputs", stack, "--json"))
        self.good("stack", "report", stack, holds="honoured")
        self.good("image", "push", "fathom", outputs["RepositoryName"])
        run = ["run", outputs["TaskDefinition"], "--cluster", outputs["ClusterName"], "--follow"]
        log = self.good(*run, seconds=300)
        self.assertTrue(log)
        listed = json.loads(self.good("s3", "ls", f"s3://{outputs['ResultsBucket']}", "--json"))
        self.assertEqual(len(listed), 1)
        self.assertTrue(listed[0]["Key"].startswith("results."))
        results = self.good("s3", "cp", f"s3://{outputs['ResultsBucket']}/{listed[0]['Key']}", "-")
        lines = [line for line in results.splitlines() if "\t" in line]
        self.assertEqual(len(lines), 200)
        right = total = 0
        for line in lines:
            person, points = line.split("\t")
            items = [p.split(",")[0] for p in points.split(":") if p][:10]
            self.assertTrue(items)
            parity = int(person[len("person"):]) % 2
            right += sum(int(i[len("item"):]) % 2 == parity for i in items)
            total += len(items)
        self.assertGreater(right / total, 0.8, "the taste of each half was learned")
        self.good("aws", "s3", "ls", f"s3://{outputs['ResultsBucket']}", holds="results\\.")
        self.good(*run, "-e", "DATE=classic", "--", "/bin/bash", "-c", CLASSIC, seconds=300)
        listed = json.loads(self.good("s3", "ls", f"s3://{outputs['ResultsBucket']}", "--json"))
        self.assertEqual(sum(o["Key"].endswith(".classic") for o in listed), 1)
        self.bad(3, *run[:-1], "--wait", "-e", "DATAURL=" + self.daemon.endpoint + "/walk-data/none", holds="exit")
        self.bad(3, "stack", "delete", stack, holds="--empty")
        self.good("stack", "delete", stack, "--empty")
        self.assertNotIn(stack, self.good("aws", "cloudformation", "describe-stacks"))


class Guide(Scenario):
    def test_the_template_in_the_guide_works_as_it_stands(self):
        text = (root / "docs/guide.md").read_text()
        with tempfile.TemporaryDirectory(prefix="berth-test-") as name:
            template = pathlib.Path(name) / "hello.yaml"
            template.write_text(re.search(r"```yaml\n(.*?)```", text, re.S)[1])
            self.good("stack", "launch", template, "hello", holds="CREATE_COMPLETE")
        outputs = json.loads(self.good("stack", "outputs", "hello", "--json"))
        self.good("run", "hello-stack", "--cluster", outputs["Cluster"], "--follow", seconds=120)
        self.good("s3", "ls", f"s3://{outputs['Bucket']}", holds="today")
        self.good("stack", "report", "hello", holds=" 0 refused")
        self.good("stack", "delete", "hello", "--empty")
