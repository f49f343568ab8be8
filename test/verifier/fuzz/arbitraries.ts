/** Generates plans: most of their parts are as a client sends them, so that the odd ones meet a server that is at work. */

import * as fc from "fast-check";
import * as http2 from "./http2.ts";
import type { Damage, ExtraFrame, Framing, Http1Message, Http1Plan, Http2Plan, Http2Stream, Plan } from "./plan.ts";
import { REQUESTS } from "./requests.ts";
import type { Target } from "./targets.ts";

/** Octets that mean something in HTTP/1.1 or HTTP/2, and some that mean nothing. */
const PIECES = [
  ...[
    "",
    "\r\n",
    "\n",
    "\r",
    "\0",
    " ",
    "\t",
    ":",
    "a",
    "\xff",
    "0\r\n\r\n",
    "\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: h\r\n\r\n",
  ],
  ...[
    "\r\nauthorization: Basic x\r\n",
    "\r\ncontent-length: 0\r\n",
    "\r\ntransfer-encoding: chunked\r\n",
    "\r\n folded\r\n",
  ],
  ...["HTTP/9.9", "ffffffff", "-1", "\0\0\0\x04\0\0\0\0\0", "\0\0\x04\x03\0\0\0\0\x01\0\0\0\x08", "\xff".repeat(9)],
];

const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(20_000),
  remove: fc.constantFrom(0, 1, 2, 9, 100),
  insert: fc.oneof(
    fc.constantFrom(...PIECES),
    fc.nat(255).map((octet) => String.fromCharCode(octet)),
  ),
});

/** Mostly what a client usually does, sometimes something else. */
function mostly<Value>(usual: Value, ...others: readonly fc.Arbitrary<Value>[]): fc.Arbitrary<Value> {
  const often = { weight: 5 * others.length, arbitrary: fc.constant(usual) };
  return fc.oneof({ withCrossShrink: true }, often, ...others);
}

const request = fc.record({
  kind: fc.constantFrom(...REQUESTS),
  nonce: fc.nat(30),
  answer: fc.constantFrom("code" as const, "empty" as const, "long" as const),
});

const connection = {
  damage: mostly<readonly Damage[]>([], fc.array(damage, { minLength: 1, maxLength: 3 })),
  pauses: fc.array(fc.nat(20_000), { maxLength: 4 }),
  unsent: mostly(0, fc.integer({ min: 1, max: 2000 })),
  end: mostly<Plan["end"]>("close", fc.constant("reset"), fc.constant("half-close")),
};

const FIELDS = [
  ...["expect: 100-continue", "expect: something", "connection: close", "connection: keep-alive", "te: trailers"],
  ...[
    "content-length: 3",
    "content-length: 99999999999999999999",
    "transfer-encoding: gzip",
    "transfer-encoding: identity",
  ],
  ...[
    "host: other",
    "upgrade: h2c",
    "connection: upgrade",
    "x-folded: a\r\n b",
    "x bad: 1",
    ": 1",
    "x-empty:",
    "trailer: x",
  ],
  ...[
    "content-type: text/plain",
    "content-encoding: gzip",
    `x-long: ${"a".repeat(20_000)}`,
    "x-octets: \x80\xff",
    "cookie: a=b",
  ],
];

const fields = mostly<readonly string[]>(
  [],
  fc.array(
    fc.constantFrom(...FIELDS).map((field) => `${field}\r\n`),
    { maxLength: 3 },
  ),
);

const many = mostly(0, fc.integer({ min: 1, max: 3000 }));

const framing = fc.oneof<fc.Arbitrary<Framing>[]>(
  fc.record({
    by: fc.constant("length" as const),
    off: mostly(0, fc.integer({ min: -20, max: 20 }), fc.constant(9000)),
  }),
  fc.record({
    by: fc.constant("chunks" as const),
    sizes: fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 5 }),
    extension: mostly("", fc.constantFrom(";a=b", ";", ";a", " ", ";\n")),
    trailers: mostly<readonly string[]>(
      [],
      fc.array(fc.constantFrom("x-trailer: 1\r\n", "authorization: x\r\n", "bad\r\n")),
    ),
    hasLength: mostly(false, fc.constant(true)),
  }),
);

const message: fc.Arbitrary<Http1Message> = fc.record({
  request,
  version: mostly<Http1Message["version"]>("1.1", fc.constant("1.0")),
  fields,
  many,
  framing,
});

const FIELDS_2: readonly (readonly [string, string])[] = [
  ...([
    ["te", "trailers"],
    ["te", "gzip"],
    ["expect", "100-continue"],
    ["expect", "something"],
    ["cookie", "a=b"],
  ] as const),
  ...([
    ["X-Upper", "1"],
    ["connection", "close"],
    ["transfer-encoding", "chunked"],
    ["content-length", "3"],
    ["host", "other"],
  ] as const),
  ...([
    [":path", "/"],
    [":unknown", "1"],
    ["x bad", "1"],
    ["x-bad", "a\r\nb"],
    ["", "1"],
    ["x-long", "a".repeat(20_000)],
  ] as const),
];

