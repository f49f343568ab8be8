/**
 * Whether a driver can be talked to: hello, lines, ids.
 *
 * @module
 */

import type { Operation } from "../../vectors/index.ts";
import { helloLine, questionLine } from "../question.ts";
import { readAnswer } from "../read-answer.ts";
import { readHello } from "../read-hello.ts";
import { answersTo, type Check, type DriverUnderTest, Fault, Warning } from "./driver-under-test.ts";
import { probe } from "./probes.ts";

/** In order; the first of them says hello. */
export const TALK_CHECKS: readonly Check[] = [
  {
    id: "hello",
    title: "starts, and answers hello in time",
    hint: 'answer {"id":1,"op":"hello","protocols":[1]} with ok, protocol, implementation and operations',
    look: greets,
  },
  {
    id: "flushing",
    title: "sends each answer at once",
    hint: "flush stdout after every line: flush=True in Python, $stdout.sync = true in Ruby, $| = 1 in Perl",
  },
  {
    id: "framing",
    title: "writes one JSON object a line, and ends it with LF",
    hint: "write compact JSON, then \\n and not \\r\\n",
    look: endsLines,
  },
  {
    id: "answers",
    title: "answers what it declares, in the shape of the protocol",
    hint: "docs/driver.md says what each operation owes; declare only what the implementation does",
    look: answersAll,
  },
  {
    id: "staying",
    title: "stays for the next question",
    hint: "answer failed where the implementation throws, and go on until bye; a program made for one question needs --exec",
  },
  {
    id: "id-echo",
    title: "gives every id back once, as the number it was",
    hint: "copy id from the question unchanged; it needs 64 bits, or a double",
    look: echoesIds,
  },
  {
    id: "in-flight",
    title: "answers several questions that arrive together",
    hint: "read line by line, and answer every line, also where one read brings many",
    look: answersMany,
  },
];

async function greets(patient: DriverUnderTest): Promise<undefined> {
  const id = ++patient.lastId;
  const answers = await answersTo(patient, [helloLine(id)], patient.patience.helloTimeoutMilliseconds);
  const hello = readHello(answers.get(id)!);
  if ("trouble" in hello) throw new Fault(hello.message, { trouble: hello.trouble });
  patient.hello = hello;
  const { unknown = [] } = hello;
  if (unknown.length > 0) throw new Warning(`protocol 1 knows no ${unknown.join(", ")}: passed over`);
}

async function endsLines({ hasCarriageReturns }: DriverUnderTest): Promise<undefined> {
  if (hasCarriageReturns) throw new Warning("lines end with CR and LF");
}

async function answersAll(patient: DriverUnderTest): Promise<undefined> {
  const hello = patient.hello!;
  for (const operation of hello.operations) {
    const id = ++patient.lastId;
    const answers = await answersTo(patient, [questionLine(id, probe(operation, hello))]);
    const answer = readAnswer(operation, answers.get(id)!);
    if (answer.ok) continue;
    if (answer.error === "malformed-answer") throw new Fault(answer.message);
    throw new Warning(
      `${operation} is declared, and a plain question for it is answered ${answer.error}: ${answer.message}`,
    );
  }
}

async function echoesIds(patient: DriverUnderTest): Promise<undefined> {
  for (const id of [2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
    await answersTo(patient, [cheapQuestion(patient, id)]);
  }
}

const MANY = 32;

async function answersMany(patient: DriverUnderTest): Promise<string | undefined> {
  const { inFlight = MANY } = patient.hello!.limits ?? {};
  if (inFlight === 1) return "wants one question at a time";
  const count = Math.min(inFlight, MANY);
  await answersTo(
    patient,
    Array.from({ length: count }, () => cheapQuestion(patient, ++patient.lastId)),
  );
  return undefined;
}

/** A question that costs little, of those that it can be asked. */
export function cheapQuestion({ hello }: DriverUnderTest, id: number): string {
  const costly: readonly Operation[] = ["sign", "sign-exactly", "signature", "verify", "verify-signature"];
  const { operations } = hello!;
  const operation = operations.find((one) => !costly.includes(one)) ?? operations[0]!;
  return questionLine(id, probe(operation, hello!));
}
