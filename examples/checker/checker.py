"""A second checker: computes the verdict of every answer of a driver again, without any code of Countersign.

It reads the vectors, the questions and answers that a driver exchanged with `countersign check`, and the verdicts of that run. It
knows only what the schemas in `vectors` and docs/driver.md describe. Needs Python 3.8. Record a run, then check it:

    npx --no -- countersign check --seed 1 --runs 0 --no-doctor --no-causes --report ndjson=verdicts.ndjson -- \\
      python3 checker.py record answers.jsonl python3 driver.py
    python3 checker.py check vectors answers.jsonl verdicts.ndjson
"""
import base64, collections, hashlib, hmac, json, re, subprocess, sys, threading
from urllib.parse import quote_from_bytes, unquote_to_bytes

FILES = "percent-encoding parameters parameter-string base-string-uri base-string signature authorization-header body requests " \
    "verification gateway verifier".split()
STAGES = "percent-encoding percent-decoding parameters parameter-string base-string-uri base-string key signature " \
    "authorization-header realm url body body-hash valid".split()
REQUIRED = {"authorization-header-parsing": "parameters", "sign": "signature", "sign-exactly": "signature",
            "verify-signature": "valid", "verify": "valid"}
NAMES = {"consumerKey": "oauth_consumer_key", "token": "oauth_token", "signatureMethod": "oauth_signature_method",
         "timestamp": "oauth_timestamp", "nonce": "oauth_nonce", "version": "oauth_version"}


def record(path, command):
    """Passes the questions to a driver and its answers back, and writes both to a file."""
    driver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()
    with open(path, "ab") as file:
        def copy(source, target):
            for line in iter(source.readline, b""):
                with lock:
                    file.write(line.rstrip(b"\r\n") + b"\n")
                    file.flush()
                target.write(line)
                target.flush()

        answers = threading.Thread(target=copy, args=(driver.stdout, sys.stdout.buffer))
        answers.start()
        try:
            copy(sys.stdin.buffer, driver.stdin)
            driver.stdin.close()
        except BrokenPipeError:
            pass  # the driver ended by itself, which the runner sees
        answers.join()
    return driver.wait()


# RFC 5849, as far as adapted questions need it. Names and values are octets, encoded text is text.

def octets(value):
    return base64.b64decode(value["octets"]) if isinstance(value, dict) else str(value).encode("utf-8", "surrogatepass")


def pairs_of(pairs):
    return [(octets(name), octets(value)) for name, value in pairs or []]


def encode(value):
    return quote_from_bytes(value, safe="-._~")


def decode_form(text):
    pieces = [piece.partition("=") for piece in text.split("&") if piece]
    return [(unquote_to_bytes(name.replace("+", " ")), unquote_to_bytes(value.replace("+", " "))) for name, _, value in pieces]


def split_url(url):
    return re.match(r"(?s)([^:]+)://(?:[^/?#]*@)?(\[[^]]*]|[^:/?#]*)(?::(\d*))?([^?#]*)(?:\?([^#]*))?", url).groups()


def base_string_uri(url):
    scheme, host, port, path, _ = split_url(url)
    default = {"http": 80, "https": 443}[scheme.lower()]
    shown = "" if not port or int(port) == default else f":{int(port)}"
    sent_path = re.sub(r"[^!-~]", lambda found: encode(found[0].encode()), path or "/")
    return f"{scheme.lower()}://{host.lower()}{shown}{sent_path}"


def parameter_string(pairs):
    return "&".join("=".join(pair) for pair in sorted((encode(name), encode(value)) for name, value in pairs))


def own_parameters(question):
    """The protocol parameters of a question without the signature."""
    further = pairs_of(question.get("protocolParameters"))
    if question["op"] != "sign" and not (question["op"] == "base-string" and "credentials" in question):
        return further
    given = {**question["credentials"], **question}
    return [(name.encode(), octets(given[key])) for key, name in NAMES.items() if given.get(key) is not None] + further


def form_of(request):
    return pairs_of(request.get("form")) + decode_form(request.get("formEncoded") or "")


def rsa_numbers(pem):
    """The modulus of a key in PKCS#1 or PKCS#8, and the numbers for signing with the Chinese remainder theorem."""
    def read(data, at=0):
        length, at = data[at + 1], at + 2
        if length > 128:
            length, at = int.from_bytes(data[at:at + length - 128], "big"), at + length - 128
        return data[at:at + length], at + length

    def items(data):
        at, found = 0, []
        while at < len(data):
            content, at = read(data, at)
            found.append(content)
        return found

    inner = items(read(base64.b64decode("".join(pem.strip().splitlines()[1:-1])))[0])
    numbers = items(read(inner[2])[0]) if len(inner) < 9 else inner
    n, _, _, p, q, dp, dq, qi = (int.from_bytes(number, "big") for number in numbers[1:9])
    return n, p, q, dp, dq, qi


