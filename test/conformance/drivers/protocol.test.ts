import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { helloLine, questionLine } from "../../../src/conformance/drivers/question.ts";
import { readAnswer } from "../../../src/conformance/drivers/read-answer.ts";
import { readHello } from "../../../src/conformance/drivers/read-hello.ts";
import {
  loadVectors,
  loadVerificationVectors,
  type Operation,
  REQUIRED_STAGE,
  type Vector,
} from "../../../src/conformance/vectors/index.ts";
import { testEach } from "../../title.ts";

const schema = JSON.parse(readFileSync("vectors/driver-protocol.schema.json", "utf8"));
const ajv = new Ajv({ strictTypes: true, strictTuples: true, allowUnionTypes: false }).addSchema(schema, "protocol");
const shape = (name: string): ValidateFunction => ajv.getSchema(`protocol#/definitions/${name}`)!;
const OPERATIONS = Object.keys(REQUIRED_STAGE) as Operation[];
const vectors = loadVectors();

/** Ids of the vectors whose question breaks the schema. */
function offending(asked: readonly Vector[]): string[] {
  return asked
    .filter(({ input }) => !shape(`question-${input.operation}`)(JSON.parse(questionLine(7, input))))
    .map(({ id }) => id);
}

describe("the schema", () => {
  test("covers every question that the vectors lead to", { tags: ["deep"] }, () => {
    expect(offending(vectors)).toEqual([]);
  });

  test("covers every operation, and the questions that every fifth vector leads to", () => {
    expect(OPERATIONS.filter((operation) => shape(`question-${operation}`) === undefined)).toEqual([]);
    expect(OPERATIONS.filter((operation) => shape(`answer-to-${operation}`) === undefined)).toEqual([]);
    expect(offending(vectors.filter((_, at) => at % 5 === 0))).toEqual([]);
    expect(shape("question-hello")(JSON.parse(helloLine(1)))).toBe(true);
  });

  test("covers requests to verify", () => {
    const { request, server } = loadVerificationVectors()[0]!;
    const credentials = { consumerSecret: "s" };
    const input = { operation: "verify", received: request, credentials, now: server.now, seen: false } as const;
    const question = JSON.parse(questionLine(7, input));
    const body = Buffer.from(request.body ?? []).toString("base64");
    expect(question).toMatchObject({ op: "verify", request: { ...request, body } });
    expect(shape("question-verify")(question)).toBe(true);
  });

  test("refuses a question with a field of its own making", () => {
    const [vector] = vectors.filter(({ input }) => input.operation === "sign");
    const surplus = { ...vector!.input, surplus: 1 };
    expect(offending([{ ...vector!, input: surplus }])).toHaveLength(1);
  });

  const PAIRS = [
    ["a", "b"],
    ["c", { octets: "/w==" }],
  ];
  const STAGES = { "base-string": "x", parameters: PAIRS, realm: null, key: null, "no-stage": 1 };
  testEach<[Operation, object, boolean]>([
    ["sign", { authorization: "OAuth x" }, true],
    ["sign", { url: "https://x/", body: null, stages: null }, true],
    ["sign", { stages: { ...STAGES, signature: "x" } }, true],
    ["sign", { stages: STAGES }, false],
    ["sign", { value: "x" }, false],
    ["sign", { authorization: ["OAuth x"] }, false],
    ["sign", { authorization: "OAuth x", stages: [] }, false],
    ["sign", { authorization: "OAuth x", stages: { key: 1 } }, false],
    ["percent-encoding", { value: "x" }, true],
    ["percent-encoding", { value: "x", stages: STAGES }, true],
    ["percent-encoding", { value: "x", code: 5 }, true],
    ["percent-encoding", { stages: { "percent-encoding": "x" } }, false],
    ["percent-encoding", {}, false],
    ["percent-encoding", { value: null }, false],
    ["percent-encoding", { value: {} }, false],
    ["parameters", { value: PAIRS }, true],
    ["parameters", { value: [["a"]] }, false],
    ["parameters", { value: [["a", 1]] }, false],
    ["parameters", { value: { a: "b" } }, false],
    ["parameters", { value: [["a", { octets: "no base64" }]] }, false],
    ["parameters", { value: [["a", { octets: "/w==", text: "b" }]] }, false],
    ["authorization-header-parsing", { value: PAIRS, realm: null }, true],
    ["authorization-header-parsing", { value: PAIRS, realm: 1 }, false],
    ["verify", { valid: false, code: "nonce-used" }, true],
    ["verify", { valid: "false" }, false],
    ["verify", { stages: { valid: true } }, false],
    ["verify-signature", { stages: { valid: true } }, false],
    ["verify-signature", { valid: true, stages: { valid: "yes" } }, false],
    ["verify", { valid: true, code: 5 }, false],
  ])("decides about answers as we do: %s %s", (operation, fields, isAnswer) => {
    const message = { id: 1, ok: true, ...fields };
    expect(shape(`answer-to-${operation}`)(message)).toBe(isAnswer);
    expect(readAnswer(operation, message)).toMatchObject(isAnswer ? { ok: true } : { error: "malformed-answer" });
  });

  test("takes whether a signature is valid from the answer and not from its stages", () => {
    for (const valid of [true, false]) {
      const answer = readAnswer("verify-signature", { id: 1, ok: true, valid, stages: { valid: !valid } });
      expect(answer).toMatchObject({ ok: true, stages: { valid } });
    }
  });

  testEach<[object, boolean]>([
    [{ ok: false, error: "refused" }, true],
    [{ ok: false, error: "unsupported", message: null }, true],
    [{ ok: false, error: "no" }, false],
    [{ ok: false }, false],
    [{ ok: "true", value: "x" }, false],
    [{ value: "x" }, false],
  ])("decides about refusals as we do: %s", (fields, isAnswer) => {
    const message = { id: 1, ...fields };
    expect(shape("answer-to-percent-encoding")(message)).toBe(isAnswer);
    const answer = readAnswer("percent-encoding", message);
    expect(!answer.ok && answer.error !== "malformed-answer").toBe(isAnswer);
  });

  const HELLO = { id: 1, ok: true, protocol: 1, implementation: { name: "x", version: "1" }, operations: ["sign"] };
  testEach<[object, boolean]>([
    [{}, true],
    [{ implementation: { name: "x", version: "1", language: "C", url: "https://x.example/", more: 1 } }, true],
    [{ operations: ["sign", "dance"], transports: ["header", "pigeon"] }, true],
    [{ signatureMethods: null, transports: null, limits: null, fixesNonceAndTimestamp: null }, true],
    [{ limits: { inFlight: 1 } }, true],
    [{ limits: { inFlight: 0 } }, false],
    [{ limits: 5 }, false],
    [{ limits: { signatureMethods: { sign: ["HMAC-SHA1"], dance: [] } } }, true],
    [{ limits: { signatureMethods: { sign: "HMAC-SHA1" } } }, false],
    [{ limits: { signatureMethods: { dance: "HMAC-SHA1" } } }, false],
    [{ protocol: 2 }, false],
    [{ protocol: "1" }, false],
    [{ operations: ["dance"] }, false],
    [{ operations: [] }, false],
    [{ operations: "sign" }, false],
    [{ operations: ["__proto__", "constructor"] }, false],
    [{ implementation: { name: "x" } }, false],
    [{ implementation: { name: "x", version: 1 } }, false],
    [{ implementation: null }, false],
    [{ signatureMethods: "HMAC-SHA1" }, false],
    [{ fixesNonceAndTimestamp: "yes" }, false],
  ])("decides about hellos as we do: %s", (fields, isHello) => {
    const message = { ...HELLO, ...fields };
    expect(shape("answer-hello")(message)).toBe(isHello);
    expect("kind" in readHello(message)).toBe(!isHello);
  });

  test("is shipped, and names what it does not know of a hello apart", () => {
    const { files } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(files.join(" ")).toMatch(/vectors\/\{\S*,driver-protocol\.\S*\}schema\.json/);
    const hello = readHello({ ...HELLO, operations: ["sign", "dance"], transports: ["header", "pigeon"] });
    expect(hello).toMatchObject({ operations: ["sign"], transports: ["header"], unknown: ["dance", "pigeon"] });
  });
});

describe("answers", () => {
  testEach([
    [{ authorization: 'OAuth realm="oauth_signature=no", oauth_signature="a%2Bb%3D"' }, "a+b="],
    [{ authorization: "OAuth oauth_nonce=x,oauth_signature=a%2Bb%3D" }, "a+b="],
    [{ body: "a=1&oauth_signature=a%2Bb%3D" }, "a+b="],
    [{ url: "https://x/?oauth_signature=a%2Bb%3D&x=1#f", body: "a=1" }, "a+b="],
    [{ url: "https://x/?not_oauth_signature=1" }, undefined],
    [{ authorization: `OAuth ${"x".repeat(1_000_000)}` }, undefined],
    [{ authorization: 'OAuth oauth_signature="\ud800"' }, "\ud800"],
  ])("to sign show the signature where it stands: %s", (fields, signature) => {
    const answer = readAnswer("sign", { id: 1, ok: true, ...fields });
    expect(answer.ok && answer.stages.signature).toBe(signature);
  });
});
