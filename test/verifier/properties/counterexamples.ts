/**
 * Minimal cases that falsified a property, or found a mistake in a verifier or store. They run before any
 * generated one.
 */

import type { InputOf } from "../../../src/conformance/vectors/index.ts";
import type { ReceivedRequest } from "../../../src/verifier/index.ts";
import type { Rush } from "./rush.ts";
import type { Step } from "./service.ts";
import type { SignedCase } from "./signed-case.ts";
import type { TamperedCase } from "./tampered-case.ts";

const PLAIN: InputOf<"sign"> & { readonly signatureMethod: "HMAC-SHA1" } = {
  operation: "sign",
  request: { method: "GET", url: "https://example.com", formEncoded: "a=%FF&%E9=x&b=%EF%BF%BD&b=%C3%A9&c" },
  nonce: "n",
  timestamp: "1700000000",
  version: "1.0",
  transport: "header",
  signatureMethod: "HMAC-SHA1",
  credentials: { consumerKey: "", consumerSecret: "secret" },
};

/** Signed requests that are to be accepted once. */
export const ONCE: readonly SignedCase[] = [
  // Octets that are not text, an empty path, an empty client.
  { input: PLAIN, by: "library" },
  { input: { ...PLAIN, transport: "header-and-body", realm: 'x", oauth_nonce="y' }, by: "model" },
];

/** Changed requests. */
export const TAMPERED: readonly TamperedCase[] = [
  // Right by its signature, and shown to everybody.
  {
    signed: { input: { ...PLAIN, signatureMethod: "PLAINTEXT", transport: "body" }, by: "library" },
    changes: [{ name: "another scheme", choices: [0, 0, 0] }],
    signAgain: false,
  },
  // An unknown charset of an absent body.
  {
    signed: {
      input: { ...PLAIN, request: { method: "GET", url: "http://example.com", form: [] }, transport: "query" },
      by: "library",
    },
    changes: [{ name: "another media type", choices: [6, 0, 0] }],
    signAgain: false,
  },
  // A realm is not a parameter, wherever the others are.
  {
    signed: { input: PLAIN, by: "library" },
    changes: [
      { name: "another realm", choices: [1, 0, 0] },
      { name: "the protocol parameters moved from header to body", choices: [0, 0, 0] },
    ],
    signAgain: false,
  },
];

/** Requests in other spellings, that are to be accepted as well. */
export const SPELLED: readonly TamperedCase[] = [
  // A protocol parameter whose name is written with an escape moves with the others.
  {
    signed: { input: { ...PLAIN, transport: "query" }, by: "library" },
    changes: [
      { name: "an escaped character in the query", choices: [116190061, 0, 0] },
      { name: "the protocol parameters moved to the header", choices: [0, 0, 0] },
    ],
    signAgain: false,
  },
];

/** Runs of a service. */
export const SERVICE_RUNS: readonly (readonly Step[])[] = [
  // A timestamp in the far future: rejected until it expires, and after the clock went back.
  [
    { do: "send", client: 0, key: 0, offset: 300, token: false, via: 0 },
    { do: "clock", by: 301 },
    { do: "replay", which: 0, via: 0 },
    { do: "clock", by: 299 },
    { do: "replay", which: 0, via: 0 },
    { do: "clock", by: 620 },
    { do: "send", client: 1, key: 0, offset: 0, token: true, via: 1 },
    { do: "clock", by: -400 },
    { do: "clock", by: -400 },
    { do: "replay", which: 0, via: 1 },
  ],
  // A key that comes back brings no nonce back.
  [
    { do: "send", client: 0, key: 0, offset: 0, token: true, via: 0 },
    { do: "add-key", client: 0, key: 1 },
    { do: "remove-key", client: 0, key: 0 },
    { do: "replay", which: 0, via: 1 },
    { do: "restart", via: 1 },
    { do: "add-key", client: 0, key: 0 },
    { do: "flood", which: 0, times: 4 },
  ],
];

/** Rushes of requests, each with the order in which waiting tasks go on. */
export const SCHEDULED: readonly { readonly rush: Rush; readonly order: readonly number[] }[] = [
  // Both claims are sent before the store answers: this finds a store that checks first and sets later.
  { rush: { sends: [0, 0], failingLookUps: [], lostAnswers: [], isRsa: false }, order: [1, 2, 3, 4, 5, 6] },
  { rush: { sends: [0, 0], failingLookUps: [], lostAnswers: [], isRsa: false }, order: [2, 1, 4, 3, 6, 5] },
];

/** Requests of any octets. */
export const OCTETS: readonly ReceivedRequest[] = [
  { method: "POST", url: "/", headers: [["content-type", "application/x-www-form-urlencoded"]], body: "a=\ud800" },
  { method: "GET", url: "/?oauth_%FF=1&oauth_%FF=2", headers: { authorization: ["OAuth", "OAuth "] } },
  { method: "GET", url: "/", headers: [["authorization", 'OAuth oauth_nonce="\ud800", __proto__="x"']] },
];