DIGEST_INFO = {"SHA1": "3021300906052b0e03021a05000414", "SHA256": "3031300d060960864801650304020105000420",
               "SHA512": "3051300d060960864801650304020305000440"}


def signature_of(question, base_string):
    method, credentials = question["signatureMethod"], question["credentials"]
    key = "&".join(encode(octets(credentials.get(name) or "")) for name in ("consumerSecret", "tokenSecret"))
    kind, _, name = method.partition("-")
    if kind == "HMAC":
        return key, base64.b64encode(hmac.new(key.encode(), base_string.encode(), name.lower()).digest()).decode()
    if kind != "RSA":
        return key, key
    n, p, q, dp, dq, qi = rsa_numbers(credentials["privateKey"])
    size = (n.bit_length() + 7) // 8
    info = bytes.fromhex(DIGEST_INFO[name]) + hashlib.new(name.lower(), base_string.encode()).digest()
    padded = b"\0\1" + b"\xff" * (size - len(info) - 3) + b"\0" + info
    message = int.from_bytes(padded, "big")
    of_p, of_q = pow(message, dp, p), pow(message, dq, q)
    return None, base64.b64encode((of_q + (of_p - of_q) * qi % p * q).to_bytes(size, "big")).decode()


def computed(question):
    """The stages of an adapted question to a signer."""
    operation = question["op"]
    if operation == "percent-encoding":
        return {operation: encode(octets(question)) if "octets" in question else encode(octets(question["text"]))}
    if operation == "parameters":
        return {operation: [list(pair) for pair in decode_form(question["formEncoded"])]}
    if operation == "parameter-string":
        return {operation: parameter_string(pairs_of(question["parameters"]))}
    if operation == "base-string-uri":
        return {operation: base_string_uri(question["url"])}
    if operation == "signature":
        key, signature = signature_of(question, question.get("baseString", ""))
        return {"key": key, "signature": signature}
    if operation not in ("base-string", "sign", "sign-exactly"):
        return None
    request, own = question["request"], own_parameters(question)
    query, form = decode_form(split_url(request["url"])[4] or ""), form_of(request)
    signed = [pair for pair in query + form + own if pair[0] != b"oauth_signature"]
    uri, joined = base_string_uri(request["url"]), parameter_string(signed)
    base = "&".join(encode(part.encode()) for part in (request["method"].upper(), uri, joined))
    stages = {"parameter-string": joined, "base-string-uri": uri, "base-string": base}
    if operation == "base-string":
        return stages
    stages["key"], stages["signature"] = signature_of(question, base)
    sent, transport = own + [(b"oauth_signature", stages["signature"].encode())], question.get("transport") or "header"
    realm = [(b"realm", octets(question["realm"]))] if question.get("realm") is not None else []
    if transport.startswith("header"):
        stages["authorization-header"] = sorted(sent + realm)
    if transport == "query":
        stages["url"] = sorted(query + sent)
    if transport.endswith("body"):
        stages["body"] = sorted(form + sent)
    return {stage: value for stage, value in stages.items() if value is not None}


# The answer of a driver.

def header_pairs(header):
    found = re.findall(r'([^\s,=]+)="([^"]*)"', re.sub(r"(?i)^\s*oauth\s+", "", header))
    return [(name.encode(), value.encode()) if name.lower() == "realm" else
            (unquote_to_bytes(name), unquote_to_bytes(value)) for name, value in found]


def same_value(stage, value):
    """The value of a stage in a form in which equal values are equal."""
    try:
        if stage == "parameters":
            return sorted(tuple(map(lambda one: one if isinstance(one, bytes) else octets(one), pair)) for pair in value)
        if isinstance(value, str) and stage == "authorization-header":
            return sorted(header_pairs(value))
        if isinstance(value, str) and stage == "body":
            return sorted(decode_form(value))
        if isinstance(value, str) and stage == "url":
            return sorted(decode_form(split_url(value)[4] or ""))
    except (ValueError, TypeError, AttributeError):
        pass
    return value


