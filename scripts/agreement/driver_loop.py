"""Answers the questions of the driver protocol: one question a line on standard input, one answer a line on standard output."""

import json
import sys


def serve(operations):
    def answer(question):
        try:
            return {"ok": True, **operations[question["op"]](question)}
        except ValueError as error:
            return {"ok": False, "error": "refused", "message": str(error)}

    for line in sys.stdin.buffer:
        question = json.loads(line)
        if question["op"] == "bye":
            break
        print(json.dumps({"id": question["id"], **answer(question)}), flush=True)
