"""What the drivers in Python share: the loop over questions, and forms."""
import json
import sys
from urllib.parse import urlencode


def form_body(request):
    """Returns the body of a request with a form, as an HTTP client sends it, or None."""
    form = request.get("form")
    return request.get("formEncoded", None if form is None else urlencode([tuple(pair) for pair in form]))


def serve(hello, operations):
    """Answers questions until bye. An error of the library is an answer `refused`."""
    greeting = {"protocol": 1, "operations": list(operations), **hello}
    known = {"hello": lambda _: greeting, **operations}
    for line in sys.stdin.buffer:
        question = json.loads(line)
        if question["op"] == "bye":
            break
        print(json.dumps({"id": question["id"], **answer(known, question)}), flush=True)


def answer(operations, question):
    if question["op"] not in operations:
        return {"ok": False, "error": "unsupported"}
    try:
        return {"ok": True, **operations[question["op"]](question)}
    except Exception as error:
        return {"ok": False, "error": "refused", "message": f"{type(error).__name__}: {error}"}
