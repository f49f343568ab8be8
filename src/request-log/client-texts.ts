/** Compares the texts that a client signed, which it may send in headers, with what arrived. */

import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import { utf8Text } from "../platform/index.ts";
import type { Stages } from "./stages.ts";

/** Names in lower case. The value is the text itself, percent-encoded after `percent:`, or in base64 after `base64:`. */
export const BASE_STRING_HEADER = "x-countersign-base-string";
const BODY_HEADER = "x-countersign-body";

/** A text that a client signed, compared with what the server computed or received. */
export interface ClientComparison {
  readonly stage: "base-string" | "body";
  readonly isEqual: boolean;
  /** The first character that differs, from 1; absent if the texts are equal. */
  readonly position?: number;
  /** The place of this character in a base string: `method`, `base-string-uri`, or the name of the parameter. */
  readonly part?: string;
  /** The server's text around this place. Hidden characters are dots. */
  readonly server?: string;
  /** The client's text around this place. */
  readonly client?: string;
}

type WithHeaders = Pick<HttpRequest, "headers">;

/** The client's base string; `undefined` unless the request has exactly one such header. */
export function clientBaseString(request: WithHeaders): string | undefined {
  return clientText(request, BASE_STRING_HEADER);
}

function clientText(request: WithHeaders, header: string): string | undefined {
  const [value, ...others] = headerValues(request, header);
  if (value === undefined || others.length > 0) return undefined;
  const [, form, rest] = /^(percent|base64):(.*)$/s.exec(value) ?? [];
  if (form === "base64") return Buffer.from(rest!, "base64").toString("utf8");
  // node:http reads each octet of a header as one character.
  return Buffer.from(form === "percent" ? percentDecoded(rest!) : value, "latin1").toString("utf8");
}

/** A percent sign that does not start an escape stays as it is. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * Compares what the client sent in the headers `X-Countersign-Base-String` and `X-Countersign-Body`. If both are absent, the
 * list is empty.
 *
 * @param cover - replaces each character that must not be shown with a dot
 */
export function compareClientTexts(
  request: HttpRequest,
  stages: Stages,
  cover: (text: string) => string,
): ClientComparison[] {
  const baseString = clientBaseString(request);
  const body = clientText(request, BODY_HEADER);
  const expected = stages["base-string"];
  const received = utf8Text(request.body ?? new Uint8Array());
  return [
    ...(baseString === undefined || expected === undefined
      ? []
      : [compared("base-string", expected, baseString, cover)]),
    ...(body === undefined ? [] : [compared("body", received, body, cover)]),
  ];
}

/** No header is longer, and redacting a longer text takes seconds. */
const LONGEST = 65_536;
const SHOWN_BEFORE = 40;
const SHOWN_AFTER = 60;

function compared(
  stage: ClientComparison["stage"],
  server: string,
  client: string,
  cover: (text: string) => string,
): ClientComparison {
  if (server === client) return { stage, isEqual: true };
  let at = 0;
  while (at < server.length && server[at] === client[at]) at++;
  const around = (text: string): string => {
    const from = Math.max(at - SHOWN_BEFORE, 0);
    const shown = cover(text.slice(0, LONGEST)).slice(from, at + SHOWN_AFTER);
    return `${from > 0 ? "…" : ""}${shown}${text.length > at + SHOWN_AFTER ? "…" : ""}`;
  };
  const part = stage === "base-string" ? { part: partOf(server, at) } : {};
  return { stage, isEqual: false, position: at + 1, ...part, server: around(server), client: around(client) };
}

/** The part of a base string at an index: two ampersands separate method, URI and parameters. */
function partOf(baseString: string, index: number): string {
  const [, beforeUri, beforeParameters] = /^([^&]*&)([^&]*&)?/.exec(baseString) ?? [];
  const uriAt = beforeUri?.length ?? baseString.length;
  if (index < uriAt) return "method";
  const parametersAt = uriAt + (beforeParameters?.length ?? baseString.length);
  if (index < parametersAt) return "base-string-uri";
  const start = Math.max(baseString.lastIndexOf("%26", index), parametersAt - "%26".length) + "%26".length;
  const name = baseString.slice(start).split("%3D")[0]!;
  return decodedTwice(name);
}

function decodedTwice(text: string): string {
  const decoded = (one: string): string => utf8Text(Buffer.from(percentDecoded(one), "latin1"));
  return decoded(decoded(text));
}

const TITLES: Readonly<Record<ClientComparison["stage"], readonly [header: string, ours: string]>> = {
  "base-string": ["X-Countersign-Base-String", "the server's base string"],
  body: ["X-Countersign-Body", "the body that arrived"],
};

/** Sentences that describe the comparison, for a rejected request. */
export function comparisonLines({ stage, isEqual, position, part, server, client }: ClientComparison): string[] {
  const [header, ours] = TITLES[stage];
  if (isEqual && stage === "base-string") {
    return [`${header} is ${ours}: look for the mistake in the key, or after the base string (hash, base64, header)`];
  }
  if (isEqual) return [`${header} is ${ours}`];
  const place = part === undefined ? "" : `, in ${part}`;
  return [
    `${header} differs from ${ours} at character ${position}${place}`,
    `  server: ${server}`,
    `  client: ${client}`,
  ];
}
