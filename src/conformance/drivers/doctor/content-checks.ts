/**
 * Whether what goes through a driver stays what it was: text, nonce and timestamp; and what it says to the unknown.
 *
 * @module
 */

import type { InputOf, Operation, StageValues } from "../../vectors/index.ts";
import { described, type JsonObject } from "../../vectors/shape.ts";
import { questionLine } from "../question.ts";
import { readAnswer } from "../read-answer.ts";
import { answersTo, type Check, type DriverUnderTest, Fault, strayLine, Warning } from "./driver-under-test.ts";
import { FOREIGN_TEXT, foreignAnswer, foreignProbe, signProbe } from "./probes.ts";

/** In order. */
export const CONTENT_CHECKS: readonly Check[] = [
  {
    id: "nonce-and-timestamp",
    title: "signs with the nonce and the timestamp that it is given",
    hint: 'hand both to the implementation; where that cannot be, say "fixesNonceAndTimestamp": false in hello',
    look: fixesNonceAndTimestamp,
  },
  {
    id: "utf-8",
    title: "reads and writes UTF-8",
    hint: "read stdin and write stdout as UTF-8 whatever the locale says, or write only ASCII, with \\u escapes",
    look: speaksUtf8,
  },
  {
    id: "unknown-operation",
    title: "answers unsupported to an operation that it does not know",
    hint: 'answer {"id": …, "ok": false, "error": "unsupported"} to any other op',
    look: knowsItsLimits,
  },
  {
    id: "stray-output",
    title: "writes nothing but answers to stdout",
    hint: "send log lines, warnings and banners to stderr; in PHP display_errors=stderr, in a library look for its debug flag",
    look: keepsToAnswers,
  },
];

async function speaksUtf8(patient: DriverUnderTest): Promise<string | undefined> {
  const hello = patient.hello!;
  let looked = 0;
  for (const operation of hello.operations) {
    const foreign = foreignProbe(operation, hello);
    if (foreign !== undefined) {
      looked++;
      const raw = questionLine(++patient.lastId, foreign);
      const escaped = withEscapes(questionLine(++patient.lastId, foreign));
      const [one, other] = [...(await answersTo(patient, [raw, escaped])).entries()].sort(([a], [b]) => a - b);
      if (said(operation, one![1]) !== said(operation, other![1])) {
        throw new Fault(
          `${operation}: ${JSON.stringify(FOREIGN_TEXT)} as UTF-8 and as \\u escapes is answered differently`,
        );
      }
    }
    const asked = foreignAnswer(operation);
    if (asked === undefined) continue;
    looked++;
    const id = ++patient.lastId;
    const answer = (await answersTo(patient, [questionLine(id, asked)])).get(id)!;
    const mangled = Buffer.from(FOREIGN_TEXT).toString("latin1");
    if (said(operation, answer).includes(mangled)) throw new Fault(`${operation}: text is encoded as UTF-8 twice`);
  }
  return looked === 0 ? "none of its operations takes text" : undefined;
}

function withEscapes(line: string): string {
  return line.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What an answer says, as it is read: all else in it may be of any shape and depth. */
function said(operation: Operation, message: JsonObject): string {
  const answer = readAnswer(operation, message);
  if (!answer.ok && answer.error === "malformed-answer") throw new Fault(answer.message, { check: "answers" });
  return JSON.stringify(answer);
}

async function fixesNonceAndTimestamp(patient: DriverUnderTest): Promise<string | undefined> {
  const hello = patient.hello!;
  if (!hello.operations.includes("sign")) return "does not do sign";
  if (hello.fixesNonceAndTimestamp === false) return "says that it chooses them itself";
  const input = signProbe(hello);
  const given = await signed(patient, input);
  if (given === undefined) return "does not sign a plain request";
  for (const [name, value] of [
    ["oauth_nonce", input.nonce],
    ["oauth_timestamp", input.timestamp],
  ] as const) {
    const sent = sentValue(given, name);
    if (sent !== undefined && sent !== value) throw new Fault(`expected ${name} to be ${value}, got ${sent}`);
  }
  if ((await signed(patient, input))?.signature !== given.signature) {
    throw new Fault("the same question is answered with two signatures");
  }
  for (const other of [{ nonce: "another" }, { timestamp: "1700000001" }]) {
    const [name] = Object.keys(other);
    if (
      input.signatureMethod !== "PLAINTEXT" &&
      (await signed(patient, { ...input, ...other }))?.signature === given.signature
    ) {
      throw new Fault(`the signature stays the same whatever the ${name}`);
    }
  }
  return undefined;
}

async function signed(patient: DriverUnderTest, input: InputOf<"sign">): Promise<StageValues | undefined> {
  const id = ++patient.lastId;
  const answers = await answersTo(patient, [questionLine(id, input)]);
  const answer = readAnswer("sign", answers.get(id)!);
  return answer.ok ? answer.stages : undefined;
}

/** As it stands in what was sent; both values are free of characters that are encoded. */
function sentValue({ "authorization-header": header, url, body }: StageValues, name: string): string | undefined {
  const sent = [header, url, body].filter((part) => typeof part === "string").join("&");
  return new RegExp(`${name}="?([^"&,\\s]*)`).exec(sent)?.[1];
}

async function knowsItsLimits(patient: DriverUnderTest): Promise<undefined> {
  const id = ++patient.lastId;
  const answers = await answersTo(patient, [`{"id":${id},"op":"no-such-operation"}\n`]);
  const { ok, error } = answers.get(id)!;
  if (ok !== false || error !== "unsupported") throw new Warning(`expected unsupported, got ${described(error ?? ok)}`);
}

/** Milliseconds for what may come after the last answer. */
const AFTERMATH = 5;

async function keepsToAnswers({ session }: DriverUnderTest): Promise<undefined> {
  const [line] = await session.next(1, AFTERMATH);
  if (line !== undefined) throw strayLine(line);
}
