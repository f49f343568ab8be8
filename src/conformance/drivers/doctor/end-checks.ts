/**
 * What takes a wait: lines in pieces, and whether a driver ends when it should.
 *
 * @module
 */

import { byeLine, helloLine } from "../question.ts";
import { answersTo, type Check, type DriverUnderTest, Fault, strayLine, Warning } from "./driver-under-test.ts";
import type { Session } from "./session.ts";
import { cheapQuestion } from "./talk-checks.ts";

/** In order; the second of them ends the process. One that stays is ended in a check, which is none the worse for it. */
export const END_CHECKS: readonly Check[] = [
  {
    id: "half-line",
    title: "waits for the end of a line that comes in pieces",
    hint: "a read may end within a line: keep what follows the last LF for the next read",
    isSlow: true,
    look: waitsForLineEnd,
  },
  {
    id: "bye",
    title: "ends after bye",
    hint: "leave the loop at bye, with exit code 0, and leave nothing running behind",
    isSlow: true,
    look: endsAfterBye,
  },
  {
    id: "end-of-input",
    title: "ends with its input",
    hint: "leave the loop at the end of stdin too, with exit code 0: else a driver stays when nobody says bye",
    isSlow: true,
    look: endsWithInput,
  },
];

/** Milliseconds between two pieces, so that no read gets both. */
const PAUSE = 50;
/** Milliseconds that a driver may take to end. */
const FAREWELL = 2000;

async function waitsForLineEnd(patient: DriverUnderTest): Promise<undefined> {
  const line = cheapQuestion(patient, ++patient.lastId);
  const middle = Math.floor(line.length / 2);
  patient.session.send(line.slice(0, middle));
  await new Promise((later) => setTimeout(later, PAUSE));
  // The piece that is asked with here begins where the other ended.
  const next = cheapQuestion(patient, ++patient.lastId);
  patient.session.send(line.slice(middle));
  const [first] = await patient.session.next(1, patient.patience.timeoutMilliseconds);
  if (first === undefined)
    throw new Fault(patient.session.problem()?.message ?? "a line in two pieces is not answered");
  await answersTo(patient, [next]);
}

async function endsAfterBye(patient: DriverUnderTest): Promise<undefined> {
  patient.session.send(byeLine(++patient.lastId));
  patient.session.endInput();
  await ended(patient.session);
}

async function endsWithInput({ start, patience }: DriverUnderTest): Promise<undefined> {
  const session = start();
  session.send(helloLine(1));
  await session.next(1, patience.helloTimeoutMilliseconds);
  session.endInput();
  await ended(session).finally(session.stop);
}

async function ended(session: Session): Promise<void> {
  const ending = await session.end(FAREWELL);
  const [line] = await session.next(1, 0);
  if (line !== undefined) throw strayLine(line);
  if (ending === undefined) throw new Warning(`it still runs after ${FAREWELL} ms`);
  if (ending.code !== 0) throw new Warning(`expected exit code 0, got ${ending.code ?? ending.signal}`);
}
