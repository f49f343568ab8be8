/** Checks of messages: hello, lines and ids. */

import type { Operation } from "../../vectors/index.ts";
import { helloLine, questionLine } from "../question.ts";
import { readHello } from "../read-hello.ts";
import {
  type AskedDriver,
  answersTo,
  type Check,
  DriverFault,
  type DriverUnderTest,
  DriverWarning,
} from "./driver-under-test.ts";
import { probe } from "./probes.ts";

/** The first check sends hello. */
export const MESSAGE_CHECKS: readonly Check[] = [
  {
    id: "hello",
    title: "starts and answers hello in time",
    hint: 'answer {"id":1,"op":"hello","protocols":[1]} with ok, protocol, implementation and operations',
    run: checkHello,
  },
  {
    id: "flushing",
    title: "sends each answer at once",
    hint: "flush stdout after every line: flush=True in Python, $stdout.sync = true in Ruby, $| = 1 in Perl",
  },
  {
    id: "framing",
    title: "writes one JSON object on each line and ends it with LF",
    hint: "write compact JSON without a byte order mark, then one \\n instead of \\r\\n",
    run: checkFraming,
  },
  {
    id: "answers",
    title: "answers the declared operations in the shape of the protocol",
    hint: "docs/driver.md lists what each operation must return; declare only what the implementation supports",
    ask: checkAnswers,
  },
  {
    id: "staying",
    title: "keeps running for the next question",
    hint: "answer failed if the implementation throws, and read on until bye; a program that answers one question needs --exec",
  },
  {
    id: "id-echo",
    title: "returns every id once, as the same number",
    hint: "copy id from the question unchanged; it needs an integer of 32 bits or a double",
    run: checkIds,
  },
  {
    id: "in-flight",
    title: "answers several questions that arrive together",
    hint: "read line by line and answer every line, also if one read returns many lines",
    run: checkInFlight,
  },
];

async function checkHello(driver: DriverUnderTest): Promise<undefined> {
  const id = ++driver.lastId;
  const answers = await answersTo(driver, [helloLine(id)], driver.timeouts.helloTimeoutMilliseconds);
  const hello = readHello(answers.get(id)!);
  if ("kind" in hello) throw new DriverFault(hello.message, { kind: hello.kind });
  driver.hello = hello;
  const { unknown = [] } = hello;
  if (unknown.length > 0)
    throw new DriverWarning(`protocol 1 does not have ${unknown.join(", ")}; Countersign ignores it`);
}

async function checkFraming({ hasCarriageReturns }: DriverUnderTest): Promise<undefined> {
  if (hasCarriageReturns) throw new DriverWarning("lines end with CR and LF");
}

async function checkAnswers(driver: AskedDriver): Promise<undefined> {
  const hello = driver.hello!;
  for (const operation of hello.operations) {
    const answer = await driver.ask(probe(operation, hello));
    if (answer.ok) continue;
    if (answer.error === "malformed-answer") throw new DriverFault(answer.message);
    throw new DriverWarning(
      `hello declares ${operation}, but the answer to a plain question is ${answer.error}: ${answer.message}`,
    );
  }
}

/** Ids count the questions to one process; a run that reached this one would take days. */
const LARGEST_ID = 2 ** 31 - 1;

async function checkIds(driver: DriverUnderTest): Promise<undefined> {
  await answersTo(driver, [cheapQuestion(driver, LARGEST_ID)]);
}

const MANY = 32;

async function checkInFlight(driver: DriverUnderTest): Promise<string | undefined> {
  const { inFlight = MANY } = driver.hello!.limits ?? {};
  if (inFlight === 1) return "takes one question at a time";
  const count = Math.min(inFlight, MANY);
  await answersTo(
    driver,
    Array.from({ length: count }, () => cheapQuestion(driver, ++driver.lastId)),
  );
  return undefined;
}

/** A question for the cheapest declared operation. */
export function cheapQuestion({ hello }: DriverUnderTest, id: number): string {
  const costly: readonly Operation[] = ["sign", "sign-exactly", "signature", "verify", "verify-signature"];
  const { operations } = hello!;
  const operation = operations.find((one) => !costly.includes(one)) ?? operations[0]!;
  return questionLine(id, probe(operation, hello!));
}
