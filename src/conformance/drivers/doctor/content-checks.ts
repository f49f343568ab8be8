/** Checks of content: text, nonce and timestamp pass through the driver unchanged, and it answers `unsupported`. */

import type { InputOf, Operation, StageValues } from "../../vectors/index.ts";
import { described, type JsonObject } from "../../vectors/shape.ts";
import { questionLine } from "../question.ts";
import { readAnswer } from "../read-answer.ts";
import {
  type AskedDriver,
  answersTo,
  type Check,
  DriverFault,
  type DriverUnderTest,
  DriverWarning,
  unexpectedLine,
} from "./driver-under-test.ts";
import { FOREIGN_TEXT, foreignAnswer, foreignProbe, probe } from "./probes.ts";

export const CONTENT_CHECKS: readonly Check[] = [
  {
    id: "nonce-and-timestamp",
    title: "signs with the given nonce and timestamp",
    hint: 'pass both to the implementation; if it does not take them, declare "fixesNonceAndTimestamp": false in hello',
    ask: checkNonceAndTimestamp,
  },
  {
    id: "utf-8",
    title: "reads and writes UTF-8",
    hint: "read stdin and write stdout as UTF-8 in every locale, or write only ASCII with \\u escapes",
    run: checkUtf8,
  },
  {
    id: "unknown-operation",
    title: "answers unsupported to an unknown operation",
    hint: 'answer {"id": …, "ok": false, "error": "unsupported"} to any other op',
    run: checkUnknownOperation,
  },
  {
    id: "stray-output",
    title: "writes only answers to stdout",
    hint: "write log lines, warnings and banners to stderr; in PHP set display_errors=stderr; in a library, turn off its debug output",
    run: checkStrayOutput,
  },
];

async function checkUtf8(driver: DriverUnderTest): Promise<string | undefined> {
  const hello = driver.hello!;
  let checked = 0;
  for (const operation of hello.operations) {
    const foreign = foreignProbe(operation, hello);
    if (foreign !== undefined) {
      checked++;
      const raw = questionLine(++driver.lastId, foreign);
      const escaped = withEscapes(questionLine(++driver.lastId, foreign));
      const [one, other] = [...(await answersTo(driver, [raw, escaped])).entries()].sort(([a], [b]) => a - b);
      if (contentOf(operation, one![1]) !== contentOf(operation, other![1])) {
        throw new DriverFault(
          `${operation}: ${JSON.stringify(FOREIGN_TEXT)} gets different answers as UTF-8 and as \\u escapes`,
        );
      }
    }
    const input = foreignAnswer(operation);
    if (input === undefined) continue;
    checked++;
    const id = ++driver.lastId;
    const answer = (await answersTo(driver, [questionLine(id, input)])).get(id)!;
    const mangled = Buffer.from(FOREIGN_TEXT).toString("latin1");
    if (contentOf(operation, answer).includes(mangled))
      throw new DriverFault(`${operation}: the driver encodes text as UTF-8 twice`);
  }
  return checked === 0 ? "no declared operation takes text" : undefined;
}

function withEscapes(line: string): string {
  return line.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The members that the protocol defines; the rest of an answer may have any shape and depth. */
function contentOf(operation: Operation, message: JsonObject): string {
  const answer = readAnswer(operation, message);
  if (!answer.ok && answer.error === "malformed-answer") throw new DriverFault(answer.message, { check: "answers" });
  return JSON.stringify(answer);
}

async function checkNonceAndTimestamp(driver: AskedDriver): Promise<string | undefined> {
  const hello = driver.hello!;
  if (!hello.operations.includes("sign")) return "does not declare sign";
  if (hello.fixesNonceAndTimestamp === false) return "declares that it chooses them itself";
  const input = probe("sign", hello);
  const given = await signed(driver, input);
  if (given === undefined) return "does not sign a plain request";
  for (const [name, value] of [
    ["oauth_nonce", input.nonce],
    ["oauth_timestamp", input.timestamp],
  ] as const) {
    const sent = sentValue(given, name);
    if (sent !== undefined && sent !== value) throw new DriverFault(`expected ${name} to be ${value}, got ${sent}`);
  }
  if ((await signed(driver, input))?.signature !== given.signature) {
    throw new DriverFault("the same question got two different signatures");
  }
  for (const other of [{ nonce: "another" }, { timestamp: "1700000001" }]) {
    const [name] = Object.keys(other);
    if (
      input.signatureMethod !== "PLAINTEXT" &&
      (await signed(driver, { ...input, ...other }))?.signature === given.signature
    ) {
      throw new DriverFault(`the signature does not depend on the ${name}`);
    }
  }
  return undefined;
}

async function signed(driver: AskedDriver, input: InputOf<"sign">): Promise<StageValues | undefined> {
  const answer = await driver.ask(input);
  return answer.ok ? answer.stages : undefined;
}

/** The value as it was sent. Nonce and timestamp contain no characters that are encoded. */
function sentValue({ "authorization-header": header, url, body }: StageValues, name: string): string | undefined {
  const sent = [header, url, body].filter((part) => typeof part === "string").join("&");
  return new RegExp(`${name}="?([^"&,\\s]*)`).exec(sent)?.[1];
}

async function checkUnknownOperation(driver: DriverUnderTest): Promise<undefined> {
  const id = ++driver.lastId;
  const answers = await answersTo(driver, [`{"id":${id},"op":"no-such-operation"}\n`]);
  const { ok, error } = answers.get(id)!;
  if (ok !== false || error !== "unsupported")
    throw new DriverWarning(`expected unsupported, got ${described(error ?? ok)}`);
}

/** Milliseconds to wait for output after the last answer. */
const STRAY_OUTPUT_MILLISECONDS = 5;

async function checkStrayOutput({ session }: DriverUnderTest): Promise<undefined> {
  const [line] = await session.next(1, STRAY_OUTPUT_MILLISECONDS);
  if (line !== undefined) throw unexpectedLine(line);
}
