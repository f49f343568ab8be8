/** Undocumented faults of the body: signed although it is not a form (RFC 5849 3.4.1.3.1). */

import type { FaultDefinition, StageChange } from "../fault.ts";
import { faultInForms } from "../helpers/forms.ts";
import { changeParameters, unsentParameter } from "../helpers/stage-changes.ts";
import { postBody } from "../helpers/trigger-requests.ts";

/** Signs the body, which is not a form, as parameters. */
const signBody = (read: (body: string) => readonly (readonly [name: string, value: string])[]): StageChange =>
  changeParameters((parameters, { request }) => {
    const body = request?.body ?? "";
    const added = typeof body === "string" && body !== "" ? read(body) : [];
    return [...parameters, ...added.map(([name, value]) => unsentParameter(name, value))];
  });

/** Signs the members of a JSON object. */
const signMembers = (read: (name: string, member: unknown) => readonly (readonly [string, string])[]): StageChange =>
  signBody((body) => {
    try {
      const json: unknown = /^\s*\{/.test(body) ? readNumbersAsText(body) : {};
      return Object.entries(json as object).flatMap(([name, member]) => read(name, member));
    } catch {
      return [];
    }
  });

/** JSON with each number as its own text after a NUL, so that 38.0 is not read as 38. */
const readNumbersAsText = (json: string): unknown =>
  JSON.parse(
    json.replace(/"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (piece) =>
      piece.startsWith('"') ? piece : `"\\u0000${piece}"`,
    ),
  );
const textOf = (json: string): string => (json.startsWith("\0") ? json.slice(1) : json);

/** Nested members as JSON with spaces, as Python writes it. */
const pythonJson = (json: unknown): string => {
  if (typeof json === "string" && json.startsWith("\0")) return textOf(json);
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  if (Array.isArray(json)) return `[${json.map(pythonJson).join(", ")}]`;
  return `{${Object.entries(json)
    .map(([name, member]) => `${JSON.stringify(name)}: ${pythonJson(member)}`)
    .join(", ")}}`;
};

/** All texts, numbers and booleans with names such as a[b] and a[0]. */
const flattened = (name: string, json: unknown): (readonly [string, string])[] =>
  typeof json !== "object" || json === null
    ? [[name, textOf(String(json ?? ""))]]
    : Object.entries(json).flatMap(([inner, member]) => flattened(`${name}[${inner}]`, member));

const NO_BODY = "Sign parameters of the body only if its Content-Type is application/x-www-form-urlencoded.";

export const UNDOCUMENTED_BODY_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "body-as-parameter",
      title: "Body signed as a parameter",
      trigger: postBody("application/json", '{"x":1}'),
      fix: NO_BODY,
    },
    [
      [
        "name",
        "The client signs the body as the name of a parameter without a value.",
        signBody((body) => [[body, ""]]),
      ],
      ["body", "The client signs the body as a parameter named body.", signBody((body) => [["body", body]])],
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
      ["brackets", "The client signs nested members of a JSON body as a[b] and a[0].", signMembers(flattened)],
      [
        "json",
        "The client signs the members of a JSON body as parameters, lists and maps as JSON with spaces.",
        signMembers((name, member) => [[name, typeof member === "string" ? textOf(member) : pythonJson(member)]]),
      ],
    ],
  ),
];
