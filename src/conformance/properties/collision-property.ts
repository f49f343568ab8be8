/**
 * Checks whether a verifier mistakes one request for another. One request is signed, and its signature is sent with a second
 * request, which differs only in what one or two known mistakes ignore. A verifier with these mistakes accepts that request.
 */

import * as fc from "fast-check";
import { FAULTS, type Fault } from "../../faults/index.ts";
import {
  addSignature,
  type HttpRequest,
  type SigningInput,
  type Stages,
  specification,
  toOctets,
  toText,
  trace,
} from "../../model/index.ts";
import { closedObject, type Shape } from "../../shapes/shape.ts";
import type { Ask } from "../vectors/answer.ts";
import type { InputOf, RequestJson, UnsignedRequest } from "../vectors/input.ts";
import { REQUEST } from "../vectors/members.ts";
import { readShape } from "../vectors/shape.ts";
import { request } from "./generators.ts";
import { NotOffered, type Property, property, stagesOf, WHERE } from "./property.ts";

/** The stages before the key. A mistake in a later stage does not make two base strings equal. */
const BEFORE_THE_KEY: readonly (keyof Stages)[] = [
  ...(["decodeForm", "splitUrl", "collectParameters", "encodeParameters", "percentEncode", "sortParameters"] as const),
  ...(["joinParameters", "parameterString", "authority", "path", "baseStringUri", "method", "baseString"] as const),
];

const MISTAKES: ReadonlyMap<string, Fault> = new Map(
  FAULTS.filter(({ stage }) => BEFORE_THE_KEY.includes(stage)).map((fault) => [fault.id, fault]),
);

const NOW = 1_700_000_000;
const SECRETS = { consumerSecret: "kd94hf93k423kf44" };
const SIGNING = {
  signatureMethod: "HMAC-SHA1",
  protocolParameters: [
    ["oauth_consumer_key", "client-1"],
    ["oauth_signature_method", "HMAC-SHA1"],
    ["oauth_timestamp", String(NOW)],
    ["oauth_nonce", "5f1d3c7e9b2a4068"],
    ["oauth_version", "1.0"],
  ],
} as const;
const ORDERS = { url: "https://api.example.com/orders", ...SIGNING, ...SECRETS };
/** Requests that a verifier accepts despite almost any mistake, one for each kind of verifier. */
const PLAIN: readonly SigningInput[] = [
  { method: "GET", ...ORDERS },
  { method: "POST", form: [["a", "b"]], ...ORDERS },
  { method: "GET", ...ORDERS, transport: "query" },
  { method: "POST", form: [["a", "b"]], ...ORDERS, transport: "body" },
];
const FORM_TYPE = "application/x-www-form-urlencoded";

/** One or two mistakes, and the request that is sent. */
interface Case {
  readonly faults: readonly string[];
  /** @default the smallest request that shows the first mistake */
  readonly request?: UnsignedRequest;
}

const MISTAKE = { title: "the id of a fault in a stage before the key", enum: [...MISTAKES.keys()] } as const;
const CASE = closedObject(["faults"], {
  faults: { type: "array", minItems: 1, items: MISTAKE },
  request: REQUEST.vector as Shape,
});

export const acceptsNoCollision: Property = property<Case>({
  id: "accepts-no-collision",
  statement: "A verifier rejects the signature of one request on another request whose decoded values differ.",
  rules: ["rfc5849-3.2-1", "rfc5849-3.4.1.3.1-1", "rfc5849-3.4.1.3.1-5"],
  operations: ["verify"],
  cases: fc
    .record({
      faults: fc.uniqueArray(fc.constantFrom(...MISTAKES.keys()), { minLength: 1, maxLength: 2 }),
      request: fc.option(request, { nil: undefined, freq: 1 }),
    })
    .map(({ faults, request: sent }): Case => ({ faults, ...(sent && { request: sent }) }))
    .filter((one) => otherBaseString(one, inputOf(one)) !== undefined),
  json: {
    read(json): Case {
      const { request: sent, ...one } = readShape(CASE, WHERE, json);
      return { ...one, ...(sent !== undefined && { request: REQUEST.read(sent as RequestJson) }) };
    },
    write: (one) => one,
    adapt: (one) => one,
  },
  async check(one, ask) {
    const input = inputOf(one);
    const signed = otherBaseString(one, input);
    if (signed === undefined)
      throw new NotOffered("these mistakes give this request a base string that no other request has");
    const transport = await acceptedTransport(ask);
    if (!(await isAccepted({ ...input, transport }, signed, ask))) return undefined;
    const sent = trace(input).baseString;
    return { stage: "valid", expected: signed, actual: `${sent} (accepted with the signature of the other one)` };
  },
});

