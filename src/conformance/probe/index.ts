/** Checks a running server as a black box: it must reject invalid requests and accept valid ones. */

export { FORM_TYPE } from "../cases/draft.ts";
export type { Credentials, GoodRequest } from "../cases/valid-requests.ts";
export type { Acceptance } from "./acceptance.ts";
export type { Check } from "./check.ts";
export { CHECKS } from "./checks/index.ts";
export { LATE_REPLAY } from "./late-replay.ts";
export { requestsOf } from "./plan.ts";
export { PreflightError } from "./preflight.ts";
export { type Probe, runProbe } from "./run-probe.ts";
export { createSender } from "./send.ts";
