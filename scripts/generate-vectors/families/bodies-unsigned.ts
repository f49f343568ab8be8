/** Bodies that are not forms, which are not signed, and forms with unusual spellings of Content-Type, which are signed. */

import { ORIGIN, pairs, post, toSign } from "../requests.ts";
import type { Draft, Family, JsonRequest } from "../types.ts";

const MULTIPART = [
  "--x",
  'Content-Disposition: form-data; name="title"',
  "",
  "t",
  "--x",
  'Content-Disposition: form-data; name="file"; filename="a.txt"',
  "Content-Type: text/plain",
  "",
  "a=b",
  "--x--",
  "",
].join("\r\n");

const UNSIGNED: readonly (readonly [what: string, contentType: string, body: string])[] = [
  ["a JSON object", "application/json", '{"amount":"10.42","note":"a b"}'],
  ["a JSON object with nested members", "application/json", '{"card":{"pan":"4111"},"tags":["a","b"]}'],
  ["an empty JSON object", "application/json", "{}"],
  ["a JSON list", "application/json; charset=utf-8", "[1,2]"],
  ["XML with an attribute", "application/xml", '<a b="c"/>'],
  ["plain text that looks like a form", "text/plain", "a=b&c=d"],
  ["multipart/form-data", "multipart/form-data; boundary=x", MULTIPART],
];
const SIGNED: readonly (readonly [name: string, value: string])[] = [
  ["Content-Type", "application/x-www-form-urlencoded; charset=UTF-8"],
  ["Content-Type", "application/x-www-form-urlencoded;charset=iso-8859-1"],
  ["Content-Type", "Application/X-WWW-Form-URLencoded"],
  ["content-type", "application/x-www-form-urlencoded"],
  ["CONTENT-TYPE", "application/x-www-form-urlencoded"],
];

function postBody(contentType: string, body: string): JsonRequest {
  return { method: "POST", url: `${ORIGIN}/orders?a=1`, headers: [["Content-Type", contentType]], body };
}

export const bodiesUnsigned: Family = {
  name: "bodies-unsigned",
  area: "request",
  make: (): Draft[] => [
    ...UNSIGNED.map(([what, contentType, body]) =>
      toSign(`A body that is not signed: ${what}`, "rfc5849-3.4.1.3.1-3", postBody(contentType, body)),
    ),
    ...SIGNED.map((header) =>
      toSign(`A form that is signed: ${header.join(": ")}`, "rfc5849-3.4.1.3.1-3", {
        ...post(pairs("amount=10.42&note=a b")),
        headers: [header],
      }),
    ),
  ],
};
