"""`vllm run-batch`, but for its model: reads and writes the lines that vLLM 0.33 does.

As there (vllm/entrypoints/launchers/run_batch.py), all requests are validated before the first is
answered, and results are written in their order: who is stopped leaves the first of them. In
`VLLM_STUB` stands what goes wrong: `cut` after two lines and a half, or `refused`.
"""

import argparse
import json
import os
import sys
from pathlib import Path

NO_MODEL = {"message": "The model `any` does not exist.", "type": "NotFoundError", "code": 404}
REFUSED = (
    (404, {"error": NO_MODEL}),
    (400, "Model does not support endpoint: /v1/chat/completions"),
)

given = argparse.ArgumentParser(prog="vllm")
given.add_argument("command", choices=["run-batch"])
for names in (("--input-file", "-i"), ("--output-file", "-o"), ("--model",)):
    given.add_argument(*names, required=True)
asked, fault = given.parse_args(), os.environ.get("VLLM_STUB", "")
requests = [json.loads(line) for line in Path(asked.input_file).read_text("utf-8").splitlines()]
for one in requests:
    assert one["custom_id"]
    assert (one["method"], one["url"]) == ("POST", "/v1/chat/completions")
    assert one["body"]["messages"]
with Path(asked.output_file).open("w", encoding="utf-8") as results:
    for number, one in enumerate(requests):
        message = {"role": "assistant", "content": "On the shelf.", "refusal": None}
        body = {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": 1,
            "model": one["body"]["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25},
        }
        status, error = REFUSED[number % 2] if fault == "refused" else (200, None)
        response = {"status_code": status, "request_id": f"vllm-batch-{number}"}
        response["body"] = None if error else body
        line = {"id": f"vllm-{number}", "custom_id": one["custom_id"], "response": response}
        written = json.dumps({**line, "error": error}) + "\n"
        if fault == "cut" and number == 2:
            results.write(written[: len(written) // 2])
            sys.exit(1)
        results.write(written)