const fields2 = mostly<Http2Stream["fields"]>([], fc.array(fc.constantFrom(...FIELDS_2), { maxLength: 3 }));

const stream: fc.Arbitrary<Http2Stream> = fc.record({
  request,
  fields: fields2,
  many,
  headerFrames: mostly(1, fc.integer({ min: 2, max: 5 }), fc.integer({ min: 6, max: 40 })),
  frameLength: fc.constantFrom(100, 1000, 16_000),
  padding: mostly(0, fc.constant(7)),
  finish: mostly<Http2Stream["finish"]>("flag", fc.constant("trailers"), fc.constant("nothing"), fc.constant("reset")),
});

const payload = fc.oneof(
  fc.constantFrom("", "\0\0\0\x01", "\0\0\0\0", "\x7f\xff\xff\xff", "\0\0\0\x08", "\0\0\0\0\0\0\0\0", "\0\0\0\0\x10"),
  // Settings: the window of a stream, the length of a frame, a push, one that is unknown.
  fc.constantFrom(
    "\0\x04\0\0\0\0",
    "\0\x04\xff\xff\xff\xff",
    "\0\x05\0\0\0\x01",
    "\0\x02\0\0\0\x02",
    "\x0f\x0f\0\0\0\0",
  ),
  fc.constantFrom("\0".repeat(17_000), "\x82\x84\x87", "\0\0\0\0\0\0\0\x02"),
);

const extra: fc.Arbitrary<ExtraFrame> = fc.record({
  before: fc.nat(20),
  type: fc.oneof(fc.integer({ min: http2.DATA, max: http2.CONTINUATION }), fc.constant(0x42)),
  flags: fc.constantFrom(0, 0, 1, 4, 5, 8, 0xff),
  stream: fc.constantFrom(0, 0, 1, 3, 5, 2, 101, 0x7fff_ffff),
  payload,
});

const plan1 = (target: fc.Arbitrary<string>): fc.Arbitrary<Http1Plan> =>
  fc.record({
    protocol: fc.constant(1 as const),
    target,
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    ...connection,
  });

const plan2 = (target: fc.Arbitrary<string>): fc.Arbitrary<Http2Plan> =>
  fc.record({
    protocol: fc.constant(2 as const),
    target,
    window: mostly(65_535, fc.constantFrom(0, 1, 100)),
    streams: fc.array(stream, { minLength: 1, maxLength: 6 }),
    order: fc.array(fc.nat(20), { maxLength: 20 }),
    extra: mostly<readonly ExtraFrame[]>([], fc.array(extra, { minLength: 1, maxLength: 4 })),
    ...connection,
  });

/** Requests that the servers accept if no octet changes. */
const VALID = ["get", "form", "in the query", "in the form", "with a realm", "with a body hash"];

/** Octets that mean something in a header, a query or a form. */
const OCTETS = [..."&=%+,;:\"'/?#. \t\r\n-_~0a A\0\x80\xff", "%2", "%25", "&&", "oauth_", ", ", ""];

/** An octet that is replaced, removed or inserted. */
const mutation: fc.Arbitrary<Damage> = fc.record({
  at: fc.nat(20_000),
  remove: fc.constantFrom(0, 1),
  insert: fc.constantFrom(...OCTETS),
});

/** A valid request in which a few octets change on the way: if it is accepted, the signature must cover what the handler got. */
const mutatedPlan = (target: fc.Arbitrary<string>): fc.Arbitrary<Http1Plan> =>
  fc.record({
    protocol: fc.constant(1 as const),
    target,
    messages: fc.tuple(
      fc.record({
        request: fc.record({
          kind: fc.constantFrom(...VALID),
          nonce: fc.constant(0),
          answer: fc.constant("code" as const),
        }),
        version: fc.constant("1.1" as const),
        fields: fc.constant([]),
        many: fc.constant(0),
        framing: fc.constant<Framing>({ by: "length", off: 0 }),
      }),
    ),
    damage: fc.array(mutation, { minLength: 1, maxLength: 3 }),
    pauses: fc.constant([]),
    unsent: fc.constant(0),
    end: fc.constant("close" as const),
  });

/** Plans for these servers, as many for each. */
export function planFor(targets: Readonly<Record<string, Target>>): fc.Arbitrary<Plan> {
  const plans = Object.entries(targets).map(([name, { protocol }]): fc.Arbitrary<Plan> => {
    const target = fc.constant(name);
    return protocol === 1 ? fc.oneof(plan1(target), mutatedPlan(target)) : plan2(target);
  });
  return fc.oneof(...plans);
}
