/**
 * Checks that every nonce store must pass, for any test runner: published as `countersign/nonce-store-tests`.
 *
 * @module
 */

import type { NonceAnswer, NonceClaim, NonceStore } from "../nonce-store.ts";

/** How the kit gets at the store that it checks. What a store does not have is said with `null`, never left out. */
export interface NonceStoreHarness {
  /** Opens a store that holds no nonces yet; called once for each check. */
  open(): NonceStore | Promise<NonceStore>;
  /** Opens another handle on the nonces of the store last opened, as another process would; `null` where none can. */
  openAnother: ((store: NonceStore) => NonceStore | Promise<NonceStore>) | null;
  /** Makes a store fail, as when its server is gone; `null` where nothing can fail. */
  breakStore: ((store: NonceStore) => void | Promise<void>) | null;
  /** What lets the store forget: the `now` of its claims, or real time (then the kit waits for some seconds). */
  readonly forgetsBy: "claims" | "real-time";
}

/** One check. */
export interface NonceStoreTest {
  /** A sentence about what the store does. */
  readonly name: string;
  /** @throws Error that says what was expected, what came and where */
  run(): Promise<void>;
}

/** The claim of a check, in which what does not matter may be left out. */
type Given = Partial<NonceClaim>;

/** Asks the store under check, where `handle` is another than the first. */
type Ask = (given: Given, handle?: NonceStore) => Promise<NonceAnswer>;

/** What a check works with. */
interface Bench {
  readonly store: NonceStore;
  readonly harness: NonceStoreHarness;
  /** The second at which the check began. */
  readonly start: number;
  readonly ask: Ask;
  /** Opens another handle, which is closed with the check. */
  openAnother(): Promise<NonceStore>;
}

/** Usual values: the verifier's tolerance, and tolerance with the margin for clocks that differ. */
const TOLERANCE = 300;
const KEPT_AFTER = 360;

/** Claims for one nonce at once. */
const SIMULTANEOUS = 64;

/** How long a store may take to answer at all. */
const PATIENCE_MS = 10_000;

/**
 * Returns the checks for a store, to be given to any test runner. Those about other handles, failure and real time are
 * there where the harness says that the store has them.
 *
 * Each check throws an `Error` that says what was expected, what came instead, and for which claim.
 *
 * @example
 * ```ts
 * import test from "node:test";
 * import { nonceStoreTests } from "countersign/nonce-store-tests";
 * import { MemoryNonceStore } from "countersign";
 *
 * const checks = nonceStoreTests({
 *   open: () => new MemoryNonceStore(),
 *   openAnother: null,
 *   breakStore: (store) => store.close?.(),
 *   forgetsBy: "claims",
 * });
 * for (const { name, run } of checks) test(name, run);
 * ```
 */
export function nonceStoreTests(harness: NonceStoreHarness): readonly NonceStoreTest[] {
  return CHECKS.filter(({ applies }) => applies === undefined || applies(harness)).map(({ name, check }) => ({
    name,
    run: () => runOnBench(harness, check),
  }));
}

interface Definition {
  readonly name: string;
  /** @default always */
  readonly applies?: (harness: NonceStoreHarness) => boolean;
  readonly check: (bench: Bench) => Promise<void>;
}

const CHECKS: readonly Definition[] = [
  { name: "a nonce is fresh once and used from then on", check: freshOnce },
  { name: "of simultaneous claims for one nonce exactly one is fresh", check: oneWinner },
  { name: "a nonce is its client's, token's and timestamp's own", check: ownScope },
  { name: "an absent token differs from an empty one, and from words that stand for absence", check: absentToken },
  { name: "characters that move from one field to another make another nonce", check: noJoinedKeys },
  { name: "texts that only look alike are different nonces", check: lookalikes },
  { name: "names that mean something to a programming language are only names", check: hostileNames },
  { name: "a timestamp at the far edge of the future is refused until the end of its own window", check: farEdge },
  { name: "a claim that has expired is never fresh", check: expired },
  { name: "a clock that steps forward and back lets no replay through", check: clockForwardAndBack },
  { name: "a clock that steps back and forward lets no replay through", check: clockBackAndForward },
  {
    name: "a nonce is refused in real time until the end of its window",
    applies: ({ forgetsBy }) => forgetsBy === "real-time",
    check: realTime,
  },
  {
    name: "handles on the same nonces see each other's",
    applies: ({ openAnother }) => openAnother !== null,
    check: seenByOthers,
  },
  {
    name: "of simultaneous claims through several handles exactly one is fresh",
    applies: ({ openAnother }) => openAnother !== null,
    check: oneWinnerOfSeveralHandles,
  },
  {
    name: "a store that fails accepts nothing, and says so in time",
    applies: ({ breakStore }) => breakStore !== null,
    check: failureIsNotAcceptance,
  },
];

