/**
 * What must hold of the answers. Pure: each check takes what was seen and says whether that is right.
 *
 * Times are those of `performance.now()`.
 *
 * @module
 */

/** How one copy of a request was answered. */
export interface Answer {
  /** HTTP; 0 for no answer. */
  readonly status: number;
  /** Of the refusal, or what went wrong on the way. */
  readonly code: string | undefined;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The same request at the first and at the second server. */
export type Pair = readonly [Answer, Answer];

/** What happened to Redis. */
export interface Outage {
  /** When it was about to be killed. */
  readonly killedAt: number;
  /** When it was surely gone. */
  readonly goneAt: number;
  /** When it was about to be started. */
  readonly startedAt: number;
  /** When it had answered for so long that every server must have reached it again. */
  readonly settledAt: number;
}

/** The outcome of a check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Under load: every request is valid and new, and each must be accepted. */
export function checkLoad(runs: readonly { readonly sent: number; readonly accepted: number }[]): Check[] {
  const sent = total(runs.map((run) => run.sent));
  const accepted = total(runs.map((run) => run.accepted));
  const ok = sent > 0 && runs.every((run) => run.accepted === run.sent);
  return [{ name: "under load every request is accepted", ok, detail: `${accepted} of ${sent}` }];
}

/** Two copies at the same time: one is accepted and the other refused as used, and neither server wins always. */
export function checkRace(pairs: readonly Pair[]): Check[] {
  const right = pairs.filter((pair) => acceptances(pair) === 1 && pair.some(isUsed)).length;
  const first = pairs.filter(([one]) => isAccepted(one)).length;
  const second = pairs.filter(([, other]) => isAccepted(other)).length;
  return [
    {
      name: "of two copies at the same time one is accepted, the other is nonce-used",
      ok: pairs.length > 0 && right === pairs.length,
      detail: `${right} of ${pairs.length}`,
    },
    { name: "it is a race: either server wins", ok: first > 0 && second > 0, detail: `${first} to ${second}` },
  ];
}

/** Redis killed and started again. */
export function checkOutage(pairs: readonly Pair[], outage: Outage): Check[] {
  const answers = pairs.flat();
  const twice = pairs.filter((pair) => acceptances(pair) > 1).length;
  const away = answers.filter(({ sentAt, answeredAt }) => sentAt >= outage.goneAt && answeredAt <= outage.startedAt);
  const acceptedAway = away.filter(isAccepted).length;
  const refused = pairs.filter((pair) => acceptances(pair) === 0);
  const otherwise = refused.filter((pair) => !pair.some(isUnavailable) || !pair.every(isUsedOrUnavailable)).length;
  const strange = answers.filter((answer) => !isAccepted(answer) && !isUsedOrUnavailable(answer)).length;
  const tooEarlyOrLate = answers.filter((answer) => isUnavailable(answer) && !overlaps(answer, outage)).length;
  const after = pairs.filter((pair) => pair.every(({ sentAt }) => sentAt > outage.settledAt));
  const acceptedAfter = after.filter((pair) => acceptances(pair) === 1 && pair.some(isUsed)).length;
  return [
    { name: "around the outage no request is accepted twice", ok: twice === 0, detail: `${twice} of ${pairs.length}` },
    {
      name: "while there is no Redis nothing is accepted",
      ok: away.length > 0 && acceptedAway === 0,
      detail: `${acceptedAway} of ${away.length}`,
    },
    {
      name: "valid requests are refused with nonce-store-unavailable (503) and nothing else",
      ok: refused.length > 0 && otherwise === 0 && strange === 0,
      detail: `${refused.length} refused, ${Math.max(otherwise, strange)} otherwise`,
    },
    {
      name: "and only while Redis cannot be reached",
      ok: tooEarlyOrLate === 0,
      detail: `${tooEarlyOrLate} before or after`,
    },
    {
      name: "the servers recover by themselves",
      ok: after.length > 0 && acceptedAfter === after.length,
      detail: `${acceptedAfter} of ${after.length} accepted afterwards`,
    },
  ];
}

/** Everything that was accepted, sent again to both servers at the end. */
export function checkReplays(answers: readonly Answer[]): Check[] {
  const accepted = answers.filter(isAccepted).length;
  const used = answers.filter(isUsed).length;
  return [
    {
      name: "zero replays accepted, from before the restart too",
      ok: answers.length > 0 && accepted === 0 && used === answers.length,
      detail: `${accepted} accepted, ${used} of ${answers.length} nonce-used`,
    },
  ];
}

/** Whether the application was reached. */
export function isAccepted({ status, code }: Answer): boolean {
  return status === 200 && code === undefined;
}

function isUsed({ status, code }: Answer): boolean {
  return status === 401 && code === "nonce-used";
}

function isUnavailable({ status, code }: Answer): boolean {
  return status === 503 && code === "nonce-store-unavailable";
}

function isUsedOrUnavailable(answer: Answer): boolean {
  return isUsed(answer) || isUnavailable(answer);
}

function acceptances(pair: Pair): number {
  return pair.filter(isAccepted).length;
}

function overlaps({ sentAt, answeredAt }: Answer, { killedAt, settledAt }: Outage): boolean {
  return answeredAt >= killedAt && sentAt <= settledAt;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
