/**
 * Points that RFC 5849 leaves open, in one table: what is open, and what else a client may decide. A vector whose input
 * contains such a point has the level `MAY` and states the reason, because another answer that the RFC allows is not a failure.
 * Vectors, properties and the comparison with references read this table.
 */

import { type Stages, specification, toText, validUtf8Text } from "../../model/index.ts";
import { withLists, withoutParameter, withQuery, withReplacedOctets, withRequest, withUrl } from "./changes.ts";
import { flagsOf, shortIpv6 } from "./features.ts";
import type { AnyInput, InputOf, NameValue, OctetText, Operation, VectorInput } from "./input.ts";
import { computedStages } from "./signing-input.ts";
import type { StageValues } from "./stages.ts";
import type { Level } from "./vector.ts";

/** The flag of an open point. */
export type OpenPoint = keyof typeof OPEN_POINTS;

interface Row {
  /** What is open, and which sentence of the RFC is missing, as the end of a sentence. */
  readonly reason: string;
  /** The operations for which it is open. @default all */
  readonly operations?: readonly Operation[];
  /**
   * What else a client may decide; it may always refuse. `any`: the RFC does not define such an input, so no value is wrong.
   *
   * @default nothing else
   */
  readonly decisions?: readonly Decision[] | "any";
}

/** Another decision: another input, or other stages of the specification. */
interface Decision {
  /** What such a client does, as the start of a sentence. */
  readonly what: string;
  readonly input?: (input: AnyInput) => AnyInput;
  readonly stages?: (stages: Stages) => Stages;
}

/** Other decisions on one or more open points, as one change. */
export interface OpenDecision {
  readonly what: string;
  /** The input that such a client signs. */
  readonly input: VectorInput;
  readonly apply: (stages: Stages) => Stages;
}

