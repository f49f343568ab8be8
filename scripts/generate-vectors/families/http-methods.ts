/** HTTP methods: common methods in different letter cases, and other valid method names. */

import { post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const KNOWN = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
const CUSTOM = [
  "PROPFIND",
  "M-SEARCH",
  "BREW!",
  "X*Y",
  "a|b",
  "~tilde",
  "It's",
  "1.2",
  "#1",
  "50%",
  "m-search",
  "CONNECT",
  "TRACE",
  "X+Y",
];
const WITH_FORM = ["DELETE", "OPTIONS", "PATCH"];

export const httpMethods: Family = {
  name: "http-methods",
  area: "request",
  make: (): Draft[] => [
    ...[...KNOWN, ...KNOWN.map((method) => method.toLowerCase()), ...KNOWN.map(mixed), ...CUSTOM].map((method) =>
      toSign(`The method ${method}`, "rfc5849-3.4.1.1-2", { method, url: "https://api.example.com/orders?a=1" }),
    ),
    ...WITH_FORM.map((method) =>
      toSign(`A form that is sent with ${method} is signed`, "rfc5849-3.4.1.3.1-3", {
        ...post([["state", "paid"]], "/orders/7?a=1"),
        method,
      }),
    ),
  ],
};

function mixed(method: string): string {
  return `${method[0]}${method.slice(1).toLowerCase()}`;
}