/** The request that is sent, as HTTP sends it: without userinfo and fragment. */
function inputOf({ faults, request: given }: Case): SigningInput {
  const { method, url, form } = given ?? MISTAKES.get(faults[0]!)!.trigger;
  const sentUrl = url.replace(/#.*/s, "").replace(/^([^/]*\/\/)[^/?]*@/, "$1");
  return { method, url: sentUrl, ...(form && { form }), ...SIGNING, ...SECRETS };
}

/** The base string that a client with these mistakes signs; `undefined` if no other request has it. */
function otherBaseString({ faults }: Case, input: SigningInput): string | undefined {
  try {
    const stages = faults.reduce((made, id) => MISTAKES.get(id)!.apply(made), specification);
    const { baseString } = trace(input, { ...stages, signature: () => "" });
    return baseString !== trace(input).baseString && isBaseString(baseString) ? baseString : undefined;
  } catch {
    return undefined; // with these mistakes the request cannot be signed
  }
}

/** Whether a request can have this base string: decoding and encoding does not change the text. */
function isBaseString(text: string): boolean {
  const [method = "", uri = "", parameters = ""] = text
    .split("&")
    .map((part) => toText(specification.percentDecode(part)));
  const pairs = parameters.split("&").filter((pair) => pair !== "");
  const decoded = pairs.map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    const [decodedName, decodedValue] = [specification.percentDecode(name), specification.percentDecode(value)];
    return { name: decodedName, value: decodedValue, origin: "query" as const };
  });
  const again = specification.baseString(
    {
      method: specification.method(method),
      baseStringUri: specification.baseStringUri(uri, specification),
      parameterString: specification.parameterString(decoded, specification),
    },
    specification,
  );
  return again === text;
}

/** Where the verifier accepts protocol parameters: tries plain requests with correct signatures. */
async function acceptedTransport(ask: Ask): Promise<NonNullable<SigningInput["transport"]>> {
  for (const plain of PLAIN) {
    try {
      if (await isAccepted(plain, trace(plain).baseString, ask)) return plain.transport ?? "header";
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
    }
  }
  throw new NotOffered("the verifier rejects each plain request with the correct signature too");
}

/** Whether the verifier accepts the request with a signature over this base string. */
async function isAccepted(input: SigningInput, baseString: string, ask: Ask): Promise<boolean> {
  const question: InputOf<"verify"> = {
    operation: "verify",
    received: signedRequest(input, baseString),
    credentials: SECRETS,
    signatureMethod: SIGNING.signatureMethod,
    now: NOW,
    seen: false,
  };
  const answer = await ask(question);
  // A verifier that refuses to read a request rejects it.
  if (!answer.ok && answer.error === "refused") return false;
  return (await stagesOf(() => answer, question)).valid === true;
}

function signedRequest(input: SigningInput, baseString: string): HttpRequest {
  const { signatureMethod, method, form, transport = "header" } = input;
  const key = specification.key(SECRETS, specification);
  const signature = specification.signature({ signatureMethod, baseString, key });
  const { authorizationHeader, url = input.url, body = "" } = addSignature(input, signature, specification);
  const [, host = ""] = /^[^/]*\/\/([^/?]*)/.exec(url) ?? [];
  const type = form === undefined && transport !== "body" ? [] : [["Content-Type", FORM_TYPE] as const];
  const authorization = authorizationHeader === undefined ? [] : [["Authorization", authorizationHeader] as const];
  return {
    method,
    url,
    headers: [["Host", host], ...authorization, ...type],
    body: toOctets(body),
  };
}
