/** Checks that start a process of their own: large ids, an unknown operation, and the end after bye. */

import type { Answer } from "../../vectors/index.ts";
import { type DriverProblem, failureOf } from "../contract.ts";
import { type DriverSession, type Question, type StartedDriver, startDriverSession } from "../driver-session.ts";
import type { ProcessEnd } from "../process-group.ts";
import { type AskedDriver, DriverWarning, type ProcessCheck, unbroken } from "./check.ts";
import { cheapProbe } from "./probes.ts";

/** Ids count the questions to one process; a run that reached this id would take days. */
const LARGEST_ID = 2 ** 31 - 2;

/** More than 32 bits: an implementation with 32-bit ids would return another number. */
const LARGE_ID = 2 ** 32;

export const PROCESS_CHECKS: readonly ProcessCheck[] = [
  {
    id: "id-echo",
    title: "returns every id once, as the same number",
    hint: "copy id from the question unchanged; it needs an integer of 32 bits or a double",
    async run(program, driver) {
      unbroken((await oneQuestion(program, driver, { firstId: LARGEST_ID })).answer, cheapProbe(driver.hello));
      return undefined;
    },
  },
  {
    id: "unknown-operation",
    title: "answers unsupported to an unknown operation",
    hint: 'answer {"id": …, "ok": false, "error": "unsupported"} to any other op',
    async run(program, driver) {
      const line = (id: number): string => `{"id":${id},"op":"no-such-operation"}\n`;
      const { answer } = await oneQuestion(program, driver, { line });
      const got = answer.ok ? "a value" : answer.error;
      if (got !== "unsupported") throw new DriverWarning(`expected unsupported, got ${got}`);
      return undefined;
    },
  },
  {
    id: "large-ids",
    title: "returns ids that no run reaches",
    hint: "a run works without this; the protocol allows ids up to 2^53 - 1, which a 64-bit integer or a double holds",
    async run(program, driver) {
      const { answer } = await oneQuestion(program, driver, { firstId: LARGE_ID });
      if (!answer.ok) throw new DriverWarning(answer.message);
      return undefined;
    },
  },
  {
    id: "bye",
    title: "ends after bye",
    hint: "leave the loop at bye and at the end of stdin with exit code 0, and end all child processes",
    async run(program, driver) {
      const { end } = await oneQuestion(program, driver, {});
      if (end.code !== 0) throw new DriverWarning(`expected exit code 0, got ${end.code ?? end.signal}`);
      return undefined;
    },
  },
];

/** Starts a process, asks it one question after hello, and ends it with bye. */
async function oneQuestion(
  { start, ...timeouts }: StartedDriver,
  { hello }: AskedDriver,
  { firstId = 1, line }: { readonly firstId?: number; readonly line?: Question["line"] },
): Promise<{ readonly answer: Answer; readonly end: ProcessEnd }> {
  const group = start();
  let session!: DriverSession;
  const answer = await new Promise<Answer>((settle) => {
    const onHello = (): void => session.ask({ input: cheapProbe(hello), settle, ...(line && { line }) });
    const listener = {
      onHello,
      onAnswer: (_question: Question, given: Answer) => settle(given),
      onIdle() {},
      onEnd: (end: DriverProblem) => settle(failureOf(end)),
    };
    session = startDriverSession(group, timeouts, listener, { firstId });
  });
  await session.bye();
  return { answer, end: await group.ended };
}