async function freshOnce({ ask, start }: Bench): Promise<void> {
  await expectAnswer(ask, "fresh", {}, "the first claim");
  await expectAnswer(ask, "used", {}, "the same claim again");
  await expectAnswer(ask, "used", { now: start + 60 }, "the same claim a minute later");
  await expectAnswer(ask, "fresh", { nonce: "another" }, "another nonce");
}

async function oneWinner({ ask }: Bench): Promise<void> {
  await expectOneWinner(Array.from({ length: SIMULTANEOUS }, () => () => ask({ nonce: "raced for" })));
}

async function ownScope({ ask, start }: Bench): Promise<void> {
  const claims: Given[] = [
    {},
    { consumerKey: "another client" },
    { token: "token" },
    { token: "another token" },
    { timestamp: start - 1 },
    { timestamp: start + 1 },
    { consumerKey: "another client", token: "token", timestamp: start - 1 },
  ];
  await expectDifferent(ask, claims);
}

async function absentToken({ ask }: Bench): Promise<void> {
  const tokens = [undefined, "", "undefined", "null", "-", "0", " ", "\0"];
  await expectDifferent(
    ask,
    tokens.map((token) => ({ token })),
  );
}

/** What stores like to put between fields, and what they like to escape it with. */
const SEPARATORS = [
  "",
  ":",
  "::",
  "|",
  "/",
  "\\",
  ",",
  ";",
  "&",
  "=",
  "%",
  "-",
  "_",
  "#",
  "\0",
  "\n",
  "\x1f",
  '","',
  "{}",
];

async function noJoinedKeys({ ask, start }: Bench): Promise<void> {
  const pairs = [
    ["consumerKey", "token"],
    ["consumerKey", "nonce"],
    ["token", "nonce"],
  ] as const;
  for (const separator of SEPARATORS) {
    for (const [one, other] of pairs) {
      const rest = { consumerKey: "k", token: "t", nonce: `${one} ${other} ${separator}` };
      await expectDifferent(ask, [
        { ...rest, [one]: `a${separator}b`, [other]: `c${rest[other]}` },
        { ...rest, [one]: "a", [other]: `b${separator}c${rest[other]}` },
      ]);
    }
    // The timestamp, written into the fields beside it.
    const inside = `m${separator}${start}${separator}n`;
    await expectDifferent(ask, [
      { consumerKey: `time ${separator}`, token: "t", nonce: inside },
      { consumerKey: `time ${separator}`, token: `t${separator}${start}${separator}m`, nonce: "n" },
      { consumerKey: `time ${separator}`, nonce: inside },
      { consumerKey: `time ${separator}${separator}${start}${separator}m`, nonce: "n" },
    ]);
  }
  // Lengths in front of fields, forged.
  await expectDifferent(ask, [
    { consumerKey: "1:a1:b", token: "c", nonce: "n" },
    { consumerKey: "a", token: "b1:c", nonce: "n" },
    { consumerKey: "a", token: "b", nonce: "1:cn" },
  ]);
}

async function lookalikes({ ask }: Bench): Promise<void> {
  const long = "n".repeat(4096);
  const nonces = [
    ..."n|N|n |\tn| n|n\0|n\0\0|1|01|1.0|1e0|+1|%6e|%6E|\u00e9|e\u0301|\u{1f600}|\ufffd|\ud800|\udc00|\ud83d".split(
      "|",
    ),
    ...["", "\u212a", "K", "k", "\u00df", "ss", `${long}a`, `${long}b`, long],
  ];
  for (const field of ["nonce", "consumerKey", "token"] as const) {
    await expectDifferent(
      ask,
      nonces.map((text) => ({ nonce: "scope", ...scopeOf(field), [field]: text })),
    );
  }
}

