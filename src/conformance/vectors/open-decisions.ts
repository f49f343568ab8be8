/** What else a client may decide on points that RFC 5849 leaves open. */

import { type Stages, specification, toText, validUtf8Text } from "../../model/index.ts";
import type { AnyInput, InputOf, NameValue, OctetText, UnsignedRequest, VectorInput } from "./input.ts";
import { type OpenPoint, openPoints } from "./open-points.ts";
import { computedStages } from "./signing-input.ts";
import type { StageValues } from "./stages.ts";

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

/** By open point; a signer may refuse each. `any`: the RFC does not define such an input, so no value is wrong. */
const DECISIONS: Readonly<Record<OpenPoint, readonly Decision[] | "any">> = {
  "dot-segments": [
    {
      what: "the path was resolved",
      stages: (stages) => ({ ...stages, path: (parts) => resolved(stages.path(parts)) }),
    },
  ],
  "empty-realm": [{ what: "the empty realm was left out", input: ({ realm: _, ...input }) => input }],
  "empty-token": [{ what: "the empty token was left out", input: withoutEmptyToken }],
  "escape-in-host": [
    {
      what: "the host was decoded",
      stages: (stages) => ({
        ...stages,
        authority: ({ host, ...parts }) => stages.authority({ ...parts, host: toText(stages.percentDecode(host)) }),
      }),
    },
  ],
  "form-without-body": [{ what: "the form was left out", input: withoutForm }],
  "leading-zero-port": [
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
  ],
  "malformed-escape": "any",
  "no-http-url": "any",
  "non-utf8": [replacing(toText), replacing(eachOctetReplaced)],
  "port-zero": [
    {
      what: "port 0 was kept",
      stages: (stages) => ({
        ...stages,
        splitUrl: (url) =>
          ZERO_PORT.test(url) ? { ...stages.splitUrl(url.replace(ZERO_PORT, "")), port: 0 } : stages.splitUrl(url),
      }),
    },
  ],
  "raw-brackets": [],
  "raw-in-url": "any",
  "signature-parameter": [],
  "tab-in-realm": [],
};

/**
 * What else a client may decide on the open points of an input, in each combination; `any` if RFC 5849 gives the input no
 * meaning, so that no value is wrong. A client may also refuse it.
 */
export function openDecisions(input: VectorInput): readonly OpenDecision[] | "any" {
  let combinations: (readonly Decision[])[] = [[]];
  for (const point of openPoints(input)) {
    const decisions = DECISIONS[point];
    if (decisions === "any") return "any";
    combinations = combinations.flatMap((made) => [made, ...decisions.map((one) => [...made, one])]);
  }
  // The first one decides as the specification does.
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

function withoutEmptyToken({ credentials, protocolParameters, ...input }: AnyInput): AnyInput {
  const { token, ...others } = credentials ?? {};
  return {
    ...input,
    ...(credentials !== undefined && { credentials: token === "" ? others : credentials }),
    ...(protocolParameters !== undefined && {
      protocolParameters: protocolParameters.filter(([name, value]) => name !== "oauth_token" || value !== ""),
    }),
  } as AnyInput;
}

function withoutForm({ request, ...rest }: AnyInput): AnyInput {
  if (request === undefined) return rest;
  const { form: _form, formEncoded: _encoded, ...bodiless } = request;
  return { ...rest, request: bodiless };
}

/** The path as a WHATWG URL parser returns it. */
function resolved(path: string): string {
  return new URL(`http://a.example${path}`).pathname;
}

/** A client that reads names and values as text, and so loses octets that are not UTF-8. */
function replacing(decode: (octets: Uint8Array) => string): Decision {
  const text = (one: OctetText): string => (typeof one === "string" ? one : decode(one));
  const pairs = (all: readonly NameValue[]): NameValue[] => all.map(([name, value]) => [text(name), text(value)]);
  const replacedForm = ({ form, formEncoded, ...request }: UnsignedRequest): UnsignedRequest => ({
    ...request,
    ...(form !== undefined && { form: pairs(form) }),
    ...(formEncoded !== undefined && {
      formEncoded: specification.encodeForm(
        specification.decodeForm(formEncoded, specification).map(([name, value]) => [octets(name), octets(value)]),
        specification,
      ),
    }),
  });
  const octets = (one: Uint8Array): Uint8Array => new TextEncoder().encode(decode(one));
  return {
    what: "octets that are not UTF-8 were replaced by U+FFFD",
    input: ({ request, parameters, protocolParameters, ...input }) => ({
      ...input,
      ...(request !== undefined && { request: replacedForm(request) }),
      ...(parameters !== undefined && { parameters: pairs(parameters) }),
      ...(protocolParameters !== undefined && { protocolParameters: pairs(protocolParameters) }),
    }),
    stages: (stages) => ({
      ...stages,
      decodeForm: (form, all) => stages.decodeForm(form, all).map(([name, value]) => [octets(name), octets(value)]),
    }),
  };
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