def answered(operation, answer):
    """The stages of an answer."""
    required = REQUIRED.get(operation, operation)
    stages = {name: value for name, value in (answer.get("stages") or {}).items() if value is not None or name == "realm"}
    if required == "valid":
        return {**stages, "valid": answer.get("valid")}
    if operation not in ("sign", "sign-exactly"):
        with_realm = {"realm": answer["realm"]} if operation == "authorization-header-parsing" and "realm" in answer else {}
        return {**stages, required: answer.get("value"), **with_realm}
    names = {"authorization": "authorization-header", "url": "url", "body": "body"}
    sent = {stage: answer[name] for name, stage in names.items() if isinstance(answer.get(name), str)}
    if "signature" not in stages:
        found = [value for name, value in sent_pairs(sent) if name == b"oauth_signature"]
        stages.update({"signature": found[0].decode()} if found else {})
    return {**stages, **sent}


def sent_pairs(stages):
    return [pair for stage in ("authorization-header", "url", "body") if stage in stages
            for pair in same_value(stage, stages[stage])]


def verdict_of(vector, question, answer, chooses):
    """The verdict on an answer; `fail or open` if only the suite knows whether the RFC leaves open what differs."""
    operation = question["op"]
    is_own = "input" in vector and {**vector["input"], "op": vector["operation"]} == {k: v for k, v in question.items() if k != "id"}
    is_open = any(name in vector for name in ("open", "mayRefuse", "mayAccept"))
    if answer is None:
        return "no answer"
    if not answer.get("ok"):
        if answer.get("error") == "unsupported":
            return "not-offered"
        if operation != "verify":
            must_refuse = "refused" in vector["expected"]
            if must_refuse or is_open:
                return "pass" if must_refuse else "refused"
            return "fail" if answer.get("error") == "refused" else answer.get("error")
        if answer.get("error") != "refused":
            return "refused" if is_open else answer.get("error")
        answer = {"valid": False}
    actual = answered(operation, answer)
    if operation == "verify":
        if actual["valid"] == ("accept" in vector["expected"]):
            return "pass"
        return ("open" if actual["valid"] else "refused") if is_open else "fail"
    expected = vector["expected"]
    if chooses and operation == "sign":
        chosen = dict(pair for pair in sent_pairs(actual) if pair[0] in (b"oauth_nonce", b"oauth_timestamp"))
        question = {**question, "nonce": chosen.get(b"oauth_nonce", b"").decode(),
                    "timestamp": chosen.get(b"oauth_timestamp", b"").decode()}
    if "refused" not in expected and (not is_own or chooses):
        expected = computed(question)
        is_open = is_open or not is_own
        if expected is None:
            return "not computed"
    required = REQUIRED.get(operation, operation)
    different = "fail or open" if is_open else "fail"
    if "refused" in expected:
        return different
    for stage in STAGES:
        if stage in expected and (stage in actual or stage == required) \
                and same_value(stage, expected[stage]) != same_value(stage, actual.get(stage)):
            return different
    return "pass"


def check(folder, recording, report):
    files = [json.load(open(f"{folder}/{name}.json", encoding="utf-8")) for name in FILES]
    assert all(file["format"] == 1 for file in files), "expected files of format 1"
    vectors = {vector["id"]: vector for file in files for vector in file["vectors"]}
    lines = [json.loads(line) for line in open(recording, encoding="utf-8")]
    questions = [line for line in lines if line.get("op") not in (None, "hello", "bye")]
    answers = {line["id"]: line for line in lines if "ok" in line}
    chooses = any(line.get("fixesNonceAndTimestamp") is False for line in lines if "protocol" in line)
    cases = [case for case in map(json.loads, open(report, encoding="utf-8")) if case["type"] == "case"]
    counts, disagreements, at = collections.Counter(), [], 0
    for case in cases:
        question = questions[at] if at < len(questions) else None
        answer = question and answers.get(question["id"])
        is_asked = case["verdict"] != "not-offered" or \
            bool(answer) and answer.get("error") == "unsupported" and answer.get("message", "") == case.get("message", "")
        if not is_asked:
            continue
        at += 1
        verdict = verdict_of(vectors[case["id"]], question, answer, chooses) if question else "not asked"
        counts[verdict] += 1
        if case["verdict"] not in verdict.split(" or "):
            disagreements.append(f"{case['id']}: {case['verdict']} in the report, {verdict} here")
    if at < len(questions):
        disagreements.append(f"{len(questions) - at} questions have no verdict in the report")
    print("\n".join(disagreements[:20] + [", ".join(f"{count} {verdict}" for verdict, count in counts.items())]))
    print(f"{sum(counts.values())} verdicts computed again, {len(disagreements)} disagreements")
    return 1 if disagreements or not counts else 0


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "record":
        sys.exit(record(sys.argv[2], sys.argv[3:]))
    if len(sys.argv) == 5 and sys.argv[1] == "check":
        sys.exit(check(*sys.argv[2:]))
    sys.exit(__doc__)
