/** Further faults of the body: signed as a whole, or flattened (RFC 5849 3.4.1.3.1). */

import { concatOctets, utf8Octets } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { type Form, faultInForms } from "./forms.ts";
import { changeParameters, isProtocol, unsentParameter } from "./stage-changes.ts";
import { post, postBody } from "./trigger-requests.ts";

const AMPERSAND = utf8Octets("&");
const EQUALS = utf8Octets("=");
const EMPTY = utf8Octets("");

/** Signs the body, which is not a form, as parameters. */
const signBody = (read: (body: string) => readonly (readonly [name: string, value: string])[]): StageChange =>
  changeParameters((parameters, { request }) => {
    const body = request?.body ?? "";
    const added = typeof body === "string" && body !== "" ? read(body) : [];
    return [...parameters, ...added.map(([name, value]) => unsentParameter(name, value))];
  });

/** Signs the form as one parameter, from its text with names and values unencoded. */
const signFormAs = (read: (text: Uint8Array) => readonly [name: Uint8Array, value: Uint8Array]): StageChange =>
  changeParameters((parameters) => {
    const form = parameters.filter((one) => one.origin === "body" && !isProtocol(one));
    if (form.length === 0) return parameters;
    const pieces = form.flatMap(({ name, value }, at) => [...(at === 0 ? [] : [AMPERSAND]), name, EQUALS, value]);
    const [name, value] = read(concatOctets(pieces));
    return [...parameters.filter((one) => !form.includes(one)), { name, value, origin: "body" }];
  });

/** How the name of a member of a nested object is made. */
type Nest = (outer: string, inner: string, isList: boolean) => string;

/** All texts, numbers and booleans of JSON with the names that they get. */
function flattened(json: unknown, nest: Nest, name = ""): [string, string][] {
  if (typeof json !== "object" || json === null) return [[name, String(json ?? "")]];
  const isList = Array.isArray(json);
  return Object.entries(json).flatMap(([inner, member]) =>
    flattened(member, nest, name === "" ? inner : nest(name, inner, isList)),
  );
}

const signFlattened = (nest: Nest): StageChange =>
  signBody((body) => {
    try {
      return /^\s*[[{]/.test(body) ? flattened(JSON.parse(body), nest) : [];
    } catch {
      return [];
    }
  });

const NO_BODY = { text: "Sign parameters of the body only if its Content-Type is application/x-www-form-urlencoded." };
const SIGN_PAIRS = { text: "Sign each pair of the form as a parameter of its own." };

export const FURTHER_BODY_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "body-as-parameter",
      title: "Body signed as a parameter",
      trigger: postBody("application/json", '{"x":1}'),
      fix: NO_BODY,
    },
    [
      ["The client signs the body as the name of a parameter without a value.", signBody((body) => [[body, ""]])],
      ["The client signs the body as a parameter with an empty name.", signBody((body) => [["", body]])],
      ...["body", "data", "payload", "json", "content", "request", "0"].map(
        (name): Form => [`The client signs the body as a parameter named ${name}.`, signBody((body) => [[name, body]])],
      ),
    ],
  ),
  faultInForms(
    {
      id: "json-body-flattened",
      title: "Nested JSON signed as parameters",
      trigger: postBody("application/json", '{"x":{"y":1}}'),
      fix: NO_BODY,
    },
    [
      [
        "The client signs nested members of a JSON body as a[b] and a[0].",
        signFlattened((outer, inner) => `${outer}[${inner}]`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a[b] and lists as a[].",
        signFlattened((outer, inner, isList) => `${outer}[${isList ? "" : inner}]`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a.b and a.0.",
        signFlattened((outer, inner) => `${outer}.${inner}`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a.b and a[0].",
        signFlattened((outer, inner, isList) => (isList ? `${outer}[${inner}]` : `${outer}.${inner}`)),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body as a_b and a_0.",
        signFlattened((outer, inner) => `${outer}_${inner}`),
        ["json-body-as-params"],
      ],
      [
        "The client signs nested members of a JSON body by their own names, and lists as repeated names.",
        signFlattened((outer, inner, isList) => (isList ? outer : inner)),
        ["json-body-as-params"],
      ],
    ],
  ),
  faultInForms(
    {
      id: "form-as-one-parameter",
      title: "Form signed as one parameter",
      trigger: post([["a", "1"]]),
      fix: SIGN_PAIRS,
    },
    [
      ["The client signs the whole form as one name without a value.", signFormAs((text) => [text, EMPTY])],
      ["The client signs the whole form as the value of an empty name.", signFormAs((text) => [EMPTY, text])],
      ["The client signs the whole form as the value of body.", signFormAs((text) => [utf8Octets("body"), text])],
      ["The client signs the whole form as the value of data.", signFormAs((text) => [utf8Octets("data"), text])],
    ],
  ),
];
