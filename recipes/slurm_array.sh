#!/usr/bin/env bash
# Answers the request files of `devrun batch out` with vLLM: a Slurm array, one GPU a task.
#
#     sbatch --array=0-7 recipes/slurm_array.sh calls Qwen/Qwen3-4B [options of vllm run-batch]
#     devrun batch in calls
#
# Each task takes its share of the lines, next to each other, so that conversations that begin alike
# meet on one GPU. Lines that have a result in the folder are passed over: where a task ran out of
# time, give the same command again.
#SBATCH --job-name=devrun
#SBATCH --gres=gpu:1
#SBATCH --cpus-per-task=8
#SBATCH --mem=64G
#SBATCH --time=04:00:00
#SBATCH --output=%x-%A_%a.log
set -euo pipefail

folder=${1:?the folder of the request files}
model=${2:?the name of the model, as after vllm/}
shift 2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

number=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN))
lines=$(cat "$folder"/*.requests.jsonl | wc -l)
from=$((lines * number / SLURM_ARRAY_TASK_COUNT))
to=$((lines * (number + 1) / SLURM_ARRAY_TASK_COUNT))
# A line that was cut off has no "error" at its end.
{ grep -hE '"error": ?.*\}$' "$folder"/*.results.jsonl 2> /dev/null || true; } \
    | { grep -oE '"custom_id": ?"[0-9a-f]{64}"' || true; } | tr -cd '0-9a-f\n' \
    | grep -oE '.{64}$' > "$scratch/answered" || true
cat "$folder"/*.requests.jsonl | awk -v from="$from" -v to="$to" 'NR > from && NR <= to' \
    | { grep -vFf "$scratch/answered" || true; } > "$scratch/requests.jsonl"
echo "lines $((from + 1)) to $to of $lines: $(wc -l < "$scratch/requests.jsonl") to answer"
if [ ! -s "$scratch/requests.jsonl" ]; then
    exit 0
fi

# A task that Slurm starts again must not write over what it left before.
name="$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID-${SLURM_RESTART_COUNT:-0}"
vllm run-batch --input-file "$scratch/requests.jsonl" \
    --output-file "$folder/$name.results.jsonl" --model "$model" "$@"