/** Keeps what one field's texts claim apart from what another's claim. */
function scopeOf(field: string): Given {
  return field === "token" ? { consumerKey: "tokens" } : { token: `for ${field}` };
}

async function hostileNames({ ask }: Bench): Promise<void> {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "then", "*", "$where"];
  for (const field of ["nonce", "consumerKey", "token"] as const) {
    await expectDifferent(
      ask,
      names.map((text) => ({ nonce: `of ${field}`, [field]: text })),
    );
  }
}

async function farEdge({ ask, start }: Bench): Promise<void> {
  const timestamp = start + TOLERANCE;
  const claim = { timestamp, expiresAt: timestamp + KEPT_AFTER };
  await expectAnswer(ask, "fresh", claim, "a timestamp as far ahead as is allowed");
  // Claims as time goes by, so that a store has occasion to forget.
  for (const later of [1, TOLERANCE, TOLERANCE + KEPT_AFTER - 60]) {
    await expectAnswer(ask, "fresh", { nonce: `by the way ${later}`, ...at(start + later) }, "another nonce meanwhile");
    await expectNotFresh(ask, { ...claim, now: start + later }, `the same, ${later} s later`);
  }
  await expectNotFresh(ask, { ...claim, now: claim.expiresAt - 1 }, "the same in the last second of its window");
}

async function expired({ ask, start }: Bench): Promise<void> {
  const claim = { timestamp: start - KEPT_AFTER, expiresAt: start };
  await expectNotFresh(ask, { ...claim, now: start }, "a claim at the second of its expiry");
  await expectNotFresh(ask, { ...claim, now: start + 3600 }, "a claim an hour after its expiry");
}

async function clockForwardAndBack({ ask, start }: Bench): Promise<void> {
  const ahead = start + 86_400;
  await expectAnswer(ask, "fresh", {}, "a claim before the step");
  await expectAnswer(ask, "fresh", { nonce: "ahead", ...at(ahead) }, "a claim after a step of a day");
  await expectNotFresh(ask, { now: ahead }, "the first claim, a day ahead");
  await expectNotFresh(ask, {}, "the first claim, back at its own time");
  await expectNotFresh(ask, { nonce: "ahead", ...at(ahead), now: start }, "the claim from ahead, back again");
  await expectNotFresh(ask, { nonce: "ahead", ...at(ahead), now: ahead + 100 }, "the claim from ahead, once it is due");
}

async function clockBackAndForward({ ask, start }: Bench): Promise<void> {
  const behind = start - 86_400;
  await expectAnswer(ask, "fresh", {}, "a claim before the step");
  await ask({ nonce: "behind", ...at(behind) });
  await expectNotFresh(ask, { nonce: "behind", ...at(behind) }, "a claim from a day back, again");
  await expectNotFresh(ask, { now: behind }, "the first claim, a day back");
  await expectNotFresh(ask, { now: start + 1 }, "the first claim, forward again");
  await expectNotFresh(ask, { nonce: "behind", ...at(behind) }, "a claim from a day back, forward and back");
}

async function realTime({ ask, start }: Bench): Promise<void> {
  const claim = { timestamp: start + 1, expiresAt: start + 4 };
  await expectAnswer(ask, "fresh", claim, "a nonce that expires in 4 s");
  for (let second = 1; second < 4; second++) {
    await new Promise((done) => setTimeout(done, 950));
    await expectNotFresh(ask, { ...claim, now: start + second }, `the same after ${second} s of real time`);
  }
}

async function seenByOthers({ ask, start, openAnother }: Bench): Promise<void> {
  const other = await openAnother();
  await expectAnswer(ask, "fresh", {}, "a claim through the first handle");
  await expectAnswer(ask, "used", {}, "the same through the second", other);
  await expectAnswer(ask, "fresh", { nonce: "back" }, "a claim through the second", other);
  await expectAnswer(ask, "used", { nonce: "back" }, "the same through the first");
  const edge = { nonce: "edge", timestamp: start + TOLERANCE, expiresAt: start + TOLERANCE + KEPT_AFTER };
  await expectAnswer(ask, "fresh", edge, "the far edge of the future, through the first");
  const last = { ...edge, now: edge.expiresAt - 1 };
  await expectNotFresh(ask, last, "the same through the second, in the last second of its window", other);
}

