#!/usr/bin/env bash
# From a clone to recommendations: installs packages, builds, starts berthd, launches the recommender stack, trains and
# predicts in it, and shows the results. Leaves the daemon running. A second run keeps the stack and its results, and adds one.
#
#   scripts/demo.sh [--data FILE|URL] [--state-dir DIR] [--listen HOST:PORT]
#
#   --data FILE|URL    your own data in DSSTNE text (sample<TAB>item:item:…) instead of MovieLens
#   --state-dir DIR    where berthd keeps its state and the demo its files (default: ~/.local/state/berth-demo)
#   --listen HOST:PORT where berthd answers (default: 127.0.0.1:4566; port 0 picks one)
set -euo pipefail
source "$(dirname "$0")/lib/common.sh"

data='' listen='' state=${XDG_STATE_HOME:-$HOME/.local/state}/berth-demo
while [ $# -gt 0 ]; do
  case $1 in
    --data|--state-dir|--listen)
      [ $# -gt 1 ] && [ -n "$2" ] || fail "$1 needs a value (see --help)"
      case $1 in --data) data=$2 ;; --state-dir) state=$2 ;; --listen) listen=$2 ;; esac
      shift 2 ;;
    -h|--help) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown argument $1 (see --help)" ;;
  esac
done
case $data in ''|http://*|https://*|/*) ;; *) data=$PWD/$data ;; esac
started=$SECONDS
work=$state/demo stack=recommender
interrupted() {
  echo
  echo "Interrupted. Nothing needs cleaning up: run scripts/demo.sh again. What had begun goes on: berthd, and a task that it runs"
  echo "('berth ps' shows it, 'berth stop TASK' ends it, 'berth down' ends the daemon; with --state-dir $state)."
  exit 130
} >&2
trap interrupted INT TERM

install_packages build
say "Building (release)"
build release
PATH=$root/build/release/bin:$PATH
mkdir -p "$work"

say "Data"
python3 "$root/scripts/lib/demo_data.py" "$work" ${data:+--data "$data"}
fathom split "$work/samples.txt" --train "$work/train.txt" --test "$work/test.txt" --fraction 0.2 --seed 1

say "Starting berthd; its state is in $state"
berth up --state-dir "$state" ${listen:+--listen "$listen"}
export BERTH_STATE_DIR=$state

say "The bucket that the task downloads from"
berth s3 mb s3://recommender-demo-data
berth s3 cp "$work/train.txt" s3://recommender-demo-data/train.txt
berth s3 cp "$root/templates/recommender-config.json" s3://recommender-demo-data/config.json

data_url=$(berth s3 presign s3://recommender-demo-data/train.txt --expires 86400)
config_url=$(berth s3 presign s3://recommender-demo-data/config.json --expires 86400)
# The template's own training command suits some hundred samples; many more need fewer rounds of larger batches.
train="train -c config -i gl_input.nc -o gl_output.nc -n gl.nc -b 64 -e 40"
[ "$(wc -l <"$work/train.txt")" -lt 4000 ] || train="train -c config -i gl_input.nc -o gl_output.nc -n gl.nc -b 128 -e 20"

launched=$SECONDS run=()
if berth stack outputs $stack >/dev/null 2>&1; then
  if berth aws cloudformation wait stack-create-complete --stack-name $stack 2>/dev/null; then
    say "The stack $stack of an earlier run is there: its results stay, and this run's task gets its data by overrides"
    run=(-e DATAURL="$data_url" -e TRAININGCONFIGURL="$config_url" -e TRAINCMD="$train")
  else
    say "The stack $stack of an earlier run is not complete; it goes first"
    berth stack delete $stack
  fi
fi
if [ ${#run[@]} -eq 0 ]; then
  say "Launching templates/recommender.yaml"
  berth stack launch "$root/templates/recommender.yaml" $stack \
    -p DataURL="$data_url" -p TrainingConfigURL="$config_url" -p TrainCmd="$train"
fi
output() { berth stack outputs $stack --json | python3 -c 'import json,sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }
repository=$(output RepositoryName) bucket=$(output ResultsBucket) cluster=$(output ClusterName) definition=$(output TaskDefinition)

say "The engine's image goes into the stack's repository; then the task runs"
berth image push fathom "$repository"
berth run "$definition" --cluster "$cluster" "${run[@]}" --follow

say "Results, from s3://$bucket"
results=$(berth s3 ls "s3://$bucket" --json | python3 -c 'import json,sys; print(max((o["LastModified"], o["Key"]) for o in json.load(sys.stdin))[1])')
berth s3 cp "s3://$bucket/$results" "$work/results"
python3 "$root/scripts/lib/demo_show.py" "$work/train.txt" "$work/titles.tsv" "$work/results"
echo
fathom evaluate --recs "$work/results" --truth "$work/test.txt" --seen "$work/train.txt" -k 20,100
echo
berth stack outputs $stack

cat <<TXT

From launch to results: $((SECONDS - launched)) s; in all $((SECONDS - started)) s.
berthd is still running. To go on:

    export PATH=$root/build/release/bin:\$PATH BERTH_STATE_DIR=$state
    eval "\$(berth env)"                 # endpoint and credentials for any AWS client
    berth ps -a                         # tasks and why they stopped
    berth stack report $stack      # what of the template was honoured, emulated or ignored
    berth aws ecs list-clusters         # any AWS CLI, pointed here
    berth down                          # stops the daemon; the state stays
TXT
