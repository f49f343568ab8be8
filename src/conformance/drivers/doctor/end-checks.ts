/** Slow checks: lines in pieces, the end of the driver, and ids that no run reaches. */

import { byeLine, helloLine } from "../question.ts";
import {
  answersTo,
  type Check,
  DriverFault,
  type DriverUnderTest,
  DriverWarning,
  unexpectedLine,
} from "./driver-under-test.ts";
import { cheapQuestion } from "./message-checks.ts";
import type { RawSession } from "./raw-session.ts";

/** `bye` ends the process, so each check after it starts another one. */
export const END_CHECKS: readonly Check[] = [
  {
    id: "half-line",
    title: "waits for the end of a line that arrives in pieces",
    hint: "a read may end within a line: keep the text after the last LF for the next read",
    isSlow: true,
    run: checkHalfLine,
  },
  {
    id: "bye",
    title: "ends after bye",
    hint: "leave the loop at bye with exit code 0, and end all child processes",
    isSlow: true,
    run: checkBye,
  },
  {
    id: "end-of-input",
    title: "ends at the end of stdin",
    hint: "leave the loop at the end of stdin too, with exit code 0; otherwise the driver keeps running if no bye comes",
    isSlow: true,
    run: checkEndOfInput,
  },
  {
    id: "large-ids",
    title: "returns ids that no run reaches",
    hint: "a run works without this; the protocol allows ids up to 2^53 - 1, which a 64-bit integer or a double holds",
    isSlow: true,
    run: checkLargeIds,
  },
];

/** Milliseconds between two pieces, so that one read does not get both. */
const PIECE_MILLISECONDS = 50;
/** Milliseconds that a driver may take to end. */
const END_MILLISECONDS = 2000;

async function checkHalfLine(driver: DriverUnderTest): Promise<undefined> {
  const line = cheapQuestion(driver, ++driver.lastId);
  const middle = Math.floor(line.length / 2);
  driver.session.send(line.slice(0, middle));
  await new Promise((later) => setTimeout(later, PIECE_MILLISECONDS));
  // The second half and the next question arrive together.
  const next = cheapQuestion(driver, ++driver.lastId);
  driver.session.send(line.slice(middle));
  const [first] = await driver.session.next(1, driver.timeouts.timeoutMilliseconds);
  if (first === undefined)
    throw new DriverFault(
      driver.session.problem()?.message ?? "the driver did not answer a line that came in two pieces",
    );
  await answersTo(driver, [next]);
}

async function checkBye(driver: DriverUnderTest): Promise<undefined> {
  driver.session.send(byeLine(++driver.lastId));
  driver.session.endInput();
  await checkEnd(driver.session);
}

async function checkEndOfInput({ start, timeouts }: DriverUnderTest): Promise<undefined> {
  const session = start();
  session.send(helloLine(1));
  await session.next(1, timeouts.helloTimeoutMilliseconds);
  session.endInput();
  await checkEnd(session).finally(session.stop);
}

async function checkLargeIds(driver: DriverUnderTest): Promise<undefined> {
  const session = driver.start();
  const other = { ...driver, session };
  try {
    await answersTo(other, [helloLine(1)], driver.timeouts.helloTimeoutMilliseconds);
    for (const id of [2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER]) {
      await answersTo(other, [cheapQuestion(driver, id)]);
    }
  } catch (error) {
    if (!(error instanceof DriverFault)) throw error;
    throw new DriverWarning(error.message);
  } finally {
    await session.stop();
  }
}

async function checkEnd(session: RawSession): Promise<void> {
  const end = await session.end(END_MILLISECONDS);
  const [line] = await session.next(1, 0);
  if (line !== undefined) throw unexpectedLine(line);
  if (end === undefined) throw new DriverWarning(`the driver still runs after ${END_MILLISECONDS} ms`);
  if (end.code !== 0) throw new DriverWarning(`expected exit code 0, got ${end.code ?? end.signal}`);
}