const LEADING_ZERO_PORT = /(?<=^[^/]*\/\/[^/?#]*):0+[1-9][0-9]*(?=[/?#]|$)/;
const ZERO_PORT = /(?<=^[^/]*\/\/[^/?#]*):0+(?=[/?#]|$)/;
const IPV6 = /^([^/]*\/\/(?:[^/?#]*@)?)(\[[^\]/?#]*\])/;
const HOST = /^([^/]*\/\/(?:[^/?#]*@)?)([^@:/?#[\]]+)(?=[:/?#]|$)/;
const PATH = /(?<=^[^/]*\/\/[^/?#]*)\/[^?#]*/;

const OPEN_POINTS = {
  "control-in-realm": {
    reason:
      "what a client does with a control character in a realm; section 3.5.1 has no sentence on the characters of a realm",
    decisions: "any",
  },
  "dot-segments": {
    reason:
      "whether a client resolves the path before it signs and sends it, as WHATWG URL parsers do; section 3.4.1.2 has no sentence on dot segments",
    decisions: rewriting("the path was resolved", (url) =>
      url.replace(PATH, (path) => new URL(`http://a.example${path}`).pathname),
    ),
  },
  "empty-realm": {
    reason:
      "whether a client sends an empty realm or leaves it out; section 3.5.1 calls the realm optional and has no sentence on an empty one",
    decisions: [{ what: "the empty realm was left out", input: ({ realm: _, ...input }) => input }],
  },
  "empty-token": {
    reason:
      "whether a client sends an empty token or leaves it out; section 3.1 allows requests without oauth_token and has no sentence on an empty one",
    decisions: [
      {
        what: "the empty token was left out",
        input: ({ credentials: { token: _, ...credentials } = {}, ...input }) =>
          withoutParameter({ ...input, credentials }, "oauth_token"),
      },
    ],
  },
  "escape-in-host": {
    reason:
      "whether a client decodes an escape in a host before it signs and sends it; section 3.4.1.2 requires a host in lower case, and has no sentence on escapes",
    decisions: [
      {
        what: "the host was decoded",
        stages: (stages) => ({
          ...stages,
          authority: ({ host, ...parts }) => stages.authority({ ...parts, host: toText(stages.percentDecode(host)) }),
        }),
      },
      ...rewriting("the host was decoded and written in ASCII", (url) =>
        url.replace(HOST, (all, before, host) =>
          URL.canParse(`http://${host}`) ? before + new URL(`http://${host}`).hostname : all,
        ),
      ),
    ],
  },
  "form-without-body": {
    reason:
      "whether a GET or HEAD request has a form-encoded body; section 3.4.1.3.1 has no sentence on which methods have one",
    decisions: [
      {
        what: "the form was left out",
        input: (input) => withRequest(input, ({ form: _, formEncoded: __, ...request }) => request),
      },
    ],
  },
  "leading-zero-port": {
    reason:
      "whether a port with leading zeros is the default port; section 3.4.1.2 has no sentence on spellings of a port",
    decisions: [
      {
        what: "the port was kept as it is spelled",
        stages: (stages) => ({
          ...stages,
          // The parsed port no longer has leading zeros.
          authority: (parts) => stages.authority({ ...parts, port: 1 }),
          baseStringUri(url, all) {
            const port = LEADING_ZERO_PORT.exec(url)?.[0] ?? ":1";
            return stages.baseStringUri(url, all).replace(/:1(?=\/)/, port);
          },
        }),
      },
      {
        what: "the port was written without leading zeros",
        input: (input) =>
          withUrl(input, (url) => url.replace(LEADING_ZERO_PORT, (port) => `:${Number(port.slice(1))}`)),
      },
    ],
  },
  "long-ipv6": {
    reason:
      "whether a client shortens an IPv6 address before it signs and sends it, as WHATWG URL parsers do; section 3.4.1.2 has no sentence on spellings of an address",
    decisions: rewriting("the IPv6 address was shortened", (url) =>
      url.replace(IPV6, (_, before, address) => before + shortIpv6(address)),
    ),
  },
  "malformed-escape": {
    reason:
      "what a percent sign without two hexadecimal digits means; section 3.4.1.3.1 has no sentence on malformed forms",
    decisions: "any",
  },
  "malformed-path": {
    reason:
      "what a percent sign without two hexadecimal digits in a path means; section 3.4.1.2 has no sentence on malformed paths",
    decisions: "any",
  },
  "no-http-url": {
    reason:
      "what a client does with text that is not an http or https URL; section 3.4.1.2 has no sentence that requires a refusal",
    decisions: "any",
  },
  "non-utf8": {
    reason:
      "what octets that are not UTF-8 mean; section 3.6 encodes text, and has no sentence on octets that are not text",
    // A verifier must distinguish such octets.
    operations: ["sign", "sign-exactly", "base-string", "parameters", "parameter-string"],
    decisions: [toText, eachOctetReplaced].flatMap(replacing),
  },
  "port-zero": {
    reason: "whether a URL with port 0 can be signed; section 3.4.1.2 has no sentence on which ports are valid",
    decisions: [
      {
        what: "port 0 was kept",
        stages: (stages) => ({
          ...stages,
          splitUrl: (url) =>
            ZERO_PORT.test(url) ? { ...stages.splitUrl(url.replace(ZERO_PORT, "")), port: 0 } : stages.splitUrl(url),
        }),
      },
    ],
  },
  "raw-brackets": {
    reason:
      "whether a client signs a query with unencoded brackets, which RFC 3986 does not allow; section 3.4.1.3.1 has no sentence on invalid queries",
  },
  "raw-in-url": {
    reason:
      "what a client does with a character that no URI may contain; section 3.4.1.2 has no sentence on encoding it",
    decisions: "any",
  },
  "signature-parameter": {
    reason:
      "whether a client signs a request that already has oauth_signature; section 3.1 forbids a second one, and has no sentence on who must refuse it",
  },
  "tab-in-realm": {
    reason: "whether a client sends a realm with a tab; section 3.5.1 has no sentence on the characters of a realm",
  },
} as const satisfies Readonly<Record<string, Row>>;

const ROWS: Readonly<Record<OpenPoint, Row>> = OPEN_POINTS;

/** The open points of an input. */
export function openPoints(input: VectorInput): readonly OpenPoint[] {
  const flags = flagsOf(input);
  return (Object.keys(ROWS) as OpenPoint[]).filter(
    (point) => flags.includes(point) && ROWS[point].operations?.includes(input.operation) !== false,
  );
}

/** What RFC 5849 leaves open about an input, as the end of a sentence; `undefined` if nothing. */
export function openReason(input: VectorInput): string | undefined {
  const points = openPoints(input);
  return points.length === 0 ? undefined : points.map((point) => ROWS[point].reason).join("; ");
}

/**
 * What a vector states about the open points of its input, with a level that replaces the level of its rule; `undefined` if
 * there are no such points, or if the documentation of the gateway decides them.
 */
export function openMembers(
  level: Level | undefined,
  input: VectorInput,
): { readonly level: "MAY"; readonly open: string } | undefined {
  const open = openReason(input);
  return open === undefined || level === "gateway" ? undefined : { level: "MAY", open };
}

/**
 * What else a client may decide on the open points of an input, in each combination; `any` if RFC 5849 gives the input no
 * meaning, so that no value is wrong. A client may also refuse it.
 */
export function openDecisions(input: VectorInput): readonly OpenDecision[] | "any" {
  let combinations: (readonly Decision[])[] = [[]];
  for (const point of openPoints(input)) {
    const { decisions = [] } = ROWS[point];
    if (decisions === "any") return "any";
    combinations = combinations.flatMap((made) => [made, ...decisions.map((one) => [...made, one])]);
  }
  // The first combination decides as the specification.
  return combinations.slice(1).map((decisions) => ({
    what: decisions.map(({ what }) => what).join(", and "),
    input: decisions.reduce<AnyInput>((made, { input: change = (same) => same }) => change(made), input) as VectorInput,
    apply: (stages) => decisions.reduce((made, { stages: apply = (same) => same }) => apply(made), stages),
  }));
}

/** The stages of signed requests that RFC 5849 also allows for an input. */
export function otherSignings(input: InputOf<"sign">): readonly StageValues[] {
  const decisions = openDecisions(input);
  if (decisions === "any") return [];
  return decisions.map(({ input: changed, apply }) => computedStages(changed as InputOf<"sign">, apply(specification)));
}

/** Clients whose URL parser rewrites a part of the URL, and that send either the result or the URL as it was given. */
function rewriting(what: string, change: (url: string) => string): Decision[] {
  return [
    { what, input: (input) => withUrl(input, change) },
    {
      what: `${what} in the base string`,
      stages: (stages) => ({ ...stages, baseStringUri: (url, all) => stages.baseStringUri(change(url), all) }),
    },
  ];
}

/** Clients that read names and values as text, and so lose octets that are not UTF-8: everywhere, in the query or in forms. */
function replacing(decode: (octets: Uint8Array) => string): Decision[] {
  const text = (one: OctetText): string => (typeof one === "string" ? one : decode(one));
  const pairs = (all: readonly NameValue[]): NameValue[] => all.map(([name, value]) => [text(name), text(value)]);
  const sent = (form: string): string => withReplacedOctets(form, decode);
  const inQuery = (input: AnyInput): AnyInput => withQuery(input, sent);
  const inForms = (input: AnyInput): AnyInput => withLists(input, pairs, sent);
  const octets = (one: Uint8Array): Uint8Array => new TextEncoder().encode(decode(one));
  const what = "octets that are not UTF-8 were replaced by U+FFFD";
  return [
    { what, input: (input) => inForms(inQuery(input)) },
    { what: `${what} in the query`, input: inQuery },
    { what: `${what} in forms`, input: inForms },
    {
      what: `${what} in the base string`,
      input: inForms,
      stages: (stages) => ({
        ...stages,
        decodeForm: (form, all) => stages.decodeForm(form, all).map(([name, value]) => [octets(name), octets(value)]),
      }),
    },
  ];
}

/** Decodes like Go, which writes U+FFFD for each octet that is not part of a character. */
function eachOctetReplaced(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; ) {
    const lengths = [1, 2, 3, 4].filter((length) => at + length <= octets.length);
    const length = lengths.find((one) => validUtf8Text(octets.subarray(at, at + one)) !== undefined) ?? 0;
    text += length === 0 ? "\ufffd" : toText(octets.subarray(at, at + length));
    at += Math.max(length, 1);
  }
  return text;
}
