/** The checks of the responses. They are pure functions. All times are from `performance.now()`. */

/** The response to one copy of a request. */
export interface Reply {
  /** HTTP status; 0 for no response. */
  readonly status: number;
  /** The rejection code, or the error of the connection. */
  readonly code: string | undefined;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The same request at the first and at the second server. */
export type Pair = readonly [Reply, Reply];

/** The times of an outage of Redis. */
export interface Outage {
  /** Just before Redis was killed. */
  readonly killedAt: number;
  /** After its process had ended. */
  readonly goneAt: number;
  /** Just before it was started again. */
  readonly startedAt: number;
  /** The time by which every server must have reconnected to it. */
  readonly settledAt: number;
}

/** The result of a check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Under load: all requests are valid and new, so all must be accepted. */
export function checkLoad(runs: readonly { readonly sent: number; readonly accepted: number }[]): Check[] {
  const sent = total(runs.map((run) => run.sent));
  const accepted = total(runs.map((run) => run.accepted));
  const ok = sent > 0 && runs.every((run) => run.accepted === run.sent);
  return [{ name: "under load every request is accepted", ok, detail: `${accepted} of ${sent}` }];
}

/** Two copies at the same time: one is accepted, the other is rejected as used, and each server accepts some. */
export function checkRace(pairs: readonly Pair[]): Check[] {
  const right = pairs.filter((pair) => acceptances(pair) === 1 && pair.some(isUsed)).length;
  const first = pairs.filter(([one]) => isAccepted(one)).length;
  const second = pairs.filter(([, other]) => isAccepted(other)).length;
  return [
    {
      name: "one of two simultaneous copies is accepted, the other is nonce-used",
      ok: pairs.length > 0 && right === pairs.length,
      detail: `${right} of ${pairs.length}`,
    },
    { name: "each server accepts some of them first", ok: first > 0 && second > 0, detail: `${first} to ${second}` },
  ];
}

/** While Redis is killed and started again. */
export function checkOutage(pairs: readonly Pair[], outage: Outage): Check[] {
  const answers = pairs.flat();
  const twice = pairs.filter((pair) => acceptances(pair) > 1).length;
  const away = answers.filter(({ sentAt, answeredAt }) => sentAt >= outage.goneAt && answeredAt <= outage.startedAt);
  const acceptedAway = away.filter(isAccepted).length;
  const rejected = pairs.filter((pair) => acceptances(pair) === 0);
  const otherwise = rejected.filter((pair) => !pair.some(isUnavailable) || !pair.every(isUsedOrUnavailable)).length;
  const strange = answers.filter((answer) => !isAccepted(answer) && !isUsedOrUnavailable(answer)).length;
  const tooEarlyOrLate = answers.filter((answer) => isUnavailable(answer) && !overlaps(answer, outage)).length;
  const after = pairs.filter((pair) => pair.every(({ sentAt }) => sentAt > outage.settledAt));
  const acceptedAfter = after.filter((pair) => acceptances(pair) === 1 && pair.some(isUsed)).length;
  return [
    { name: "no request is accepted twice around the outage", ok: twice === 0, detail: `${twice} of ${pairs.length}` },
    {
      name: "nothing is accepted while Redis is down",
      ok: away.length > 0 && acceptedAway === 0,
      detail: `${acceptedAway} of ${away.length}`,
    },
    {
      name: "valid requests are rejected only with nonce-store-unavailable (503)",
      ok: rejected.length > 0 && otherwise === 0 && strange === 0,
      detail: `${rejected.length} rejected, ${Math.max(otherwise, strange)} otherwise`,
    },
    {
      name: "requests are rejected only while Redis is unavailable",
      ok: tooEarlyOrLate === 0,
      detail: `${tooEarlyOrLate} before or after`,
    },
    {
      name: "the servers reconnect by themselves",
      ok: after.length > 0 && acceptedAfter === after.length,
      detail: `${acceptedAfter} of ${after.length} accepted afterwards`,
    },
  ];
}

/** Checks all accepted requests, which are sent to both servers again at the end. */
export function checkReplays(answers: readonly Reply[]): Check[] {
  const accepted = answers.filter(isAccepted).length;
  const used = answers.filter(isUsed).length;
  return [
    {
      name: "no replay is accepted, also from before the restart",
      ok: answers.length > 0 && accepted === 0 && used === answers.length,
      detail: `${accepted} accepted, ${used} of ${answers.length} nonce-used`,
    },
  ];
}

/** Whether the application received the request. */
export function isAccepted({ status, code }: Reply): boolean {
  return status === 200 && code === undefined;
}

function isUsed({ status, code }: Reply): boolean {
  return status === 401 && code === "nonce-used";
}

function isUnavailable({ status, code }: Reply): boolean {
  return status === 503 && code === "nonce-store-unavailable";
}

function isUsedOrUnavailable(answer: Reply): boolean {
  return isUsed(answer) || isUnavailable(answer);
}

function acceptances(pair: Pair): number {
  return pair.filter(isAccepted).length;
}

function overlaps({ sentAt, answeredAt }: Reply, { killedAt, settledAt }: Outage): boolean {
  return answeredAt >= killedAt && sentAt <= settledAt;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
