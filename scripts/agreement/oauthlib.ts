/** A driver for Debian's python3-oauthlib. `oauthlib_driver.py` answers all requests in one batch. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Driver, Hello } from "../../src/conformance/drivers/index.ts";
import {
  type Answer,
  type AnyCredentials,
  type AnyInput,
  fullProtocolParameters,
  type Operation,
  type StageValues,
  toJsonPairs,
  type Vector,
  type VectorInput,
  writeInput,
} from "../../src/conformance/vectors/index.ts";
import { object } from "../../src/conformance/vectors/shape.ts";

const PROGRAM = fileURLToPath(new URL("./oauthlib_driver.py", import.meta.url));
const PYTHON = process.env.COUNTERSIGN_PYTHON ?? "/usr/bin/python3";

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
  readonly [name: string]: unknown;
}

const OPERATIONS: readonly Operation[] = [
  "percent-encoding",
  "percent-decoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "signature",
  "authorization-header",
  "authorization-header-parsing",
  "sign",
  "sign-exactly",
];

/** A driver that computes all answers when it is created. */
export function oauthlib(vectors: readonly Vector[]): Driver {
  const asked = vectors
    .map(({ input }) => input)
    .filter((input) => OPERATIONS.includes(input.operation) && isSupported(input));
  const questions = asked.map(question);
  const [{ id: _, ...hello } = { id: 0 }, ...replies] = converse([{ op: "hello" }, ...questions]);
  const signatures = converse(
    asked.map((input, index) => signatureQuestion(input, baseStringOf(replies[index]!) ?? ownBaseString(input))),
  );
  const answers = new Map(
    asked.map((input, index) => [input, answerOf(input.operation, replies[index]!, signatures[index]!)]),
  );
  return {
    hello: () => ({ implementation: hello as unknown as Hello["implementation"], operations: OPERATIONS }),
    outside: (input) => (answers.has(input) ? undefined : "oauthlib does not support this input"),
    ask: (input) =>
      answers.get(input) ?? { ok: false, error: "unsupported", message: "oauthlib does not support this input" },
    close() {},
  };
}

/**
 * Whether oauthlib 3.2.2 supports the input. Measured limits: it replaces bytes that are not UTF-8 with U+FFFD, rejects
 * brackets in a query, decodes oauth_* values twice, omits some realms and writes others without a backslash, shortens IPv6
 * addresses, and does not check schemes and hosts.
 */
function isSupported(input: VectorInput): boolean {
  const members: AnyInput = input;
  const { request, protocolParameters = [], parameters = [], text = "", formEncoded = "", realm } = members;
  const pairs = [...(request?.form ?? []), ...protocolParameters, ...parameters];
  const isText = typeof text === "string" && pairs.flat().every((one) => typeof one === "string");
  const url = request?.url ?? members.url ?? "";
  const query = url.split("?").slice(1).join("?");
  const decodedTwice =
    /(?:^|&)oauth_[^&]*%/.test(query) || (request?.form ?? []).some(([name]) => String(name).startsWith("oauth_"));
  return (
    isText &&
    isUtf8(formEncoded) &&
    isUtf8(query) &&
    request?.formEncoded === undefined &&
    !/[[\]]/.test(query) &&
    !decodedTwice &&
    !(members.parameters !== undefined && realm !== undefined && /^$|["\\\x00-\x08\x0a-\x1f\x7f]/.test(realm)) &&
    !/^[^/]*\/\/(?:[^/?#]*@)?\[(?:[^\]]*\.|[^\]]*:0[0-9a-f])/i.test(url) &&
    !/^(?!https?:)[a-z]+:|^[^/]*\/\/[^/?#:]* /i.test(url)
  );
}

/** Whether the well-formed percent-escapes decode to UTF-8. */
function isUtf8(form: string): boolean {
  const decoded = form.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = Buffer.from(escapes.replaceAll("%", ""), "hex");
    return Buffer.from(bytes.toString()).equals(bytes) ? "" : "\0";
  });
  return !decoded.includes("\0");
}

function converse(questions: readonly object[]): Reply[] {
  const input = questions.map((one, id) => `${JSON.stringify({ id, ...one })}\n`).join("");
  const { status, stdout, stderr, error } = spawnSync(PYTHON, [PROGRAM], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) {
    throw new Error(`expected ${PYTHON} with oauthlib (Debian: python3-oauthlib): ${error?.message ?? stderr.trim()}`);
  }
  const replies = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Reply);
  return questions.map((_, id) => replies.find((reply) => reply.id === id)!);
}

function question(input: VectorInput): object {
  const { operation } = input;
  switch (operation) {
    case "authorization-header-parsing":
      return { op: "authorization-header-parse", header: input.header };
    case "signature":
      return signatureQuestion(input, ownBaseString(input));
    case "base-string":
    case "sign":
    case "sign-exactly":
      return {
        op: "base-string",
        ...object("request", writeInput(input).request),
        protocolParameters: toJsonPairs(fullProtocolParameters(input)),
      };
    default:
      return { op: operation, ...writeInput(input) };
  }
}

function ownBaseString(input: AnyInput): string {
  return input.baseString ?? "";
}

function signatureQuestion({ signatureMethod, credentials }: AnyInput, baseString: string): object {
  const { consumerSecret = "", tokenSecret = "", privateKey }: AnyCredentials = credentials ?? {};
  return { op: "signature", baseString, signatureMethod, consumerSecret, tokenSecret, privateKey };
}

function baseStringOf({ value }: Reply): string | undefined {
  return (value as { "base-string"?: string } | undefined)?.["base-string"];
}

function answerOf(operation: Operation, reply: Reply, signed: Reply): Answer {
  if (reply.error !== undefined) return { ok: false, error: "refused", message: reply.error };
  return { ok: true, stages: stagesOf(operation, reply, signed) };
}

function stagesOf(operation: Operation, reply: Reply, signed: Reply): StageValues {
  switch (operation) {
    case "base-string":
    case "authorization-header-parsing":
      return reply.value as StageValues;
    case "sign":
    case "sign-exactly":
      return {
        ...(reply.value as StageValues),
        ...(typeof signed.value === "string" ? { signature: signed.value } : {}),
      };
    default:
      return { [operation]: reply.value as string };
  }
}
