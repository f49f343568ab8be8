/** Limits: a request at a limit is accepted; a request beyond it is rejected before it is processed further. */

import type { VerificationLimits } from "../vectors/index.ts";
import type { CaseGroup } from "./case.ts";

const under = (limits: VerificationLimits) => ({ server: { limits } });
const OVER = { refuse: "limit-exceeded", finds: ["no-input-limits"] } as const;
const LONG_NONCE = {
  ...OVER,
  alsoAcceptable: ["nonce-malformed"],
  finds: ["no-input-limits", "nonce-too-long"],
} as const;
const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=${index}`).join("&");
const nonce = (text: string) => () => ({ oauth_nonce: text });
/** Octets of the Authorization header of the valid request. */
const HEADER = 206;

// biome-ignore format: one line a row
export const LIMITS: readonly CaseGroup[] = [
  {
    layer: "limits", rule: "rfc5849-4.10-1",
    check: {
      id: "large-request", title: "request that is larger than any client needs", rule: "rfc5849-4.10-1",
      means: "The server reads a request of this size before it knows who sent it, so anyone can cause this work.",
    },
    cases: [
      { vector: "limits/1", words: "body at the limit", form: `a=${"x".repeat(198)}`, ...under({ body: 200 }) },
      { vector: "limits/2", words: "body one byte over the limit", form: `a=${"x".repeat(199)}`, ...OVER, ...under({ body: 200 }) },
      { vector: "limits/3", words: "body that is not a form, over the limit", body: { text: `{"a":"${"x".repeat(300)}"}`, type: "application/json" }, ...OVER, ...under({ body: 200 }) },
      { vector: "limits/4", words: "body over the limit in bytes, not in characters", form: [`a=${"%C3%A9".repeat(60)}`, `a=${"\xc3\xa9".repeat(60)}`], ...OVER, ...under({ body: 100 }) },
      { vector: "limits/5", words: "URL at the limit", ofVector: { path: "/r" }, query: `a=${"x".repeat(95)}`, ...under({ url: 100 }) },
      { vector: "limits/6", words: "URL one byte over the limit", ofVector: { path: "/r" }, query: `a=${"x".repeat(96)}`, ...OVER, ...under({ url: 100 }) },
      { vector: "limits/7", words: "URL over the limit because of its path", ofVector: { path: `/${"x".repeat(200)}` }, ...OVER, ...under({ url: 100 }) },
      { vector: "limits/8", words: "Authorization header at the limit", ...under({ authorization: HEADER }) },
      { vector: "limits/9", words: "Authorization header one byte over the limit", ...OVER, ...under({ authorization: HEADER - 1 }) },
      { vector: "limits/10", probe: "realm-of-20-kb", words: "Authorization header far over the limit: a realm of 20 KB", realm: "x".repeat(20_000), ...OVER, isOpenForProbe: true },
      { vector: "limits/11", words: "fewer parameters than the limit", form: many(40), ...under({ parameters: 50 }) },
      { vector: "limits/12", words: "more parameters than the limit", form: many(60), ...OVER, ...under({ parameters: 50 }) },
      { vector: "limits/13", words: "more parameters than the limit in the query", ofVector: { path: "/r" }, query: "a&".repeat(60), ...OVER, ...under({ parameters: 50 }) },
      { vector: "limits/14", words: "more parameters than the limit in query and body together", ofVector: { path: "/r" }, query: `${"a&".repeat(30)}b`, form: `${"a&".repeat(30)}b`, ...OVER, ...under({ parameters: 50 }) },
      { vector: "limits/15", probe: "one-pair-a-thousand-times", words: "same pair 1000 times", pairs: "a=1&".repeat(1000), ...OVER, ...under({ parameters: 50 }), isOpenForProbe: true },
      { vector: "limits/16", words: "parameter name at the limit", form: `${"n".repeat(50)}=1`, ...under({ name: 50 }) },
      { vector: "limits/17", words: "parameter name one byte over the limit", form: `${"n".repeat(51)}=1`, ...OVER, ...under({ name: 50 }) },
      { vector: "limits/18", words: "parameter name in the query over the limit", ofVector: { path: "/r" }, query: `${"n".repeat(51)}=1`, ...OVER, ...under({ name: 50 }) },
      { vector: "limits/19", words: "parameter value at the limit", form: `a=${"v".repeat(100)}`, ...under({ value: 100 }) },
      { vector: "limits/20", words: "parameter value one byte over the limit", form: `a=${"v".repeat(101)}`, ...OVER, ...under({ value: 100 }) },
      { vector: "limits/21", words: "parameter value in the query over the limit", ofVector: { path: "/r" }, query: `a=${"v".repeat(101)}`, ...OVER, ...under({ value: 100 }) },
      { vector: "limits/22", words: "nonce at the limit", protocol: nonce("n".repeat(32)), ...under({ nonce: 32 }) },
      { vector: "limits/23", words: "nonce one byte over the limit", protocol: nonce("n".repeat(33)), ...LONG_NONCE, ...under({ nonce: 32 }) },
      { vector: "limits/24", words: "nonce over the limit in bytes, not in characters", protocol: nonce("é".repeat(20)), ...LONG_NONCE, finds: ["no-input-limits"], mayAccept: "a server may count characters", ...under({ nonce: 32 }) },
      { vector: "limits/25", words: "nonce in the query over the limit", place: "query", protocol: nonce("n".repeat(33)), ...LONG_NONCE, ...under({ nonce: 32 }) },
      { vector: "limits/26", words: "form with 400 parameters, limit 1000", form: many(400), ...under({ parameters: 1000 }) },
      { probe: "nonce-of-8-kb", protocol: nonce("n".repeat(8192)), ...OVER, isOpenForProbe: true },
    ],
  },
];