async function oneWinnerOfSeveralHandles({ ask, store, openAnother }: Bench): Promise<void> {
  const handles = [store, await openAnother(), await openAnother(), await openAnother()];
  for (let round = 0; round < 8; round++) {
    const racer = (index: number) => () => ask({ nonce: `round ${round}` }, handles[index % handles.length]!);
    await expectOneWinner(Array.from({ length: SIMULTANEOUS }, (_, index) => racer(index)));
  }
}

async function failureIsNotAcceptance({ ask, store, harness }: Bench): Promise<void> {
  await expectAnswer(ask, "fresh", { nonce: "before" }, "a claim while all is well");
  await harness.breakStore!(store);
  for (const nonce of ["before", "after", "later"]) {
    const answer = await Promise.race([ask({ nonce }).catch(() => "an error" as const), patience()]);
    if (answer === "fresh")
      throw new Error(`expected an error or a refusal, came fresh: ${nonce} the store was broken`);
    if (answer === "nothing") throw new Error(`expected an answer within ${PATIENCE_MS} ms, came none: a broken store`);
  }
}

function patience(): Promise<"nothing"> {
  return new Promise((done) => setTimeout(done, PATIENCE_MS, "nothing" as const).unref());
}

/** Claims that are no other's repetition: each is fresh, and each is used when it comes again. */
async function expectDifferent(ask: Ask, claims: readonly Given[]): Promise<void> {
  for (const claim of claims) await expectAnswer(ask, "fresh", claim, "a claim that differs from those before");
  for (const claim of claims) await expectAnswer(ask, "used", claim, "the same claim again");
}

async function expectOneWinner(claims: readonly (() => Promise<NonceAnswer>)[]): Promise<void> {
  const answers = await Promise.all(claims.map((claim) => claim()));
  const fresh = answers.filter((answer) => answer === "fresh").length;
  const used = answers.filter((answer) => answer === "used").length;
  if (fresh !== 1 || used !== answers.length - 1) {
    const came = `${fresh} fresh, ${used} used and ${answers.length - fresh - used} others`;
    throw new Error(`expected 1 fresh and ${answers.length - 1} used, came ${came}: ${answers.length} claims at once`);
  }
}

async function expectAnswer(
  ask: Ask,
  expected: NonceAnswer,
  given: Given,
  where: string,
  handle?: NonceStore,
): Promise<void> {
  const answer = await ask(given, handle);
  if (answer !== expected) throw new Error(`expected ${expected}, came ${said(answer)}: ${where} ${shown(given)}`);
}

async function expectNotFresh(ask: Ask, given: Given, where: string, handle?: NonceStore): Promise<void> {
  const answer = await ask(given, handle);
  if (answer !== "used" && answer !== "full") {
    throw new Error(`expected used or full, came ${said(answer)}: ${where} ${shown(given)}`);
  }
}

function said(answer: unknown): string {
  return typeof answer === "string" ? answer : `something that is no answer (${typeof answer})`;
}

/** The claim as ASCII, cut short. */
function shown(given: Given): string {
  const text = JSON.stringify(given).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** The times of a claim that is made at its own second. */
function at(second: number): Pick<NonceClaim, "timestamp" | "expiresAt" | "now"> {
  return { timestamp: second, expiresAt: second + KEPT_AFTER, now: second };
}

async function runOnBench(harness: NonceStoreHarness, check: Definition["check"]): Promise<void> {
  const opened: NonceStore[] = [];
  const keep = async (opening: NonceStore | Promise<NonceStore>): Promise<NonceStore> => {
    const store = await opening;
    opened.push(store);
    return store;
  };
  try {
    const store = await keep(harness.open());
    const start = Math.floor(Date.now() / 1000);
    const ask: Ask = async (given, handle = store) => handle.claim(wholeClaim(given, start));
    await check({ store, harness, start, ask, openAnother: () => keep(harness.openAnother!(store)) });
  } finally {
    for (const store of opened) await store.close?.();
  }
}

function wholeClaim(given: Given, start: number): NonceClaim {
  const { timestamp = start, consumerKey = "client", token, nonce = "nonce" } = given;
  const { expiresAt = timestamp + KEPT_AFTER, now = start } = given;
  return { consumerKey, ...(token === undefined ? {} : { token }), timestamp, nonce, expiresAt, now };
}
